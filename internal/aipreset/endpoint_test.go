package aipreset_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/aipreset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// model is a stand-in for an endpoint; it counts how often it is asked.
type model struct {
	*httptest.Server
	asked atomic.Int32
}

func newModel(t *testing.T, answer http.HandlerFunc) *model {
	t.Helper()
	m := new(model)
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.asked.Add(1)
		answer(w, r)
	}))
	t.Cleanup(m.Close)
	return m
}

// saying answers as a model that wrote the text.
func saying(text string) http.HandlerFunc {
	content, _ := json.Marshal(text)
	return answering(`{"choices":[{"message":{"role":"assistant","content":` + string(content) + `}}]}`)
}

func answering(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

const testKey = "sk-very-secret"

func (m *model) preview(t *testing.T, timeout time.Duration) (aipreset.Preview, error) {
	t.Helper()
	endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: m.URL + "/v1/", Model: "small", Key: testKey, Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	party := expansion.Setting("party")
	return aipreset.New(endpoint.Hurry()).Preview(t.Context(), party, party.NewDocument(), "small parties")
}

func TestEndpointAnswers(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, answer, preset, warns string }{
		{"good", `{"preset":{"MaxMembersInParty":4},"summary":"Small parties."}`, `{"MaxMembersInParty":4}`, ""},
		{"in a code fence", "```json\n{\"preset\":{\"MaxMembersInParty\":4}}\n```", `{"MaxMembersInParty":4}`, ""},
		{"without a wrapper", `{"MaxMembersInParty":4,"summary":"Small parties."}`, `{"MaxMembersInParty":4}`, ""},
		{"what is so already", `{"preset":{"MaxMembersInParty":10,"EnableParties":true}}`, `{}`, ""},
		{"nulls for what stays", `{"preset":{"MaxMembersInParty":4,"EnableParties":null}}`, `{"MaxMembersInParty":4}`, ""},
		{
			"a wrong type", `{"preset":{"MaxMembersInParty":"four","EnableParties":0}}`, `{"EnableParties":0}`,
			"MaxMembersInParty field must be an integer",
		},
		{
			"out of range", `{"preset":{"InviteCooldown":-5,"EnableParties":0}}`, `{"EnableParties":0}`,
			"InviteCooldown field is usually at least 0",
		},
		{"beyond 32 bits", `{"preset":{"MaxMembersInParty":1e300}}`, `{}`, "MaxMembersInParty field must not be greater than 2147483647"},
		{"an unknown key", `{"preset":{"Sudo":1,"EnableParties":0}}`, `{"EnableParties":0}`, "no field “Sudo”"},
		{"the version", `{"preset":{"m_Version":99}}`, `{}`, "m_Version"},
		{"a list for a preset", `{"preset":[1,2]}`, `{}`, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			preview, err := newModel(t, saying(test.answer)).preview(t, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			if got := textOf(preview.Preset); got != test.preset {
				t.Errorf("preset %s, want %s", got, test.preset)
			}
			warnings := strings.Join(preview.Warnings, " ")
			if !strings.Contains(warnings, test.warns) || (test.warns == "") != (warnings == "") {
				t.Errorf("warnings %q, want %q", warnings, test.warns)
			}
			if preview.Provider != "small" {
				t.Errorf("provider %q", preview.Provider)
			}
		})
	}
}

func TestEndpointFails(t *testing.T) {
	t.Parallel()
	elsewhere := newModel(t, saying(`{"preset":{"MaxMembersInParty":4}}`))
	huge := strings.Repeat("x", 2<<20)
	tests := []struct {
		name    string
		answer  http.HandlerFunc
		message string
		asked   int32
	}{
		{"no JSON", saying("Of course! Here you are."), "could not be read", 1},
		{"a list", saying("[1]"), "could not be read", 1},
		{"a broken envelope", answering(`{"choices":[{"mess`), "could not be read", 1},
		{"an empty envelope", answering(`{"choices":[{}]}`), "could not be read", 1},
		{"huge", saying(huge), "too long", 1},
		{"a wrong key", status(http.StatusUnauthorized), "status 401", 1},
		{"500 always", status(http.StatusInternalServerError), "status 500", 3},
		{"429 always", status(http.StatusTooManyRequests), "status 429", 3},
		{"429 until tomorrow", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		}, "status 429", 1},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/v1/chat/completions", http.StatusTemporaryRedirect)
		}, "status 307", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := newModel(t, test.answer)
			_, err := m.preview(t, time.Minute)
			var told *aipreset.ProviderError
			if !errors.As(err, &told) || !strings.Contains(told.Message, test.message) {
				t.Fatalf("error %v, want one that says %q", err, test.message)
			}
			if strings.Contains(err.Error(), testKey) {
				t.Errorf("the error tells the key: %v", err)
			}
			if got := m.asked.Load(); got != test.asked {
				t.Errorf("asked %d times, want %d", got, test.asked)
			}
		})
	}
	t.Cleanup(func() {
		if elsewhere.asked.Load() > 0 {
			t.Error("a redirect was followed")
		}
	})
}

func TestEndpointIsAskedAgainWhenBusy(t *testing.T) {
	t.Parallel()
	var m *model
	m = newModel(t, func(w http.ResponseWriter, r *http.Request) {
		if m.asked.Load() == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		saying(`{"preset":{"MaxMembersInParty":4}}`)(w, r)
	})
	preview, err := m.preview(t, time.Minute)
	if err != nil || textOf(preview.Preset) != `{"MaxMembersInParty":4}` {
		t.Errorf("%v, %v", preview.Preset, err)
	}
}

func TestEndpointHasATimeLimit(t *testing.T) {
	t.Parallel()
	hang := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice that the client has gone
		<-r.Context().Done()
	}
	_, err := newModel(t, hang).preview(t, 50*time.Millisecond)
	var told *aipreset.ProviderError
	if !errors.As(err, &told) || told.Message != "The AI provider did not answer within 50ms." {
		t.Error(err)
	}
}

func TestEndpointThatIsNotThere(t *testing.T) {
	t.Parallel()
	m := newModel(t, status(http.StatusOK))
	m.Close()
	_, err := m.preview(t, time.Minute)
	var told *aipreset.ProviderError
	if !errors.As(err, &told) || told.Message != "The AI provider cannot be reached." {
		t.Error(err)
	}
}

func TestEndpointIsToldWhatItNeeds(t *testing.T) {
	t.Parallel()
	var question *jsontree.Object
	var header http.Header
	var path string
	m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
		data, _ := io.ReadAll(r.Body)
		question, header, path = jsontree.ParseBody(data), r.Header, r.URL.Path
		saying(`{"preset":{}}`)(w, r)
	})
	if _, err := m.preview(t, time.Minute); err != nil {
		t.Fatal(err)
	}
	if path != "/v1/chat/completions" || header.Get("Authorization") != "Bearer "+testKey {
		t.Errorf("asked at %s with %q", path, header.Get("Authorization"))
	}
	text := textOf(question)
	for _, want := range []string{
		`"model":"small"`,
		`"json_schema"`,
		`small parties`,
		`MaxMembersInParty: Members at most (players). How many players`,
		`\"MaxMembersInParty\":10`,
		`"MaxMembersInParty":{"type":"integer"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the question does not have %s:\n%s", want, text)
		}
	}
}

func TestQuestionsAboutAllSettingsAreBounded(t *testing.T) {
	t.Parallel()
	var size atomic.Int64
	m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
		size.Store(r.ContentLength)
		saying(`{"preset":{}}`)(w, r)
	})
	endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: m.URL})
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range expansion.Settings() {
		if _, err := aipreset.New(endpoint).Preview(t.Context(), setting, setting.NewDocument(), "x"); err != nil {
			t.Error(setting.Slug, err)
		}
		if n := size.Load(); n > 64<<10 {
			t.Errorf("%s: a question of %d bytes", setting.Slug, n)
		}
	}
}

func TestEndpointAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"", "api.example.org/v1", "ftp://example.org", "file:///etc/passwd", "http://", "http://user:password@example.org/v1",
	} {
		if _, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: address}); err == nil {
			t.Errorf("%q was taken", address)
		}
	}
}
