package lint

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var newerField = &Rule{
	ID: "newer-field", Severity: Info, Title: "Field the server’s version of the game does not know",
	Says: sentences{
		"newer": "{at} (line {line}) is read since version {since} of the game; by its log the server has {version}.",
	},
	Check: func(w *world, report report) {
		version := w.gameVersion()
		if version == "" {
			return
		}
		for d := range w.gameDocuments() {
			d.tell(report, newerFields(d, version))
		}
	},
}

// gameVersion returns the version that the log of the server names; empty without one.
func (w *world) gameVersion() string {
	for _, l := range w.Logs {
		if l.Version != "" {
			return l.Version
		}
	}
	return ""
}

func newerFields(d *gameDocument, version string) (list []problem) {
	d.EachObject(d.Tree, func(path string, fields []*expansion.Field, o *jsontree.Object) {
		for _, f := range fields {
			if o.Has(f.Name) && isOlder(version, f.Since) {
				list = append(list, problemAt(jsontree.Join(path, f.Name), "newer", "since", f.Since, "version", version))
			}
		}
	})
	return list
}

// isOlder reports whether a version such as 1.25.157 is before another one such as 1.26; false where one of them is none.
func isOlder(version, than string) bool {
	a, b := versionParts(version), versionParts(than)
	return len(a) == 2 && len(b) == 2 && (a[0] < b[0] || a[0] == b[0] && a[1] < b[1])
}

// versionParts returns the first two numbers of a version; fewer if it has not as many.
func versionParts(version string) (parts []int) {
	for text := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(text)
		if err != nil || len(parts) == 2 {
			break
		}
		parts = append(parts, n)
	}
	return parts
}
