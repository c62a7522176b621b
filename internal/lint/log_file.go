package lint

import (
	"path"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var logFile = &Rule{
	ID: "log-file", Severity: Error, Title: "File that the server could not read",
	Check: func(w *world, report report) {
		w.logged(serverlog.BrokenFile, func(l *Log, e serverlog.Entry) {
			message := "The server could not read " + e.Name + ", so that nothing of it is in the game"
			if e.Detail != "" {
				message += ": " + strings.TrimSuffix(e.Detail, ".")
			}
			w.tell(report, l, e, w.fileOrInstance(e.Name), message)
		})
		w.logged(serverlog.MissingFile, func(l *Log, e serverlog.Entry) {
			message := "The server has not found " + e.Name
			if path.Ext(e.Name) == "" {
				message += ", perhaps because .xml is missing at the end of its name"
			}
			about := w.fileOrInstance(e.Name)
			if about == any(w.Instance) && w.CoreFile != nil && len(w.records[w.CoreFile].row) > 0 {
				about = w.CoreFile
			}
			w.tell(report, l, e, about, message)
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
