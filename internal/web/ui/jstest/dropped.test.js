// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenFiles, droppedFiles, isWorthSending } from "../static/dropped.js";

const file = (/** @type {string} */ name) => ({ name, isFile: true, file: (/** @type {any} */ done) => done({ name }) });

/** Returns a folder whose reader gives its entries one at a time, as browsers give some hundred. */
const folder = (/** @type {string} */ name, /** @type {any[]} */ ...children) => ({
  name,
  createReader: () => {
    const left = [...children];
    return { readEntries: (/** @type {any} */ done) => done(left.splice(0, 1)) };
  },
});

test("dropped folders are read to their end, with the paths of their files", async () => {
  const entries = [folder("db", file("types.xml"), folder("more", file("a.xml")), file("events.xml")), file("b.json")];
  const transfer = /** @type {any} */ ({ items: entries.map((entry) => ({ webkitGetAsEntry: () => entry })) });
  const found = await droppedFiles(transfer);
  assert.deepEqual(
    found.map(({ path }) => path),
    ["db/types.xml", "db/more/a.xml", "db/events.xml", "b.json"],
  );
});

test("without entries the dropped files count", async () => {
  const transfer = /** @type {any} */ ({ items: [{}], files: [{ name: "types.xml" }] });
  assert.deepEqual(await droppedFiles(transfer), [{ file: { name: "types.xml" }, path: "types.xml" }]);
});

test("chosen files have the path of their folder", () => {
  const input = /** @type {any} */ ({ files: [{ name: "a.xml", webkitRelativePath: "db/a.xml" }, { name: "b.xml" }] });
  assert.deepEqual(
    chosenFiles(input).map(({ path }) => path),
    ["db/a.xml", "b.xml"],
  );
});

test("what is no configuration of a server is not sent", () => {
  const worth = (/** @type {string} */ path, size = 1) => isWorthSending({ file: /** @type {any} */ ({ size }), path });
  for (const path of [
    "srv/serverDZ.cfg",
    "srv/mpmissions/a.enoch/db/types.xml",
    "srv/@CF/meta.cpp",
    "storage_1.txt",
    "srv/profiles/x.RPT",
  ]) {
    assert.ok(worth(path), path);
  }
  for (const path of ["srv/@CF/addons/cf.pbo", "srv/@CF/mod.cpp", "srv/DayZServer_x64.exe", "m/storage_1/players.db", "srv/dta/bin.pbo"]) {
    assert.ok(!worth(path), path);
  }
  assert.ok(!worth("srv/mpmissions/a.enoch/areaflags.map", 83886104));
});
