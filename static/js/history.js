// The arrow keys lead through the past of a game, as the links on the page do.

const links = { ArrowLeft: "previous", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.target.closest("input")) return;
  document.getElementById(links[event.key])?.click();
});
