// Keys that mean something else while a word is written with an input method: Enter or an arrow belongs to that. In Safari,
// where the word has ended before its Enter comes, only the number of the key says so.

const OF_A_METHOD = 229;

export const isOfInputMethod = ({ isComposing, keyCode }) => isComposing || keyCode === OF_A_METHOD;
