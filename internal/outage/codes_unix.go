//go:build !windows && !plan9

package outage

import "syscall"

func fullCodes() []error { return []error{syscall.ENOSPC, syscall.EDQUOT} }

// failingCodes are those of failing or read-only disks, and of a process with too many open files.
func failingCodes() []error {
	return []error{syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ESTALE}
}
