package httpd

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// serve sends one request through Wrap and returns the answer, what the handler knew about it and the log.
func serve(t *testing.T, c Config, r *http.Request, handle func(http.ResponseWriter)) (*httptest.ResponseRecorder, Info, string) {
	t.Helper()
	var log bytes.Buffer
	var info Info
	c.Logger = slog.New(slog.NewTextHandler(&log, nil))
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		info = InfoOf(r.Context())
		handle(w)
	})
	failed := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "failed", http.StatusInternalServerError) })
	w := httptest.NewRecorder()
	Wrap(c, next, failed).ServeHTTP(w, r)
	return w, info, log.String()
}

func TestWhatIsKnownAboutARequest(t *testing.T) {
	t.Parallel()
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	tests := []struct {
		name    string
		config  Config
		remote  string
		headers map[string]string
		want    Info
	}{
		{"direct", Config{}, "192.0.2.7:4000", nil, Info{Client: "192.0.2.7", BaseURL: "http://qm.test"}},
		{"IPv6", Config{}, "[2001:db8::1]:4000", nil, Info{Client: "2001:db8::1", BaseURL: "http://qm.test"}},
		{
			"headers of a stranger",
			Config{TrustedProxies: proxies},
			"192.0.2.7:4000",
			map[string]string{"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.test"},
			Info{Client: "192.0.2.7", BaseURL: "http://qm.test"},
		},
		{
			"headers of a proxy",
			Config{TrustedProxies: proxies},
			"10.1.2.3:4000",
			map[string]string{"X-Forwarded-For": "198.51.100.1", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "qm.example.org"},
			Info{Client: "198.51.100.1", BaseURL: "https://qm.example.org", Secure: true},
		},
		{
			"a chain: the client wrote the first",
			Config{TrustedProxies: proxies},
			"[::1]:4000",
			map[string]string{"X-Forwarded-For": "203.0.113.9, 198.51.100.1, 10.9.9.9"},
			Info{Client: "198.51.100.1", BaseURL: "http://qm.test"},
		},
		{
			"nonsense in the chain",
			Config{TrustedProxies: proxies},
			"10.1.2.3:4000",
			map[string]string{"X-Forwarded-For": "unknown"},
			Info{Client: "10.1.2.3", BaseURL: "http://qm.test"},
		},
		{
			"base URL",
			Config{BaseURL: "https://qm.example.org/"},
			"192.0.2.7:4000", nil,
			Info{Client: "192.0.2.7", BaseURL: "https://qm.example.org", Secure: true},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "http://qm.test/x", nil)
			r.RemoteAddr = test.remote
			for name, value := range test.headers {
				r.Header.Set(name, value)
			}
			w, info, log := serve(t, test.config, r, func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) })
			if diff := cmp.Diff(test.want, info, cmpopts.IgnoreFields(Info{}, "ID", "route")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if id := w.Header().Get("X-Request-Id"); len(id) != 16 || id != info.ID || !strings.Contains(log, "id="+id) {
				t.Errorf("request id %q is not that of the log: %s", id, log)
			}
			if !strings.Contains(log, "status=204") || !strings.Contains(log, "client="+test.want.Client) {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// TestHTTPSIsKept: only where the service is told that it is reached over https, whatever a request says.
func TestHTTPSIsKept(t *testing.T) {
	t.Parallel()
	for base, want := range map[string]string{"https://qm.example.org": "max-age=31536000", "http://qm.example.org": "", "": ""} {
		for name, handle := range map[string]func(http.ResponseWriter){
			"an answer": func(w http.ResponseWriter) { w.WriteHeader(http.StatusTeapot) }, "a failure": func(http.ResponseWriter) { panic("a bug") },
		} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.Header.Set("X-Forwarded-Proto", "https")
			proxies := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0")}
			w, _, _ := serve(t, Config{BaseURL: base, TrustedProxies: proxies}, r, handle)
			if got := w.Header().Get("Strict-Transport-Security"); got != want {
				t.Errorf("%s with the base URL %q: %q, want %q", name, base, got, want)
			}
		}
	}
}

func TestRecovery(t *testing.T) {
	t.Parallel()
	request := func() *http.Request {
		return httptest.NewRequestWithContext(context.Background(), http.MethodGet, "http://qm.test/x", nil)
	}
	w, _, log := serve(t, Config{}, request(), func(http.ResponseWriter) { panic("broken") })
	if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "broken") {
		t.Errorf("answered %d %q", w.Code, w.Body)
	}
	if !strings.Contains(log, "broken") || !strings.Contains(log, "stack=") || !strings.Contains(log, "status=500") {
		t.Errorf("log: %s", log)
	}
	for name, handle := range map[string]func(http.ResponseWriter){
		"a panic in the middle": func(w http.ResponseWriter) {
			_, _ = io.WriteString(w, "half")
			panic("broken")
		},
		"an aborted handler": func(http.ResponseWriter) { panic(http.ErrAbortHandler) },
	} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
					t.Errorf("%s does not cut the connection: %v", name, err)
				}
			}()
			serve(t, Config{}, request(), handle)
		}()
	}
}
