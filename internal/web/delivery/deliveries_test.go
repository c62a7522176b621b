package delivery

import (
	"testing"

	"quartermaster/internal/delivery"
)

// TestFilesText leaves out what is not, and sums up all that was not sent.
func TestFilesText(t *testing.T) {
	t.Parallel()
	tests := []struct {
		counts map[delivery.FileStatus]int
		want   string
	}{
		{nil, "0 files sent"},
		{map[delivery.FileStatus]int{delivery.Sent: 1}, "1 file sent"},
		{map[delivery.FileStatus]int{delivery.Sent: 2, delivery.Deleted: 3}, "2 files sent, 3 deleted"},
		{map[delivery.FileStatus]int{delivery.ChangedThere: 1}, "0 files sent, 1 left alone: changed on the server"},
		{
			map[delivery.FileStatus]int{delivery.NotTaken: 1, delivery.NotSent: 2, delivery.TakenBack: 4},
			"0 files sent, 7 not sent",
		},
	}
	for _, test := range tests {
		if got := filesText(delivery.Delivery{Counts: test.counts}); got != test.want {
			t.Errorf("%v is %q, want %q", test.counts, got, test.want)
		}
	}
}
