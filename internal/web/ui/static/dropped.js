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
  return [...input.files].map((file) => ({ file, path: file.webkitRelativePath || file.name }));
}

// What a server's folder has that is no configuration: what mods and the game are made of, programs, crashes, and the state of a
// running server.
const strangeTypes = /\.(pbo|bisign|exe|dll|so|dmp|mdmp)$/i;
const strangeFolders = /(^|\/)(storage_\d+|@[^/]+)\//i;

// The server takes no larger upload, in bytes.
const largest = 32 << 20;

/**
 * Reports whether a file of a server's folder is worth sending. Of a mod that is its meta.cpp, which tells that it is there.
 * @param {Picked} picked
 */
export function isWorthSending({ file, path }) {
  const isMod = /(^|\/)@[^/]+\/meta\.cpp$/i.test(path);
  return file.size <= largest && !strangeTypes.test(path) && (isMod || !strangeFolders.test(path));
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
