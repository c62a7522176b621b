package cli

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

var residentFile = regexp.MustCompile(`RssFile:\s+(\d+) kB`)

func filePages(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	found := residentFile.FindSubmatch(status)
	if found == nil {
		t.Skip("this kernel does not tell how many pages of files are resident")
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Not parallel: other tests would read the pages again at the same time.
func TestStartGivesPagesBack(t *testing.T) { //nolint:paralleltest // see above
	before := filePages(t)
	releaseStart()
	if after := filePages(t); after > before*3/4 {
		t.Errorf("%d kB of files are resident, %d kB before", after, before)
	}
}
