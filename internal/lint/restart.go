package lint

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Restart returns the time between restarts of an instance's server in seconds, 0 if it is unknown.
func (s *Service) Restart(ctx context.Context, scope store.Scope) (int64, error) {
	settings, err := s.Settings(ctx, scope)
	if err != nil || settings.Restart != nil {
		return restartOf(settings, nil), err
	}
	l := &loader{ctx: ctx, from: outside{s.db, scope}, world: &world{records: map[any]entry{}}}
	messages := all[record.Message](l, record.Messages, "")
	return restartOf(settings, messages), l.err
}

// restartOf returns the time between restarts in seconds: what the settings say, else the earliest message that shuts the server down,
// else 0.
func restartOf(settings Settings, messages []*record.Message) (seconds int64) {
	if settings.Restart != nil {
		return *settings.Restart
	}
	for _, m := range messages {
		if after := valueOf(m.Deadline) * 60; m.Shutdown && after > 0 && (seconds == 0 || after < seconds) {
			seconds = after
		}
	}
	return seconds
}
