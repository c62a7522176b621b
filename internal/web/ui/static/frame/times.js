// @ts-check

const local = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/**
 * Tells moments in the visitor's own time zone and language; the UTC text becomes the title.
 * @param {ParentNode} root
 */
export function enhanceTimes(root) {
  for (const element of root.querySelectorAll("time[datetime]")) {
    element.title = element.textContent;
    element.textContent = local.format(new Date(element.dateTime));
  }
}
