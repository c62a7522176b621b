package stored_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/stored"
)

// TestOneFileForAllWhoAskForIt before it is begun: not for who asks later, since something may have changed in between.
func TestOneFileForAllWhoAskForIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := stored.New(nil, nil, nil, time.Now)
		if err := s.SpoolIn(dir); err != nil {
			t.Fatal(err)
		}
		var written atomic.Int64
		ask := func(key string, done chan<- *stored.Spool) {
			made, err := s.Make(t.Context(), 1, key, "a.zip", func(_ context.Context, w io.Writer) error {
				<-time.After(time.Second) // of a clock that stands still while anybody works
				_, err := io.WriteString(w, strings.Repeat("x", int(written.Add(1))))
				return err
			})
			if err != nil {
				t.Error(err)
			}
			done <- made
		}
		const clients = 150
		done := make(chan *stored.Spool, clients)
		for range clients {
			go ask("one", done)
			synctest.Wait()
		}
		sizes := map[int64]int{}
		var all []*stored.Spool
		for range clients {
			made := <-done
			content, err := io.ReadAll(made)
			if err != nil || int64(len(content)) != made.Size() {
				t.Errorf("read %d bytes, %v", len(content), err)
			}
			sizes[made.Size()]++
			all = append(all, made)
		}
		// The first two are begun as they are asked for. All others come while the third one waits for its turn.
		if written.Load() != 3 {
			t.Errorf("made %d times: %v", written.Load(), sizes)
		}
		for _, made := range all {
			if err := made.Close(); err != nil {
				t.Error(err)
			}
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("left behind: %v, %v", left, err)
		}
	})
}

// TestFewFilesAreMadeAtOnce whoever asks, and not for ever do others wait.
func TestFewFilesAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := stored.New(nil, nil, nil, time.Now)
		var now, most, busy atomic.Int64
		var all sync.WaitGroup
		for user := range 100 {
			all.Go(func() {
				made, err := s.Make(t.Context(), int64(user), "one", "a.zip", func(_ context.Context, w io.Writer) error {
					most.Store(max(most.Load(), now.Add(1)))
					<-time.After(5 * time.Second)
					now.Add(-1)
					return nil
				})
				switch {
				case errors.Is(err, gate.ErrBusy):
					busy.Add(1)
				case err != nil:
					t.Error(err)
				default:
					_ = made.Close()
				}
			})
			synctest.Wait()
		}
		all.Wait()
		if most.Load() > 2 || busy.Load() == 0 || busy.Load() > 80 {
			t.Errorf("%d at once, %d were told to come again", most.Load(), busy.Load())
		}
	})
}

func TestAMakerThatFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := stored.New(nil, nil, nil, time.Now)
		ask := func(ctx context.Context, write func(context.Context, io.Writer) error) (err error) {
			defer func() {
				if recover() != nil {
					err = errors.New("panicked")
				}
			}()
			made, err := s.Make(ctx, 1, "one", "a.zip", write)
			if err == nil {
				err = made.Close()
			}
			return err
		}
		broken := func(context.Context, io.Writer) error { return errors.New("broken") }
		panics := func(context.Context, io.Writer) error { panic("broken") }
		sound := func(context.Context, io.Writer) error { return nil }
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		for _, test := range []struct {
			ctx   context.Context
			write func(context.Context, io.Writer) error
			fails bool
		}{{t.Context(), broken, true}, {t.Context(), panics, true}, {gone, broken, true}, {t.Context(), sound, false}} {
			if err := ask(test.ctx, test.write); (err != nil) != test.fails {
				t.Errorf("%v", err)
			}
		}
	})
}

// TestUploadsTakeTurnsInMemory however many are sent at once.
func TestUploadsTakeTurnsInMemory(t *testing.T) {
	each(t, plan{MaxUploads: 100, MaxBytes: 1 << 40}, func(t *testing.T, w *world) {
		var inside, most atomic.Int64
		var all sync.WaitGroup
		for range 6 {
			in := w.intake(t)
			if err := in.Receive("a.zip", io.LimitReader(zeros{}, 20<<20)); err != nil {
				t.Fatal(err)
			}
			all.Go(func() {
				contents, err := in.Load(t.Context())
				if err != nil || len(contents) != 1 || len(contents[0]) != 20<<20 {
					t.Errorf("%d files, %v", len(contents), err)
				}
				most.Store(max(most.Load(), inside.Add(1)))
				inside.Add(-1)
				_ = in.Close()
			})
		}
		all.Wait()
		if most.Load() > 1 {
			t.Errorf("%d uploads of 20 MiB were in memory at once", most.Load())
		}
	})
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
