// Package sequence holds a test that does to the running program what people do, in random order: imports of game files in
// both modes, edits of any field over every surface, undo and revert. After each step everything must be generated, be taken
// in again as unchanged, and be byte for byte what it was where nothing touched it.
package sequence
