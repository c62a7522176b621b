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
	Tree    string // address of the page of the tree
	Later   bool   // the files are fetched from there, because it takes a while to tell their states
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
	Later   bool   // the folders and files are fetched when somebody opens it
	Held    int    // files that are fetched then
	More    int    // files that are not shown
	Zip     string // address of the ZIP of all files
	Tree    string // address of the page of the tree
}

// ZipURL returns the address of the folder's files as a ZIP.
func (f Folder) ZipURL() string { return f.Zip + "?" + url.Values{"folder": {f.Path}}.Encode() }

// URL returns the address of the page of the folder.
func (f Folder) URL() string { return f.Tree + "?" + url.Values{"folder": {f.Path}}.Encode() }

// ServerFiles shows the files of an instance, or of one of its folders.
type ServerFiles struct {
	Origin string // which version of the game they come from, in words; empty where that is not known
	Files  FileTree
	Folder *Folder // nil for all files
}

// Template names the page that draws the view.
func (ServerFiles) Template() string { return "server-files" }

// Template names the page that draws the view.
func (Overview) Template() string { return "overview" }

// File is a generated file.
type File struct {
	Name     string // without the folder that it is shown in
	Path     string
	Kind     string
	Size     int64
	Records  int64
	Measured bool // Size, Records and State are known
	URL      string
	Text     string // address of its editor; empty for none
	Diff     string // address of the differences from the imported file; empty for none
	State    string // how it differs, in words
	Compare  string // address of the file of which this is a copy, compared with it; empty for none
	Error    string // what is wrong with it, in sentences; empty for nothing
}
