package problems

import (
	"context"
	"errors"
	"strings"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/lint"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// logSorts are the sorts of logs in words.
var logSorts = map[serverlog.Sort]string{
	serverlog.RPT: "RPT", serverlog.Script: "Script log", serverlog.Crash: "Crash log", serverlog.Admin: "Admin log",
}

// logsView shows the logs of the instance.
func logsView(ctx context.Context, r *site.Request) (pages.ServerLogs, error) {
	logs, err := r.Site.Lint.Logs(ctx, r.Scope())
	view := pages.ServerLogs{Upload: r.Instance.URL + site.LogPath}
	for _, l := range logs {
		view.Logs = append(view.Logs, pages.ServerLog{
			Name: l.Name, About: aboutLog(l), Added: time.UnixMicro(l.AddedAt), Dismiss: view.Upload + "/" + l.SID + "/dismiss",
		})
	}
	return view, err
}

func aboutLog(l lint.Log) string {
	parts := []string{logSorts[l.Sort]}
	if l.Version != "" {
		parts = append(parts, "game "+l.Version)
	}
	if l.Started != "" {
		parts = append(parts, "started "+l.Started)
	}
	return strings.Join(append(parts, ui.Plural(len(l.Entries), "complaint", "complaints")), ", ")
}

// addLogs reads uploaded logs.
func addLogs(ctx context.Context, r *site.Request) (site.Response, error) {
	var form lint.LogUpload
	var err error
	if r.Parts != nil {
		err = httpd.ReadFiles(r.Parts, &form)
	}
	if errors.Is(err, serverlog.ErrNoLog) {
		return r.Tell(lintURL(r), ui.Notice{Tone: ui.Bad, Text: ui.Capital(err.Error()) + "."}), nil
	}
	var damaged validate.Errors
	err = imports.ReadError(err)
	switch {
	case errors.As(err, &damaged):
		return r.Tell(lintURL(r), ui.Notice{Tone: ui.Bad, Text: damaged.First()}), nil
	case err != nil:
		return site.Response{}, err
	}
	added, err := r.Site.Lint.AddLogs(ctx, r.Scope(), form)
	if err == nil && len(added) == 0 {
		return r.Tell(lintURL(r), ui.Notice{Tone: ui.Bad, Text: "Choose a log of the server first."}), nil
	}
	return r.Done(lintURL(r), readLogs(added)), err
}

// readLogs says what was read of logs.
func readLogs(added []lint.Log) string {
	texts := make([]string, len(added))
	for i, l := range added {
		texts[i] = l.Name + " was read: " + ui.Plural(len(l.Entries), "complaint", "complaints") + "."
	}
	return strings.Join(texts, " ") + " Their messages about your records are listed as problems."
}

// dismissLog forgets a log.
func dismissLog(ctx context.Context, r *site.Request) (site.Response, error) {
	err := r.Site.Lint.DismissLog(ctx, r.Scope(), r.Param("log"))
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return site.Response{}, err
	}
	return r.Done(lintURL(r), "The log was dismissed."), nil
}
