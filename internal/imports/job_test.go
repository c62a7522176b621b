package imports

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/blob"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// withdrawn notes the batches that are withdrawn.
type withdrawn []string

func (w *withdrawn) WithdrawBatch(_ context.Context, _ int64, batch string) error {
	*w = append(*w, batch)
	return nil
}

func (w *withdrawn) DropBatch(context.Context, *store.Tx, int64, string) error { return nil }

func (w *withdrawn) AssignBatch(context.Context, *store.Tx, store.Scope, string) error { return nil }

// A job that ends before its first file leaves nothing stored, unless an earlier attempt may have imported something.
func TestAJobThatEndsBeforeItsFirstFile(t *testing.T) {
	t.Parallel()
	blobs, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	for name, test := range map[string]struct {
		job  queue.Job
		want int
	}{
		"at its first attempt": {queue.Job{SID: "aB3dE5fG7h", Payload: []byte(`{"batch":"b"}`)}, 1},
		"at a later attempt":   {queue.Job{SID: "aB3dE5fG7h", Payload: []byte(`{"batch":"b"}`), Begun: true}, 0},
		"when nothing is kept": {queue.Job{SID: "aB3dE5fG7h", Payload: []byte(`{}`)}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var uploads withdrawn
			_, err := New(nil, nil, blobs, nil, &uploads).Run(t.Context(), test.job, func(int, int, say.Message) {})
			if failure := queue.Failure(say.Plain("")); !errors.As(err, &failure) || len(uploads) != test.want {
				t.Errorf("%v withdrawn, %v", uploads, err)
			}
		})
	}
}

// TestFilesOfAJob come back as they were put aside, and a part that is cut off is an error.
func TestFilesOfAJob(t *testing.T) {
	t.Parallel()
	blobs, err := blob.OpenDisk(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	s := New(nil, nil, blobs, nil, nil)
	files := []mission.Upload{
		{Path: "a\\b\xff.xml", Data: []byte("<a/>")}, {Path: "", Data: []byte{}}, {Path: "c", Data: bytes.Repeat([]byte{0, 0xff}, 1<<20)},
	}
	if err := s.store(t.Context(), "aB3dE5fG7h", files); err != nil {
		t.Fatal(err)
	}
	got, err := s.load(t.Context(), "aB3dE5fG7h")
	if diff := cmp.Diff(files, got); diff != "" || err != nil {
		t.Errorf("%v, %v", len(diff), err)
	}
	var whole bytes.Buffer
	if err := write(&whole, files[:1]); err != nil {
		t.Fatal(err)
	}
	for length := 1; length < whole.Len(); length++ {
		if _, err := blobs.Put(t.Context(), keyOf("cut"), bytes.NewReader(whole.Bytes()[:length])); err != nil {
			t.Fatal(err)
		}
		if files, err := s.load(t.Context(), "cut"); err == nil {
			t.Errorf("cut off after %d bytes: %v", length, files)
		}
	}
}
