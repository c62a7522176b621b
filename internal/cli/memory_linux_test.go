//go:build !race

package cli

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// programMemory is about how much a server takes beside what --memory is for: the program, the requests that run and their garbage.
const programMemory = 110 << 20

// TestAServerStaysWithinItsMemory with clients that ask for ever new lists, and send ever new uploads.
func TestAServerStaysWithinItsMemory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server, _ := play(t, dir, "--memory", "24MB")
	c := newCustomer(t, dataFlags{Data: dir})
	c.upload(server, "types.xml", typesText(1000))
	var all sync.WaitGroup
	for client := range 8 {
		all.Go(func() {
			c.upload(server, fmt.Sprintf("notes%d.txt", client), strings.Repeat(fmt.Sprintf("%d of them\n", client), 1_000_000))
			for n := range 60 {
				if status, _ := c.send(server, http.MethodGet, fmt.Sprintf("instances/%s/types?per_page=100&client=%d&n=%d", c.instance, client, n),
					"", nil); status != http.StatusOK {
					t.Errorf("a list is answered with %d", status)
				}
			}
		})
	}
	all.Wait()
	if most := memoryPeak(t, server.pid); most > 24_000_000+programMemory {
		t.Errorf("the server took %d MB", most/1_000_000)
	}
}

func typesText(n int) string {
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range n {
		fmt.Fprintf(&text, "<type name=\"Item_%d\"><nominal>%d</nominal></type>\n", i, i)
	}
	return text.String() + "</types>\n"
}

// upload sends a file, until the server has room for it.
func (c customer) upload(server started, name, content string) {
	for {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("files[]", name)
		if err != nil {
			c.t.Error(err)
			return
		}
		_, _ = io.WriteString(part, content)
		_ = form.Close()
		switch status, _ := c.send(server, http.MethodPost, "instances/"+c.instance+"/files", form.FormDataContentType(), &body); status {
		case http.StatusOK, http.StatusAccepted:
			return
		case http.StatusServiceUnavailable, http.StatusTooManyRequests: // no memory, or too many imports wait
		default:
			c.t.Errorf("%s is answered with %d", name, status)
			return
		}
	}
}

// memoryPeak is how much memory a process has taken at most, in bytes.
func memoryPeak(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(text)
	if found == nil {
		t.Fatalf("no VmHWM in %s", text)
	}
	n, err := strconv.ParseInt(string(found[1]), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n << 10
}
