// @ts-check

/**
 * Sends what a form holds to an address and tells the percentage that has left the browser.
 * Resolves to the page that the server answers with, whatever its status; rejects where there is none.
 * @param {string} address
 * @param {FormData} data
 * @param {(percent: number) => void} onProgress
 * @returns {Promise<Document>}
 */
export function send(address, data, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "document";
    request.setRequestHeader("Accept", "text/html");
    request.upload.addEventListener("progress", (event) => {
      onProgress(Math.floor((100 * event.loaded) / event.total));
    });
    request.addEventListener("load", () => {
      if (request.responseXML?.querySelector("main")) {
        resolve(request.responseXML);
      } else {
        reject(new Error(`The server answered with status ${request.status} and no page.`));
      }
    });
    request.addEventListener("error", () => {
      reject(new Error("The connection was lost. Check the history before you send the files again."));
    });
    request.send(data);
  });
}
