package lint

import (
	"context"
	"io"

	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// LogUpload reads logs while they arrive: as httpd.ReadFiles hands it the files of a form.
type LogUpload struct{ logs []Log }

// Receive reads a log. It returns serverlog.ErrNoLog for another text, and errors of content.
func (u *LogUpload) Receive(name string, content io.Reader) error {
	log, err := readLog(serverlog.BaseName(name), content)
	if err == nil {
		u.logs = append(u.logs, log)
	}
	return err
}

// AddLogs keeps what the logs of an upload that has arrived whole say, each in place of the last log of its sort. It returns
// store.ErrNotFound if there is no such instance.
func (s *Service) AddLogs(ctx context.Context, scope store.Scope, u LogUpload) ([]Log, error) {
	return u.logs, s.db.Tx(ctx, func(tx *store.Tx) error {
		for i := range u.logs {
			if err := keepLog(ctx, tx, scope, &u.logs[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// Set ignores a field of the form.
func (u *LogUpload) Set(string, string) {}
