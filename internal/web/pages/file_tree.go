package pages

import "net/url"

// FileTree shows the files of an instance by their folders, or those that a search finds.
type FileTree struct {
	Action  string // of the search
	Search  string
	Found   []File // by the search
	Root    *Folder
	Options string // address of the ZIP, for what can be added to it
	New     string // address of the form for a new file
}

// Folder is a folder of files, with those below it.
type Folder struct {
	Name    string // with those above it that hold nothing else
	Path    string
	Folders []*Folder
	Files   []File
	Count   int   // of files, with those in folders below
	Size    int64 // of all of them, in bytes
	Changed int   // files that differ from what was imported
	Broken  int   // files with an error
	Open    bool
	Zip     string // address of the ZIP of all files
}

// ZipURL returns the address of the folder's files as a ZIP.
func (f Folder) ZipURL() string { return f.Zip + "?" + url.Values{"folder": {f.Path}}.Encode() }

// Template names the page that draws the view.
func (Overview) Template() string { return "overview" }

// File is a generated file.
type File struct {
	Name    string // without the folder that it is shown in
	Path    string
	Kind    string
	Size    int64
	Records int64
	URL     string
	Text    string // address of its editor; empty for none
	Diff    string // address of the differences from the imported file; empty for none
	State   string // how it differs, in words
	Compare string // address of the file of which this is a copy, compared with it; empty for none
	Error   string // what is wrong with it, in sentences; empty for nothing
}
