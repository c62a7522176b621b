// @ts-check

/** @typedef {import("./page.js").MapPage} MapPage */

/**
 * Shows the picture of the owner's under the map, and lets points be clicked in one that is to be laid there.
 * @param {MapPage} page
 */
export function followPicture(page) {
  const box = page.part("picture");
  if (box) {
    const { west, south, east, north } = box.dataset;
    const image = new Image();
    const picture = { image, west: Number(west), south: Number(south), east: Number(east), north: Number(north) };
    const show = () => {
      page.view.picture = box.checked ? picture : null;
      page.view.draw();
    };
    image.addEventListener("load", show);
    box.addEventListener("change", show);
    image.src = box.dataset.mapPicture;
  }
  if (page.mayEdit) {
    preview(page.part("lay"), page.part("preview"));
  }
}

/**
 * Shows a file that is chosen; clicks in it fill in the pixels of the first and the second point in turns.
 * @param {HTMLFormElement} form
 * @param {HTMLImageElement} image
 */
function preview(form, image) {
  const input = form.querySelector("input[type=file]");
  let next = "a";
  input.addEventListener("change", () => {
    const [file] = input.files;
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      image.src = String(reader.result);
      image.hidden = false;
    });
    if (file?.type.startsWith("image/")) {
      reader.readAsDataURL(file);
    }
  });
  image.addEventListener("click", (event) => {
    const box = image.getBoundingClientRect();
    const scale = image.naturalWidth / box.width;
    form.querySelector(`[name=${next}_left]`).value = Math.round((event.clientX - box.left) * scale);
    form.querySelector(`[name=${next}_top]`).value = Math.round((event.clientY - box.top) * scale);
    form.querySelector(`[name=${next}_x]`).focus({ preventScroll: true }); // the picture stays for the next click
    next = next === "a" ? "b" : "a";
  });
}
