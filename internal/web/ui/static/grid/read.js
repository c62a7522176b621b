// @ts-check

/** How long the page may be at work before it draws and answers keys, in milliseconds. */
const turn = 20;

/**
 * Does something with each member of a list, with pauses in which the page draws and answers keys.
 * @template T
 * @param {Iterable<T>} list
 * @param {(each: T) => void} work
 */
export async function inTurns(list, work) {
  let began = performance.now();
  for (const each of list) {
    work(each);
    if (performance.now() - began > turn) {
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
  }
}

/**
 * Takes in lines of JSON as they arrive, one after the other.
 * @param {ReadableStream<Uint8Array>} body
 * @param {(value: any) => void} take
 */
export async function readLines(body, take) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const lines = (rest + decoder.decode(piece.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    await inTurns(lines, (line) => take(JSON.parse(line)));
  }
}
