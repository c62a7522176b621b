// Package bundle reads and writes bundles: layers as files that can be handed on.
//
// A bundle (.qmb) is a ZIP. bundle.json says what it is and has the SHA-256 of every other entry; bundle.minisig is a signature over the
// bytes of bundle.json in the format of minisign, whose trusted comment is the name and the version. Beside these two it has
//
//	rows/NAME.json   lists of rows, as layers have them, with names in the place of ids
//	steps/NAME.json  lists of steps, as recipes have them, which become rows of the instance that they come to
//	texts/PATH       the text that a row calls {"entry": "texts/PATH"}
//
// and nothing else. A value may be {"ask": "name"}: the answer to a question of bundle.json.
//
// A bundle is data from strangers. What [Open] returns is within bounds, holds no path out of its place and no script; an error of this
// package is a [Refusal], a sentence for whoever has sent the file.
package bundle
