package s3

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"quartermaster/internal/outage"
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

// stopping is a server whose answers stop in the middle.
type stopping struct{ begin string }

func (s stopping) RoundTrip(r *http.Request) (*http.Response, error) {
	reader, writer := io.Pipe()
	go func() {
		_, _ = io.WriteString(writer, s.begin)
		<-r.Context().Done()
		_ = writer.CloseWithError(r.Context().Err())
	}()
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: reader}, nil
}

// TestAnAnswerThatStops is given up after a while in which nothing came, however long its reader takes in between.
func TestAnAnswerThatStops(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://bucket/x", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := hearing{stopping{"half"}}.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		time.Sleep(10 * silence)
		body, began := content{answer.Body, "x"}, time.Now()
		text, err := io.ReadAll(body)
		if string(text) != "half" || !errors.Is(err, outage.ErrUnavailable) || time.Since(began) != silence {
			t.Errorf("%q, %v after %v", text, err, time.Since(began))
		}
	})
}
