package outage

import "syscall"

// The codes of Windows that package syscall has no names for.
const (
	errorTooManyOpenFiles  = syscall.Errno(4)
	errorWriteProtect      = syscall.Errno(19)
	errorNotReady          = syscall.Errno(21)
	errorHandleDiskFull    = syscall.Errno(39)
	errorDiskFull          = syscall.Errno(112)
	errorIODevice          = syscall.Errno(1117)
	errorDiskQuotaExceeded = syscall.Errno(1295)
	errorNoSystemResources = syscall.Errno(1450)
)

func fullCodes() []error { return []error{errorHandleDiskFull, errorDiskFull, errorDiskQuotaExceeded} }

func failingCodes() []error {
	return []error{errorTooManyOpenFiles, errorWriteProtect, errorNotReady, errorIODevice, errorNoSystemResources}
}
