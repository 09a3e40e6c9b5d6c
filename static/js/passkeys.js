// Says what became of a passkey that was asked for, beside the buttons for it: <p id="passkey-trouble" data-…>. Where the
// browser knows none, there is nothing to press: <button data-passkey>. All else is allauth's.

import "../mfa/js/webauthn-json.js";
import "../mfa/js/webauthn.js";
import "../account/js/onload.js";

const trouble = document.getElementById("passkey-trouble");
const sentences = { NotAllowedError: trouble.dataset.notAllowed, InvalidStateError: trouble.dataset.known };

const say = (sentence) => {
  trouble.hidden = false;
  trouble.textContent = sentence;
};

document.addEventListener("allauth.error", (event) => {
  event.preventDefault();
  say(sentences[event.detail.exception.name] ?? trouble.dataset.other);
});

if (!window.PublicKeyCredential) {
  for (const button of document.querySelectorAll("[data-passkey]")) button.disabled = true;
  say(trouble.dataset.none);
}
