//go:build !windows && !plan9

package outage

import "syscall"

func fullCodes() []error { return []error{syscall.ENOSPC, syscall.EDQUOT} }

// failingCodes are those of disks that fail or let nobody write, and of a process that has too many files open.
func failingCodes() []error {
	return []error{syscall.EIO, syscall.EROFS, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ESTALE}
}
