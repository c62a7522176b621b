package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
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

// clockTick is the unit of the processor times in /proc, on every Linux.
const clockTick = 10 * time.Millisecond

// processorTime is how long processors have worked for a process; zero on systems without /proc.
func processorTime(pid int) (time.Duration, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	return ticks(string(stat)), err
}

// ticks adds up the times of a line of /proc/<pid>/stat in user and system mode, the 14th and 15th field. The second is the
// program's name, in brackets.
func ticks(stat string) time.Duration {
	fields := strings.Fields(stat[strings.LastIndexByte(stat, ')')+1:])
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * clockTick
}
