package imports

import (
	"context"
	"errors"
	"testing"

	"quartermaster/internal/blob"
	"quartermaster/internal/queue"
)

// withdrawn notes the batches that are withdrawn.
type withdrawn []string

func (w *withdrawn) WithdrawBatch(_ context.Context, _ int64, batch string) error {
	*w = append(*w, batch)
	return nil
}

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
			_, err := New(nil, blobs, nil, &uploads).Run(t.Context(), test.job, func(int, int, string) {})
			if failure := queue.Failure(""); !errors.As(err, &failure) || len(uploads) != test.want {
				t.Errorf("%v withdrawn, %v", uploads, err)
			}
		})
	}
}
