// Package gameversion knows the versions of the game's own files by fingerprints: which of them a file comes from, and what they say in
// a place, without having the files, which belong to others.
//
// What is fingerprinted are facts: that a version has an entry (a type, an event ...), that its field, or a place inside of it, has a
// value, that an object has certain keys, a list so many elements, a set a member. A [Fact] is a hash of the place and the value together,
// so equal values in different places have nothing in common, and a fact that several versions share, on whatever map, is stored once.
// Entries are known by their key, and by their number among those of the same key.
//
// A fact answers a question: has the version this value here? A value can therefore be found again only by trying what it can be.
// [Version.Entry] and [Version.Document] try the values of the texts at hand, and then those that the place usually has: numbers and words
// that a field has anywhere in the game's files, without saying where. What is not found so is [change.Unknown].
//
// The file versions.bin is made by the command that is documented in scripts/versions. It holds, after a line with the name of the format,
// and with all numbers as unsigned varints and all texts behind their lengths:
//
//   - the versions: how many, and of each its map, its name, and for each kind of entries how many it has
//   - the usual values: how many fields, and of each its name and the JSON of its values
//   - the facts, in groups of those that hold for the same versions: how many facts and groups, and of each group a bitmap of the versions,
//     the number of facts and the differences between them in rising order
//
// Facts are hashes of 44 bits: among 100,000 of them a wrong value passes for right once in 170 million questions.
package gameversion
