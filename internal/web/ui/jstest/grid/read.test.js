// @ts-check

import assert from "node:assert/strict";
import { test } from "node:test";
import { inTurns, readLines } from "../../static/grid/read.js";

/** A stream of pieces of text. @param {string[]} pieces */
function streamOf(...pieces) {
  return new Blob([pieces.join("")]).stream().pipeThrough(inPieces(pieces.map((piece) => new TextEncoder().encode(piece).length)));
}

/** Cuts bytes into pieces of these lengths. @param {number[]} lengths */
function inPieces(lengths) {
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  return new TransformStream({
    transform(bytes, controller) {
      let from = 0;
      for (const length of lengths) {
        controller.enqueue(bytes.slice(from, from + length));
        from += length;
      }
    },
  });
}

test("values are taken in line by line, however they are cut", async () => {
  for (const pieces of [['{"a":1}\n', '{"b":"é"}\n'], ['{"a":1}\n{"b":"é"}\n'], ['{"a"', ":", '1}\n{"b":', '"é"}', "\n"]]) {
    /** @type {any[]} */
    const taken = [];
    await readLines(streamOf(...pieces), (value) => taken.push(value));
    assert.deepEqual(taken, [{ a: 1 }, { b: "é" }]);
  }
});

test("a line that is no JSON is an error, and so is a stream that breaks off", async () => {
  await assert.rejects(readLines(streamOf("{\n"), () => {}));
  const broken = new ReadableStream({ start: (controller) => controller.error(new Error("lost")) });
  await assert.rejects(
    readLines(broken, () => {}),
    /lost/,
  );
});

test("long work lets others have their turns", async () => {
  let turns = 0;
  const other = setInterval(() => turns++);
  let clock = 0;
  const { now } = performance;
  performance.now = () => (clock += 5);
  await inTurns(Array.from({ length: 100 }), () => {});
  performance.now = now;
  clearInterval(other);
  assert.ok(turns > 0);
});
