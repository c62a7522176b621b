package s3

import (
	"context"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// hanging is a server that answers nothing in time while it hangs.
type hanging struct {
	asked int
	hangs bool
}

type timeout struct{}

func (timeout) Error() string   { return "timeout" }
func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

func (h *hanging) RoundTrip(r *http.Request) (*http.Response, error) {
	h.asked++
	if h.hangs {
		return nil, timeout{}
	}
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: http.NoBody}, nil
}

// TestAServerThatHangsIsLeftAlone for a moment after it has not answered in time, unless it is the caller who did not wait.
func TestAServerThatHangsIsLeftAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		server := &hanging{hangs: true}
		p := &patience{RoundTripper: server}
		ask := func(ctx context.Context) error {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://bucket/x", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := p.RoundTrip(r)
			if err == nil {
				_ = answer.Body.Close()
			}
			return err
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		_ = ask(gone)
		for range 3 {
			if err := ask(t.Context()); err == nil {
				t.Error("it answers")
			}
		}
		if server.asked != 2 {
			t.Errorf("asked %d times, want once for the caller who has gone and once for the others", server.asked)
		}
		server.hangs = false
		time.Sleep(leftAlone)
		if err := ask(t.Context()); err != nil {
			t.Errorf("it is back: %v", err)
		}
	})
}
