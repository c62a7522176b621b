// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenFiles, droppedFiles, sift, whyNotSent } from "../../static/import/dropped.js";

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
  const worth = (/** @type {string} */ path, size = 1) => whyNotSent({ file: /** @type {any} */ ({ size }), path }) === "";
  for (const path of [
    "srv/serverDZ.cfg",
    "srv/mpmissions/a.enoch/db/types.xml",
    "srv/@CF/meta.cpp",
    "storage_1.txt",
    "srv/profiles/x.RPT",
    "srv/keys/mod.bikey",
  ]) {
    assert.ok(worth(path), path);
  }
  for (const path of ["srv/@CF/addons/cf.pbo", "srv/@CF/mod.cpp", "srv/DayZServer_x64.exe", "m/storage_1/players.db", "srv/dta/bin.pbo"]) {
    assert.ok(!worth(path), path);
  }
  assert.ok(!worth("srv/mpmissions/a.enoch/areaflags.map", 83886104));
});

test("of each sort of logs the last one is sent, and the others are named with the reason", () => {
  const picked = (/** @type {string} */ path, lastModified = 0, size = 1) => ({ path, file: /** @type {any} */ ({ size, lastModified }) });
  const { sent, left } = sift([
    picked("p/a.RPT", 1),
    picked("p/b.rpt", 2),
    picked("p/huge.rpt", 3, 64 << 20),
    picked("p/x.ADM", 1),
    picked("p/script_1.log", 1),
    picked("p/Name_script_2.log", 2),
    picked("p/crash_1.log", 1),
    picked("p/expansion.log", 1),
    picked("@CF/a.json", 1),
  ]);
  assert.deepEqual(
    sent.map(({ path }) => path),
    ["p/b.rpt", "p/x.ADM", "p/Name_script_2.log", "p/crash_1.log"],
  );
  assert.deepEqual(
    [...left],
    [
      ["an older log", ["p/a.RPT", "p/script_1.log"]],
      ["larger than 32 MB", ["p/huge.rpt"]],
      ["a log of a mod", ["p/expansion.log"]],
      ["part of a mod", ["@CF/a.json"]],
    ],
  );
});
