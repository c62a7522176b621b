package lint

import (
	"path"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var logFile = &Rule{
	ID: "log-file", Severity: Error, Title: "File the server could not read",
	Says: sentences{
		"broken":        "The server could not read {file}, so the game ignores it ({place}).",
		"broken-detail": "The server could not read {file}, so the game ignores it: {detail} ({place}).",
		"missing":       "The server has not found {file} ({place}).",
		"missing-xml":   "The server has not found {file}, perhaps because .xml is missing at the end of its name ({place}).",
	},
	Check: func(w *world, report report) {
		w.logged(serverlog.BrokenFile, func(l *Log, e serverlog.Entry) {
			problem := says("broken", "file", e.Name)
			if e.Detail != "" {
				problem = says("broken-detail", "file", e.Name, "detail", strings.TrimSuffix(e.Detail, "."))
			}
			w.tell(report, l, e, w.fileOrInstance(e.Name), problem)
		})
		w.logged(serverlog.MissingFile, func(l *Log, e serverlog.Entry) {
			problem := says("missing", "file", e.Name)
			if path.Ext(e.Name) == "" {
				problem = says("missing-xml", "file", e.Name)
			}
			about := w.fileOrInstance(e.Name)
			if about == any(w.Instance) && w.CoreFile != nil && len(w.records[w.CoreFile].row) > 0 {
				about = w.CoreFile
			}
			w.tell(report, l, e, about, problem)
		})
	},
}

// fileOrInstance returns the file whose path ends with that of a log, or the instance.
func (w *world) fileOrInstance(named string) any {
	end := "/" + strings.ToLower(strings.Trim(named, "/"))
	for _, f := range w.Files {
		if strings.HasSuffix("/"+strings.ToLower(strings.Trim(f.Path, "/")), end) {
			return f
		}
	}
	return w.Instance
}

// brokenLoot reports whether a log says that a whole file was not read: what refers to its content is then reported by the server as
// missing, though nothing is wrong with it.
func (w *world) brokenLoot() (broken bool) {
	w.logged(serverlog.BrokenFile, func(_ *Log, e serverlog.Entry) {
		f, isFile := w.fileOrInstance(e.Name).(*record.File)
		broken = broken || isFile && (f.Kind == "types" || f.Kind == "spawnabletypes" || f.Kind == "events")
	})
	return broken
}
