package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// memory is what a process holds in RAM, in bytes, now and at most; zero on systems without /proc.
type memory struct{ resident, peak int64 }

// memoryOf reads the memory of a running process.
func memoryOf(pid int) (memory, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if errors.Is(err, fs.ErrNotExist) {
		return memory{}, nil
	}
	return memory{kilobytes(string(status), "VmRSS"), kilobytes(string(status), "VmHWM")}, err
}

// kilobytes finds a line such as "VmRSS:   1234 kB" and returns its bytes, 0 when there is none.
func kilobytes(status, name string) int64 {
	for line := range strings.Lines(status) {
		key, value, _ := strings.Cut(line, ":")
		if key != name {
			continue
		}
		n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
		return n << 10
	}
	return 0
}
