package lint

import (
	"maps"
	"path"
	"slices"

	"quartermaster/internal/jsontree"
)

var duplicateKey = &Rule{
	ID: "duplicate-key", Severity: Warning, Title: "Key twice in a JSON file",
	Says: sentences{
		"key": "The key “{key}” appears twice in the same place (line {line}).",
	},
	Check: func(w *world, report report) {
		for _, at := range slices.Sorted(maps.Keys(w.Game)) {
			f := w.Game[at]
			if path.Ext(at) != ".json" {
				continue
			}
			if root, ok := f.json(); ok {
				found := few{report: report, about: f.about}
				eachRepeated(root, func(n jsontree.Node) {
					found.tell(func() message { return says("key", "key", n.Key, "line", inLine(lineAt(f.text, n.Lead))) })
				})
				found.end()
			}
		}
	},
}

// eachRepeated visits the members of objects whose key stood before.
func eachRepeated(n jsontree.Node, visit func(jsontree.Node)) {
	there := map[string]bool{}
	for _, m := range n.Members {
		if m.Key != "" && there[m.Key] {
			visit(m)
		}
		there[m.Key] = true
		eachRepeated(m, visit)
	}
}
