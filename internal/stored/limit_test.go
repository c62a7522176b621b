package stored_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/stored"
)

// limitOf returns the LimitError that an error is.
func limitOf(t *testing.T, err error) stored.LimitError {
	t.Helper()
	var full stored.LimitError
	if !errors.As(err, &full) {
		t.Errorf("error %v, want a limit", err)
	}
	return full
}

// TestLimits fills a plan to the brim, and then adds one more.
func TestLimits(t *testing.T) {
	t.Parallel()
	limits := plan{MaxUploads: 2, MaxGenerates: 1, MaxBytes: 10}
	tests := []struct {
		name string
		held []stored.File
		more []stored.File
		want stored.LimitError
	}{
		{
			"uploads",
			[]stored.File{upload("a", "1"), upload("b", "2")},
			[]stored.File{upload("c", "3")},
			stored.LimitError{Type: "stored_uploads", Current: 2, Limit: 2},
		},
		{
			"generated files",
			[]stored.File{generated("a", "1"), upload("a", "1")},
			[]stored.File{generated("a", "2")},
			stored.LimitError{Type: "stored_generates", Current: 1, Limit: 1},
		},
		{
			"bytes",
			[]stored.File{upload("a", "12345"), generated("b", "12345")},
			[]stored.File{upload("c", "1")},
			stored.LimitError{Type: "total_storage", Current: 10, Limit: 10},
		},
		{
			"several at once",
			[]stored.File{upload("a", "1")},
			[]stored.File{upload("b", "2"), upload("c", "3")},
			stored.LimitError{Type: "stored_uploads", Current: 1, Limit: 2},
		},
		{
			"bytes of several",
			[]stored.File{generated("a", "123")},
			[]stored.File{upload("a", "1234"), upload("b", "1234")},
			stored.LimitError{Type: "total_storage", Current: 3, Limit: 10},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			each(t, limits, func(t *testing.T, w *world) {
				w.keep(t, tt.held...)
				before, keys := w.files(t, w.scope.UserID), w.keys(t)
				_, err := w.Keep(t.Context(), w.scope, tt.more...)
				if diff := cmp.Diff(tt.want, limitOf(t, err)); diff != "" {
					t.Error(diff)
				}
				if diff := cmp.Diff(before, w.files(t, w.scope.UserID)); diff != "" {
					t.Errorf("something was stored: %s", diff)
				}
				if diff := cmp.Diff(keys, w.keys(t)); diff != "" {
					t.Errorf("something was written: %s", diff)
				}
			})
		})
	}
}

func TestLimitErrorAsJSON(t *testing.T) {
	t.Parallel()
	got := string(stored.LimitError{Type: "stored_uploads", Current: 20, Limit: 20}.AppendJSON(nil))
	want := `{"message":"Your plan's limit of 20 on stored uploads is reached. Delete stored files to make room.","limit_type":"stored_uploads","current":20,"limit":20}`
	if got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestLimitsHoldInARace: of many files at the same moment as many are stored as there is room for.
func TestLimitsHoldInARace(t *testing.T) {
	for name, limits := range map[string]plan{"count": {MaxUploads: 3, MaxBytes: 1000}, "bytes": {MaxUploads: 100, MaxBytes: 39}} {
		t.Run(name, func(t *testing.T) {
			each(t, limits, func(t *testing.T, w *world) {
				var kept atomic.Int64
				var all sync.WaitGroup
				for i := range 12 {
					all.Go(func() {
						content := strings.Repeat(string(rune('a'+i)), 10)
						if _, err := w.Keep(context.Background(), w.scope, upload(content, content)); err == nil {
							kept.Add(1)
						} else {
							_ = limitOf(t, err)
						}
					})
				}
				all.Wait()
				if n := kept.Load(); n != 3 || len(w.files(t, w.scope.UserID)) != 3 {
					t.Errorf("%d of 12 were stored, want 3", n)
				}
			})
		})
	}
}

// read takes a file in and tells how much of it was read.
func read(in *stored.Intake, name, content string) (n int, err error) {
	left := strings.NewReader(content)
	_, err = in.Read(name, iotest.OneByteReader(left))
	return len(content) - left.Len(), err
}

func (w *world) intake(t *testing.T) *stored.Intake {
	t.Helper()
	in, err := w.Intake(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestUploadsAreCutOff: nothing is read on of a file for which there is no room, and what is stored already needs none.
func TestUploadsAreCutOff(t *testing.T) {
	each(t, plan{MaxUploads: 3, MaxBytes: 20}, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "0123456789"), upload("b", "01234"))
		tests := []struct {
			name, file, content string
			read                int
			limit               string
		}{
			{"fits", "c", "01234", 5, ""},
			{"too large", "c", "0123456789abcdef", 6, "total_storage"},
			{"repeats", "a", "0123456789", 10, ""},
			{"larger than what it may repeat", "a", "0123456789abcdef", 11, "total_storage"},
			{"as large and different", "a", "9876543210", 10, "total_storage"},
			{"repeats under another name", "c", "0123456789", 6, "total_storage"},
		}
		for _, tt := range tests {
			n, err := read(w.intake(t), tt.file, tt.content)
			if n != tt.read || (err == nil) != (tt.limit == "") {
				t.Errorf("%s: %d bytes were read, want %d; %v", tt.name, n, tt.read, err)
			}
			if err != nil && limitOf(t, err) != (stored.LimitError{Type: tt.limit, Current: 15, Limit: 20}) {
				t.Errorf("%s: %+v", tt.name, err)
			}
		}
	})
}

func TestUploadsBeyondTheirNumber(t *testing.T) {
	each(t, plan{MaxUploads: 2, MaxBytes: 100}, func(t *testing.T, w *world) {
		w.keep(t, upload("a", "x"))
		in := w.intake(t)
		for _, name := range []string{"b", "a"} {
			if _, err := read(in, name, "x"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n, err := read(in, "c", "x"); n != 0 || limitOf(t, err) != (stored.LimitError{Type: "stored_uploads", Current: 1, Limit: 2}) {
			t.Errorf("%d bytes were read, %+v", n, err)
		}
		if err := in.Keep(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.has(t, "upload a", "upload b")
		if err := in.Withdraw(t.Context()); err != nil {
			t.Fatal(err)
		}
		w.has(t, "upload a")
	})
}

func TestBrokenUpload(t *testing.T) {
	each(t, roomy, func(t *testing.T, w *world) {
		if _, err := w.intake(t).Read("a", iotest.ErrReader(io.ErrUnexpectedEOF)); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v", err)
		}
	})
}
