// Package packs holds the packs that come with the program, as data: README.md tells how to write one, internal/pack reads them.
package packs

import "embed"

// Files are the packs, each a folder with its pack.json; those of documents with a file for each as well.
//
//go:embed */pack.json expansion dayz
var Files embed.FS
