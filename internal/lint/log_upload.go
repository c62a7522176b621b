package lint

import (
	"context"
	"io"

	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// LogUpload takes logs in while they arrive: as httpd.ReadFiles hands it the files of a form.
type LogUpload struct {
	Added []Log

	ctx   context.Context
	scope store.Scope
	to    *Service
}

// UploadLogs returns an upload of logs to an instance.
func (s *Service) UploadLogs(ctx context.Context, scope store.Scope) *LogUpload {
	return &LogUpload{ctx: ctx, scope: scope, to: s}
}

// Receive reads a log and keeps what it says; the errors are those of AddLog.
func (u *LogUpload) Receive(name string, content io.Reader) error {
	added, err := u.to.AddLog(u.ctx, u.scope, serverlog.BaseName(name), content)
	if err == nil {
		u.Added = append(u.Added, added)
	}
	return err
}

// Set ignores a field of the form.
func (u *LogUpload) Set(string, string) {}
