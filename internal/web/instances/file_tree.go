package instances

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

const (
	// unfolded is how many files are shown without folding their folders.
	unfolded = 25
	// filesFound is the most files that a search shows.
	filesFound = 200
)

// fileTree draws files by their folders, or those whose path has what is searched for.
func fileTree(r *site.Request, files []mission.File) pages.FileTree {
	tree := pages.FileTree{Action: r.Instance.URL, Search: r.Text("files"), Options: r.Instance.URL + "/files.zip", New: r.Instance.URL + "/new-text"}
	if tree.Search == "" {
		tree.Root = &pages.Folder{Zip: tree.Options}
		for _, f := range files {
			add(tree.Root, strings.Split(f.Path, "/"), fileView(r, f))
		}
		settle(tree.Root, len(files) <= unfolded)
		return tree
	}
	for _, f := range files {
		if len(tree.Found) < filesFound && strings.Contains(strings.ToLower(f.Path), strings.ToLower(tree.Search)) {
			view := fileView(r, f)
			view.Name = f.Path
			tree.Found = append(tree.Found, view)
		}
	}
	return tree
}

// add puts a file into the folder that the segments of its path lead to.
func add(folder *pages.Folder, segments []string, file pages.File) {
	folder.Count++
	folder.Size += file.Size
	if file.Diff != "" {
		folder.Changed++
	}
	if file.Error != "" {
		folder.Broken++
	}
	if len(segments) == 1 {
		folder.Files = append(folder.Files, file)
		return
	}
	i := slices.IndexFunc(folder.Folders, func(f *pages.Folder) bool { return f.Name == segments[0] })
	if i < 0 {
		i = len(folder.Folders)
		folder.Folders = append(folder.Folders, &pages.Folder{Name: segments[0], Path: path.Join(folder.Path, segments[0]), Zip: folder.Zip})
	}
	add(folder.Folders[i], segments[1:], file)
}

// settle joins folders that hold nothing but another one with that, and opens all of them or those with an error.
func settle(folder *pages.Folder, open bool) {
	for _, f := range folder.Folders {
		for len(f.Folders) == 1 && len(f.Files) == 0 {
			only := f.Folders[0]
			only.Name = f.Name + "/" + only.Name
			*f = *only
		}
		f.Open = open || f.Broken > 0
		settle(f, open)
	}
}

// stateLabels mark files that differ from what was imported.
var stateLabels = map[mission.State]string{mission.Changed: "changed since import", mission.NotImported: "never imported"}

func fileView(r *site.Request, f mission.File) pages.File {
	view := pages.File{
		Text: textURL(r, f),
		Name: path.Base(f.Path), Path: f.Path, Kind: f.Kind.Label(), Size: f.Size, Records: int64(f.Records), URL: history.FileURL(r, "files", f.Path), Error: errorOf(f),
	}
	switch {
	case f.CopyOf != "":
		view.Kind = "copy of " + path.Base(f.CopyOf)
		view.Compare = r.TextURL(f.CopyOf) + "?" + url.Values{"from": {f.Path}}.Encode()
	case f.Note:
		view.Kind = "note"
	}
	if label := stateLabels[f.State]; label != "" {
		view.State, view.Diff = label, history.FileURL(r, "diff", f.Path)
	}
	return view
}

// binaries are the extensions of files that nobody edits as text.
var binaries = []string{".bin", ".pbo", ".bikey", ".bisign", ".zip", ".dll", ".exe", ".so", ".png", ".jpg", ".paa", ".edds", ".wrp", ".db"}

// textURL returns the address of the editor of a file, at the line of its error, or "" for one that is no text by its name.
func textURL(r *site.Request, f mission.File) string {
	if slices.Contains(binaries, strings.ToLower(path.Ext(f.Path))) {
		return ""
	}
	if line := f.Line(); line > 0 {
		return r.TextURL(f.Path) + "?line=" + strconv.Itoa(line)
	}
	return r.TextURL(f.Path)
}

// errorOf returns what is wrong with a file, or "".
func errorOf(f mission.File) string {
	switch {
	case f.Broken:
		return "Cannot be read: " + f.Error + ". It is exported as it was uploaded."
	case f.Error != "":
		return "Cannot be written: " + f.Error + "."
	}
	return ""
}
