package delivery

import (
	"context"
	"time"

	"quartermaster/internal/parallel"
)

// locked is how long a lock lasts that is not renewed.
const locked = 45 * time.Second

// lock takes the lock of an instance, or returns ErrBusy. An owner may take its own again: only one process works for it. The lock
// is renewed until unlock is called; when it is lost, the context ends.
func (s *Service) lock(ctx context.Context, instance int64, owner string) (working context.Context, unlock func(), err error) {
	const text = `INSERT INTO delivery_locks (instance_id, owner, ends_at) VALUES ($1, $2, $3)
		ON CONFLICT (instance_id) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
		WHERE delivery_locks.ends_at < $4 OR delivery_locks.owner = excluded.owner`
	now := s.DB.Time()
	n, err := s.DB.Exec(ctx, text, instance, owner, now.Add(locked).UnixMicro(), now.UnixMicro())
	if err == nil && n == 0 {
		err = ErrBusy
	}
	if err != nil {
		return nil, nil, err
	}
	working, stop := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := parallel.Caught(func() error { return s.renew(working, instance, owner) }); err != nil {
			stop(err)
		}
	}()
	return working, func() {
		stop(nil)
		<-ended
		s.release(context.WithoutCancel(ctx), instance, owner)
	}, nil
}

// renew renews a lock until ctx ends. It returns ErrBusy when somebody else has it.
func (s *Service) renew(ctx context.Context, instance int64, owner string) error {
	ticker := time.NewTicker(locked / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		n, err := s.DB.Exec(ctx, `UPDATE delivery_locks SET ends_at = $1 WHERE instance_id = $2 AND owner = $3`,
			s.DB.Time().Add(locked).UnixMicro(), instance, owner)
		if err == nil && n == 0 {
			return ErrBusy
		}
	}
}

func (s *Service) release(ctx context.Context, instance int64, owner string) {
	if _, err := s.DB.Exec(ctx, `DELETE FROM delivery_locks WHERE instance_id = $1 AND owner = $2`, instance, owner); err != nil {
		s.Logger.ErrorContext(ctx, "a lock of deliveries stays until its end", "error", err)
	}
}
