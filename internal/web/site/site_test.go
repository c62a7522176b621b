package site

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/outage"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func TestTheWayBackStaysOnTheSite(t *testing.T) {
	t.Parallel()
	s := New(Config{Accounts: new(account.Service)})
	r := &Request{Site: s}
	ctx, err := s.sessions.Load(context.Background(), "")
	if err != nil {
		t.Fatal(err)
	}
	for intended, want := range map[string]string{
		"": "/instances", "/a?b": "/a?b", "//evil.test": "/instances", `/\evil.test`: "/instances", "https://evil.test": "/instances",
	} {
		s.sessions.Put(ctx, keyIntended, intended)
		if got := r.Intended(ctx); got != want {
			t.Errorf("intended %q leads to %q, want %q", intended, got, want)
		}
	}
}

// unread fails the test when more of it is read than a form without files needs.
type unread struct {
	t    *testing.T
	left int
}

func (u *unread) Read(p []byte) (int, error) {
	if u.left -= len(p); u.left < 0 {
		u.t.Error("a file was read before it was known who sends it")
		return 0, io.ErrUnexpectedEOF
	}
	return len(p), nil
}

// TestTheTokenIsCheckedBeforeTheFiles holds that a forged upload costs no memory.
func TestTheTokenIsCheckedBeforeTheFiles(t *testing.T) {
	t.Parallel()
	s := New(Config{Accounts: new(account.Service), UploadLimit: 1 << 20})
	head := "--b\r\nContent-Disposition: form-data; name=\"_token\"\r\n\r\nx\r\n--b\r\nContent-Disposition: form-data; name=\"files[]\"; " +
		"filename=\"a\"\r\n\r\n"
	request := httptest.NewRequest("POST", "/instances/x/import", io.MultiReader(strings.NewReader(head), &unread{t, 64 << 10}))
	request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	r, err := s.begin(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.readBody(); err != nil || r.Text("_token") != "x" {
		t.Fatal(r.Text("_token"), err)
	}
	var refused statusError
	if _, err := requireToken(noRoute)(r.Context(), r); !errors.As(err, &refused) || refused.status != pages.PageExpired {
		t.Errorf("error %v, want a page that expired", err)
	}
}

// TestAFullDiskIsTold in the words of a page, and to programs as JSON.
func TestAFullDiskIsTold(t *testing.T) {
	t.Parallel()
	renderer, err := ui.NewRenderer()
	if err != nil {
		t.Fatal(err)
	}
	s := New(Config{Accounts: new(account.Service), Renderer: renderer, Logger: slog.New(slog.DiscardHandler)})
	for _, test := range []struct{ accept, want string }{
		{"text/html", "<h1"},
		{"application/json", `{"message":"` + outage.FullText + `"}`},
	} {
		request := httptest.NewRequest("POST", "/", nil)
		request.Header.Set("Accept", test.accept)
		recorder := httptest.NewRecorder()
		s.answerError(recorder, request, fmt.Errorf("writing: %w", outage.ErrFull))
		body := html.UnescapeString(recorder.Body.String())
		if recorder.Code != http.StatusInsufficientStorage || !strings.Contains(body, test.want) || !strings.Contains(body, outage.FullText) {
			t.Errorf("%s: %d %s", test.accept, recorder.Code, body)
		}
	}
}
