package cli

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// releaseStart gives the pages of the program's file back that the process has read so far. Most of them only a start needs, and they
// count as its memory until the kernel runs short. The others return from the kernel's cache of files when they are used. Failing
// does no harm.
func releaseStart() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	ranges, _ := os.ReadFile("/proc/self/smaps")
	where := "" // the range that the lines are about; empty if it is no part of the program that can only be read
	for line := range strings.Lines(string(ranges)) {
		words := strings.Fields(line)
		switch {
		case len(words) > 4 && strings.Contains(words[0], "-"):
			where = ""
			if words[len(words)-1] == program && words[1][1] == '-' {
				where = words[0]
			}
		case where != "" && words[0] == "Anonymous:" && words[1] == "0": // else some of it was changed, which would be lost
			release(where)
		}
	}
}

// release takes a range of addresses such as 400000-17fc000.
func release(where string) {
	first, end, _ := strings.Cut(where, "-")
	from, err := strconv.ParseUint(first, 16, 64)
	if err != nil {
		return
	}
	if to, err := strconv.ParseUint(end, 16, 64); err == nil {
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, uintptr(from), uintptr(to-from), syscall.MADV_DONTNEED)
	}
}
