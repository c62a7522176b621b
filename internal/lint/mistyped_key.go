package lint

import "quartermaster/internal/expansion"

var mistypedKey = &Rule{
	ID: "mistyped-key", Severity: Warning, Title: "Key that looks mistyped",
	Says: sentences{
		"key": "The mod does not know “{key}” at {at}; did you mean “{near}”?",
		"fix": "Rename “{key}” to “{near}”.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			version, known := expansion.VersionOf(d.Tree, d.Of.VersionField)
			outdated := known && version < int64(d.Of.Version)
			for _, s := range d.Of.Strays(d.Tree) {
				if outdated && !s.DiffersInSpelling() {
					continue // it may be a key of that version
				}
				report(d.about, says("key", "key", s.Key, "at", s.Path, "near", s.Known), keyFix(d, s))
			}
		}
	},
}

// keyFix returns a fix that renames the key, or nil if the object has the right one as well.
func keyFix(d *document, s expansion.Stray) *Fix {
	if !s.Settable() {
		return nil
	}
	return d.mend(says("fix", "key", s.Key, "near", s.Known), func() {
		if s.Settable() { // another fix may have set the same key
			s.Rename()
		}
	})
}
