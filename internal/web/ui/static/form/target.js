// @ts-check

/**
 * Which protocols each field of a target is for; fields that are not named are for all.
 * @type {Record<string, string[]>}
 */
const fields = {
  host: ["sftp", "ftps", "ftp"],
  port: ["sftp", "ftps", "ftp"],
  implicit_tls: ["ftps"],
  username: ["sftp", "ftps", "ftp"],
  password: ["sftp", "ftps", "ftp"],
  forget_password: ["sftp", "ftps", "ftp"],
  key: ["sftp"],
  private_key: ["sftp"],
  passphrase: ["sftp"],
  pinned: ["sftp", "ftps"],
};

/**
 * Reports whether a field of a target is of use with a protocol.
 * @param {string} name
 * @param {string} protocol
 */
export function isFor(name, protocol) {
  return fields[name]?.includes(protocol) ?? true;
}

/**
 * Shows the fields that are for the chosen protocol, and fieldsets that have some. What is hidden is sent all the same, so that nothing
 * is lost by choosing another protocol for a moment.
 * @param {HTMLFormElement} form
 * @param {HTMLSelectElement} protocol
 */
function show(form, protocol) {
  for (const control of form.querySelectorAll("[name]")) {
    const field = /** @type {HTMLElement | null} */ (control.closest(".field"));
    if (field) {
      // A field with a mistake stays in sight.
      field.hidden = !isFor(/** @type {HTMLInputElement} */ (control).name, protocol.value) && !field.matches(".wrong");
    }
  }
  for (const set of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("fieldset.set"))) {
    set.hidden = !set.querySelector(".field:not([hidden])");
  }
}

/**
 * Shows of a target's form what its protocol needs.
 * @param {HTMLSelectElement} protocol
 */
export function followProtocol(protocol) {
  const { form } = protocol;
  if (form) {
    show(form, protocol);
    protocol.addEventListener("change", () => show(form, protocol));
  }
}
