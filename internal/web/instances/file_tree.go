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
	// folded is how many files a page holds in folded folders; with more, these are fetched when somebody opens them.
	folded = 100
	// filesShown is the most files of a folder, or found by a search, that are shown.
	filesShown = 200
)

// How much may be generated before the overview is answered. With more to do, the files follow behind it.
const (
	quickFiles   = 50
	quickBytes   = 512 << 10
	quickRecords = 2_000 // of files that were never imported
)

// isQuick reports whether the sizes and states of all files are known, or are found out soon.
func isQuick(files []mission.File, records int64) bool {
	rest := mission.UnmeasuredOf(files)
	return rest.Files <= quickFiles && rest.Bytes <= quickBytes && (!rest.Unsure || records <= quickRecords)
}

// newTree returns what every part of the tree of files shows.
func newTree(r *site.Request) pages.FileTree {
	url := r.Instance.URL
	return pages.FileTree{Action: url, Search: r.Text("files"), Options: url + "/files.zip", New: url + "/new-text", Tree: url + treePath}
}

// fileTree draws files by their folders, or those whose path has what is searched for.
func fileTree(r *site.Request, files []mission.File) pages.FileTree {
	tree := newTree(r)
	if tree.Search != "" {
		tree.Found = search(r, files, tree.Search)
		return tree
	}
	tree.Root = newFolder(r, files, "", tree)
	return tree
}

// search draws the files whose path has what is searched for.
func search(r *site.Request, files []mission.File, term string) (found []pages.File) {
	for _, f := range files {
		if len(found) < filesShown && strings.Contains(strings.ToLower(f.Path), strings.ToLower(term)) {
			view := fileView(r, f)
			view.Name = f.Path
			found = append(found, view)
		}
	}
	return found
}

// newFolder draws the files below a folder, whose paths begin with it.
func newFolder(r *site.Request, files []mission.File, name string, tree pages.FileTree) *pages.Folder {
	root := &pages.Folder{Path: name, Zip: tree.Options, Tree: tree.Tree}
	b := treeBuilder{later: len(files) > folded, view: func(f mission.File) pages.File { return fileView(r, f) }}
	for _, f := range files {
		b.add(root, strings.Split(strings.TrimPrefix(f.Path, prefixOf(name)), "/"), f)
	}
	settle(root, len(files) <= unfolded)
	return root
}

// treeBuilder puts files into folders.
type treeBuilder struct {
	later bool // the folders below the first one are fetched when somebody opens them
	view  func(mission.File) pages.File
}

// prefixOf is what the paths of files in a folder begin with.
func prefixOf(folder string) string {
	if folder == "" {
		return ""
	}
	return folder + "/"
}

// add puts a file into the folder that the segments of its path lead to.
func (b treeBuilder) add(folder *pages.Folder, segments []string, f mission.File) {
	folder.Count++
	folder.Size += f.Size
	if stateLabels[f.State] != "" {
		folder.Changed++
	}
	if !f.Error.IsNone() {
		folder.Broken++
	}
	if len(segments) == 1 {
		b.show(folder, f)
		return
	}
	i := slices.IndexFunc(folder.Folders, func(f *pages.Folder) bool { return f.Name == segments[0] })
	if i < 0 {
		i = len(folder.Folders)
		below := &pages.Folder{Name: segments[0], Path: path.Join(folder.Path, segments[0]), Zip: folder.Zip, Tree: folder.Tree, Later: b.later}
		folder.Folders = append(folder.Folders, below)
	}
	b.add(folder.Folders[i], segments[1:], f)
}

// show draws a file of a folder, unless the folder is fetched later or shows as many as it may.
func (b treeBuilder) show(folder *pages.Folder, f mission.File) {
	switch {
	case folder.Later:
		folder.Held++
	case len(folder.Files) < filesShown:
		folder.Files = append(folder.Files, b.view(f))
	default:
		folder.More++
	}
}

// settle joins folders that hold nothing but another one with that, and opens all of them or those with an error.
func settle(folder *pages.Folder, open bool) {
	for _, f := range folder.Folders {
		for len(f.Folders) == 1 && len(f.Files)+f.Held == 0 {
			only := f.Folders[0]
			only.Name = f.Name + "/" + only.Name
			*f = *only
		}
		f.Open = open || f.Broken > 0 && !f.Later
		settle(f, open)
	}
}

// stateLabels mark files that differ from what was imported.
var stateLabels = map[mission.State]string{mission.Changed: "changed since import", mission.NotImported: "never imported"}

func fileView(r *site.Request, f mission.File) pages.File {
	view := pages.File{
		Text: textURL(r, f), Measured: f.IsMeasured(),
		Name: path.Base(f.Path), Path: f.Path, Kind: f.Kind.Label(), Size: f.Size, Records: int64(f.Records),
		URL: history.FileURL(r, "files", f.Path), Error: errorOf(f),
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
		return "Cannot be read: " + mission.Sentence(f.Error) + ". It is exported as it was uploaded."
	case !f.Error.IsNone():
		return "Cannot be written: " + mission.Sentence(f.Error) + "."
	}
	return ""
}
