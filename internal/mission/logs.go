package mission

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"path"
	"regexp"

	"quartermaster/internal/say"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// readLog ends the work on a file that is a log: it is read as one, and no file of the server.
func (f *incomingFile) readLog(ctx context.Context, g guard, uploaded string) {
	f.report.Kind = KindLog
	err := g.run(ctx, "read", KindLog, uploaded, func() error {
		read, err := serverlog.Read(bytes.NewReader(f.data))
		if err == nil {
			f.log = &read
		}
		return err
	})
	switch {
	case err == nil:
		f.leaveOut(logged(len(f.log.Entries)))
	case errors.Is(err, serverlog.ErrNoLog):
		f.leaveOut(say.New("log-silent"))
	default:
		f.leaveOut(say.New("log-broken", "why", err.Error()))
	}
}

// logged says what was read of a log.
func logged(complaints int) say.Message {
	switch complaints {
	case 0:
		return say.New("log-read")
	case 1:
		return say.New("log-read-one")
	}
	return say.New("log-read-some", "n", complaints)
}

// setOlderLogsAside leaves of each sort only the newest of the logs to be kept.
func setOlderLogsAside(files []incomingFile) {
	newest := map[serverlog.Sort]*incomingFile{}
	for i := range files {
		f := &files[i]
		if f.log == nil {
			continue
		}
		last := newest[f.log.Sort]
		if last != nil && f.writtenAt() < last.writtenAt() {
			f, last = last, f
		}
		if newest[f.log.Sort] = f; last != nil {
			last.log = nil
			last.leaveOut(say.New("log-older"))
		}
	}
}

var (
	timeInName = regexp.MustCompile(`20\d\d[-_]\d\d[-_]\d\d(?:[-_][-_\d]*)?`)
	notDigits  = regexp.MustCompile(`\D+`)
)

// writtenAt is when a log was begun, by its name or else by what it says, as digits in the order of a date.
func (f *incomingFile) writtenAt() string {
	return notDigits.ReplaceAllString(cmp.Or(timeInName.FindString(path.Base(f.report.Path)), f.log.Started), "")
}

// logsAmong returns what those of the files say that are logs.
func logsAmong(files []incomingFile) (logs []store.ServerLog) {
	for _, f := range files {
		if l := f.log; l != nil {
			logs = append(logs, store.ServerLog{
				SID: store.NewSID(), Sort: string(l.Sort), Name: serverlog.BaseName(f.report.Path), Started: l.Started, Version: l.Version,
				Size:    l.Size,
				Entries: l.Entries,
			})
		}
	}
	return logs
}

// keepLogs keeps what logs say, each in place of the last one of its sort.
func (s *Service) keepLogs(ctx context.Context, scope store.Scope, logs []store.ServerLog) error {
	if len(logs) == 0 {
		return nil
	}
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		for i := range logs {
			if err := tx.KeepServerLog(ctx, scope, &logs[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
