package health

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// probeCache checks that what counts requests remembers a hit, unless its window has just ended. Ended windows fall out of it by
// themselves.
func (s *Service) probeCache(ctx context.Context) error {
	first, err := s.Cache.Hit(ctx, "health", math.MaxInt, time.Minute)
	if err != nil {
		return err
	}
	next, err := s.Cache.Hit(ctx, "health", math.MaxInt, time.Minute)
	if err == nil && next.Reset.Sub(first.Reset) < time.Second && next.Remaining >= first.Remaining {
		err = errors.New("the memory for counting requests forgets them")
	}
	return err
}

// probeStorage writes a file of its own, reads it back and deletes it.
func (s *Service) probeStorage(ctx context.Context) error {
	key, value := "health/"+store.NewSID(), store.NewSID()
	if _, err := s.Blobs.Put(ctx, key, strings.NewReader(value)); err != nil {
		return err
	}
	err := s.readBack(ctx, key, value)
	return errors.Join(err, s.Blobs.Delete(ctx, key))
}

func (s *Service) readBack(ctx context.Context, key, value string) error {
	file, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer file.Close()
	got, err := io.ReadAll(file)
	if err == nil && string(got) != value {
		err = errors.New("the storage does not give back what was written")
	}
	return err
}

// probeQueue asks how long ago the worker of this process gave a sign of life: that of another one says nothing about it.
func (s *Service) probeQueue(ctx context.Context) error {
	age, err := queue.Age(ctx, s.DB, s.Worker)
	if err == nil && age >= queue.MaxAge {
		err = errors.New("no heartbeat for " + age.String())
	}
	return err
}
