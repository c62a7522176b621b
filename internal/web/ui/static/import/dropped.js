// @ts-check

/** @typedef {{ file: File, path: string }} Picked a file, and its path below what was dropped or chosen */

/**
 * Resolves to the files that were dropped, those of folders among them, each as { file, path } with its path below what was
 * dropped. The browser takes the items away when the event is over: it must be called before anything is waited for.
 * @param {DataTransfer} transfer
 * @returns {Promise<Picked[]>}
 */
export function droppedFiles(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) {
    return Promise.resolve([...transfer.files].map((file) => ({ file, path: file.name })));
  }
  return Promise.all(entries.map((entry) => filesOf(entry, ""))).then((lists) => lists.flat());
}

/**
 * Returns the files of an input, with their paths where a folder was chosen.
 * @param {HTMLInputElement} input
 * @returns {Picked[]}
 */
export function chosenFiles(input) {
  return [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

// What a server's folder has that is no configuration, and is large: what mods and the game are made of, programs, crashes, and the state
// of a running server. What is small is sent, and the server says why it leaves it out.
const strangeTypes = /\.(pbo|ebo|exe|dll|so|dmp|mdmp)$/i;
const stateFolder = /(^|\/)storage_\d+\//i;
const modFolder = /(^|\/)@[^/]+\//;

// The server takes no larger upload, in bytes.
const largest = 32 << 20;

// The logs of the game, of each of which the last one is read: RPT, ADM, script_*.log and crash_*.log.
const logNames = [/\.rpt$/i, /\.adm$/i, /(^|[/_])script_[^/]*\.log$/i, /(^|[/_])crash_[^/]*\.log$/i];

/**
 * Says why a file of a server's folder is not worth sending, or returns "". Of a mod its meta.cpp is, which tells that it is there.
 * @param {Picked} picked
 */
export function whyNotSent({ file, path }) {
  if (modFolder.test(path) && !/(^|\/)@[^/]+\/meta\.cpp$/i.test(path)) {
    return "part of a mod";
  }
  if (stateFolder.test(path)) {
    return "the state of a running server";
  }
  if (strangeTypes.test(path)) {
    return "a program, the package of a mod, or what a crash has left";
  }
  if (/\.log$/i.test(path) && !logNames.some((name) => name.test(path))) {
    return "a log of a mod";
  }
  return file.size > largest ? "larger than 32 MB" : "";
}

/**
 * Divides files into those that are worth sending, and the others with the reason. Of the logs of each sort the last one is sent.
 * @param {Picked[]} all
 * @returns {{ sent: Picked[], left: Map<string, string[]> }} the paths of those that are left, by the reason
 */
export function sift(all) {
  const older = olderLogs(all);
  const sent = [];
  const left = new Map();
  for (const picked of all) {
    const why = whyNotSent(picked) || (older.has(picked) ? "an older log" : "");
    if (why === "") {
      sent.push(picked);
    } else {
      const paths = left.get(why) ?? [];
      paths.push(picked.path);
      left.set(why, paths);
    }
  }
  return { sent, left };
}

/**
 * @param {Picked[]} all
 * @returns {Set<Picked>}
 */
function olderLogs(all) {
  const older = new Set();
  for (const name of logNames) {
    const logs = all.filter(({ path, file }) => name.test(path) && file.size <= largest);
    logs.sort((a, b) => b.file.lastModified - a.file.lastModified);
    logs.slice(1).forEach((log) => older.add(log));
  }
  return older;
}

/**
 * @param {any} entry
 * @param {string} folder
 * @returns {Promise<Picked[]>}
 */
async function filesOf(entry, folder) {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
    return [{ file, path }];
  }
  const lists = await Promise.all((await entriesOf(entry)).map((child) => filesOf(child, `${path}/`)));
  return lists.flat();
}

/**
 * Reads a folder to its end: a reader gives some hundred entries at a time, and none when there are no more.
 * @param {FileSystemDirectoryEntry} folder
 * @returns {Promise<FileSystemEntry[]>}
 */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) {
      return all;
    }
    all.push(...some);
  }
}
