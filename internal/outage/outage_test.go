package outage_test

import (
	"errors"
	"io/fs"
	"runtime"
	"syscall"
	"testing"

	"quartermaster/internal/outage"
)

func TestOf(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the codes of Windows are others")
	}
	for _, test := range []struct{ given, want error }{
		{syscall.ENOSPC, outage.ErrFull},
		{syscall.EDQUOT, outage.ErrFull},
		{syscall.EROFS, outage.ErrUnavailable},
		{syscall.EIO, outage.ErrUnavailable},
		{syscall.EMFILE, outage.ErrUnavailable},
		{fs.ErrNotExist, nil},
		{fs.ErrPermission, nil},
	} {
		got := outage.Of(&fs.PathError{Op: "write", Path: "x", Err: test.given})
		if !errors.Is(got, test.given) {
			t.Errorf("%v is lost in %v", test.given, got)
		}
		for _, kind := range []error{outage.ErrFull, outage.ErrUnavailable} {
			if errors.Is(got, kind) != errors.Is(test.want, kind) {
				t.Errorf("%v became %v", test.given, got)
			}
		}
	}
	if err := outage.Of(nil); err != nil {
		t.Error(err)
	}
}
