package cli

import (
	"fmt"
	"os"
	"runtime/debug"
)

// memoryTotal is how many bytes the server keeps in memory at most, of what it keeps to be fast and of uploads that are being
// imported. The program itself and the requests that run take more beside it.
type memoryTotal int64

const (
	leastMemory = 16_000_000
	mostMemory  = 1 << 40
)

// UnmarshalText reads a flag.
func (m *memoryTotal) UnmarshalText(text []byte) error {
	bytes, err := parseSize(string(text))
	if err != nil {
		return err
	}
	if bytes < leastMemory || bytes > mostMemory {
		return fmt.Errorf("%s is not between 16MB and 1024GiB", text)
	}
	*m = memoryTotal(bytes)
	return nil
}

// memoryShares divide the total among those who use it, in bytes.
type memoryShares struct {
	answers   int64 // to requests of programs
	generated int64 // sizes, digests and texts of generated files
	pages     int64 // of SQLite's database, on all connections
	uploads   int64 // while they are imported
}

func (m memoryTotal) shares() memoryShares {
	part := int64(m) / 24 // what is on the heap takes twice its size, with garbage: least for answers, which are fast to make
	return memoryShares{answers: part, generated: 5 * part, pages: 3 * part, uploads: 15 * part}
}

// working is how many bytes of the heap are for the program itself and for requests that run.
const working = 64 << 20

// garbage is how much of it there may be before a collection, in percent of the heap that is in use. In place of Go's 100 it saves 4 MB
// while requests are served, for 2 percent of the processor's time.
const garbage = 60

// tune sets when garbage is collected, unless the environment does: at the percentage, and more often when the heap is larger than the
// total explains. SQLite's pages are not on the heap.
func (m memoryTotal) tune() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(int64(m) - m.shares().pages + working)
	}
}
