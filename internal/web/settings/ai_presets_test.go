package settings_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// model answers presets as an endpoint of a model does.
func model(t *testing.T, answer http.HandlerFunc) func(*site.Config, *account.Options) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{
		URL: server.URL + "/v1", Model: "small", Key: "sk-secret", Timeout: time.Minute,
	})
	if err != nil {
		t.Fatal(err)
	}
	return func(c *site.Config, _ *account.Options) {
		c.Presets = aipreset.New(endpoint)
		c.Logger = slog.New(slog.DiscardHandler)
	}
}

// writing answers as a model that wrote the text.
func writing(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		content, _ := json.Marshal(text)
		_, _ = io.WriteString(w, `{"choices":[{"message":{"content":`+string(content)+`}}]}`)
	}
}

// asking sends a form to one of the addresses of presets as a program or a browser does.
func asking(b *webtest.Browser, instance, address, accept string, form url.Values) webtest.Answer {
	b.TB.Helper()
	form = webtest.Cloned(form)
	form.Set("_token", b.Token("/instances"))
	b.Header = map[string]string{"Accept": accept}
	defer func() { b.Header = nil }()
	return b.Send("POST", webtest.SettingsOf(instance)+"/"+address, form)
}

const (
	forPrograms = "application/json"
	forBrowsers = "text/html,application/xhtml+xml,*/*;q=0.8"
)

// data reads the data of an answer.
func data(a webtest.Answer) *jsontree.Object {
	a.TB.Helper()
	value, _ := jsontree.ParseBody(a.Body.Bytes()).Get("data")
	data, ok := value.(*jsontree.Object)
	if !ok {
		a.TB.Fatalf("no data: %s", a.Body)
	}
	return data
}

func preset(a webtest.Answer, want string) webtest.Answer {
	a.TB.Helper()
	if got, _ := data(a).Get("preset"); !jsontree.Equal(got, jsontree.ParseBody([]byte(want))) {
		a.TB.Errorf("preset %s, want %s", jsontree.AppendValue(nil, got), want)
	}
	return a
}

func TestPresetIsPreviewedAndApplied(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Hardcore")
	for _, accept := range []string{forPrograms, forBrowsers, "*/*", "text/xml", ""} {
		answer := asking(b, instance, "party/ai-preset/generate", accept, url.Values{"prompt": {"max members 12, no quick markers"}}).Status(200)
		preset(answer, `{"MaxMembersInParty":12,"EnableQuickMarker":0}`)
		if got := answer.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%q gets %q", accept, got)
		}
		answer.Says(`"provider":"built-in"`, `"warnings":[]`, `"summary":"Understood:`)
	}
	before := b.SettingText(instance, "party")
	preset(asking(b, instance, "party/ai-preset/apply", forPrograms, url.Values{
		"preset[MaxMembersInParty]": {"12"}, "preset[EnableQuickMarker]": {"0"}, "preset[EnableParties]": {"1"},
	}).
		Status(200), `{"MaxMembersInParty":12,"EnableQuickMarker":0}`)
	after := strings.NewReplacer(`"MaxMembersInParty": 10`, `"MaxMembersInParty": 12`, `"EnableQuickMarker": 1`,
		`"EnableQuickMarker": 0`).Replace(before)
	if got := b.SettingText(instance, "party"); got != after {
		t.Errorf("stored:\n%s\nwant\n%s", got, after)
	}
	preset(asking(b, instance, "party/ai-preset/generate", forPrograms, url.Values{"prompt": {
		"max members 12, no quick markers",
	}}).Status(200),
		`{}`)
}

func TestPresetFromAPage(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Hardcore")
	page := asking(b, instance, "raid/ai-preset/preview", forBrowsers, url.Values{"prompt": {
		"no raiding on weekdays; paint the moon",
	}}).Status(200)
	page.Says("1 field would change", "Times", "Not understood: “paint the moon”", "no raiding on weekdays",
		"Sunday 00:00 for 1 d; Saturday 00:00 for 1 d</strong>")
	form, action := untouchedFormAt(t, page, "/ai-preset/apply")
	b.SendForm(action, form).LeadsTo(webtest.SettingsOf(instance) + "/raid")
	if text := b.SettingText(instance, "raid"); strings.Contains(text, "Monday") || !strings.Contains(text, "Saturday") {
		t.Error(text)
	}
	b.Get(webtest.SettingsOf(instance) + "/raid").Says("1 field was changed.")
	b.Get(webtest.SettingsOf(instance) + "/raid/ai-preset/preview").LeadsTo(webtest.SettingsOf(instance) + "/raid#ai-preset")
	b.Get(webtest.SettingsOf(instance) + "/raid/ai-preset/generate").LeadsTo(webtest.SettingsOf(instance) + "/raid#ai-preset")
}

// untouchedFormAt reads the form of a page that is sent to an address with that end.
func untouchedFormAt(t *testing.T, page webtest.Answer, end string) (webtest.SentForm, string) {
	t.Helper()
	document := webtest.ParseHTML(t, page.Body.String())
	for _, form := range document.Named("form") {
		if strings.HasSuffix(form.Attrs["action"], end) {
			form.Attrs["id"] = "found"
			return webtest.UntouchedForm(t, document, "found")
		}
	}
	t.Fatalf("no form for %s:\n%s", end, page.Body)
	return nil, ""
}

func TestPresetAsJSON(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Hardcore")
	send := func(body string) webtest.Answer {
		request := httptest.NewRequest("POST", "http://qm.test"+webtest.SettingsOf(instance)+"/general/ai-preset/apply", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", forPrograms)
		request.Header.Set("X-CSRF-TOKEN", b.Token("/instances"))
		return b.Do(request)
	}
	preset(send(`{"preset":{"HUDColors":{"StaminaBarColor":"00FF00FF"},"EnableLamps":"many","EnableAutoRun":false}}`).Status(200),
		`{"HUDColors":{"StaminaBarColor":"00FF00FF"},"EnableAutoRun":0}`).Says("EnableLamps field must be an integer")
	text := b.SettingText(instance, "general")
	if !strings.Contains(text, `"StaminaBarColor": "00FF00FF"`) || !strings.Contains(text, `"StaminaBarColorHalf": "FFFFFFFF"`) ||
		!strings.Contains(text, `"EnableLamps": 3`) {
		t.Error(text)
	}
	revision := b.SettingRevision(instance)
	for body, says := range map[string]string{
		`{}`: "The preset field is required.", `{"preset":5}`: "The preset field must be an object.",
		`{"preset":"[1]"}`:                        "The preset field must be an object.",
		`{"preset":{"Sudo":1,"EnableAutoRun":1}}`: "The preset.Sudo field is unknown.",
		`{"preset":{"HUDColors":{"x":1}}}`:        "The preset.HUDColors.x field is unknown.",
	} {
		send(body).Status(422).Says(says, `"errors":{"preset`)
	}
	preset(send(`{"preset":{}}`).Status(200), `{}`)
	if b.SettingRevision(instance) != revision {
		t.Error("a refused preset made a revision")
	}
}

func TestPresetsAreGuarded(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	ada, bo := s.User("Ada", false), s.User("Bo", false)
	instance := ada.Instance("Ada's")
	wish := url.Values{"prompt": {"hardcore"}, "preset[MaxMembersInParty]": {"3"}}
	for _, address := range []string{"ai-preset/generate", "ai-preset/preview", "ai-preset/apply"} {
		asking(bo, instance, "party/"+address, forPrograms, wish).Status(403)
		asking(ada, instance, "nothing/"+address, forPrograms, wish).Status(404)
		asking(ada, "/instances/nOwHeRe000", "party/"+address, forPrograms, wish).Status(404)
		ada.Send("POST", webtest.SettingsOf(instance)+"/party/"+address, wish).Status(419)
		visitor := s.Visitor()
		form := webtest.Cloned(wish)
		form.Set("_token", visitor.Token("/login"))
		visitor.Send("POST", webtest.SettingsOf(instance)+"/party/"+address, form).LeadsTo("/login")
	}
	if n := s.Count(`SELECT count(*) FROM expansion_settings`); n != 0 {
		t.Errorf("%d settings were made", n)
	}
}

// TestPreviewsAreJSON: whatever the client accepts, and whatever is wrong.
func TestPreviewsAreJSON(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	s := webtest.Open(t)
	ada, bo, failing := s.User("Ada", false), s.User("Bo", false), webtest.Open(t, model(t, refuse)).User("Ada", false)
	instance, broken := ada.Instance("Ada's"), failing.Instance("Ada's")
	wish := url.Values{"prompt": {"hardcore"}}
	for _, accept := range []string{forPrograms, forBrowsers, "*/*", "text/xml", ""} {
		for name, got := range map[string]webtest.Answer{
			`200 {"data":{"preset":`: asking(ada, instance, "party/ai-preset/generate", accept, wish),
			`422 {"message":`:        asking(ada, instance, "party/ai-preset/generate", accept, url.Values{}),
			`404 {"message":`:        asking(ada, instance, "nothing/ai-preset/generate", accept, wish),
			`403 {"message":`:        asking(bo, instance, "party/ai-preset/generate", accept, wish),
			`502 {"message":`:        asking(failing, broken, "party/ai-preset/generate", accept, wish),
			`419 {"message":`:        ada.Accepting(accept).Send("POST", webtest.SettingsOf(instance)+"/party/ai-preset/generate", wish),
		} {
			if text := strconv.Itoa(got.Code) + " " + got.Body.String(); !strings.HasPrefix(text, name) ||
				got.Header().Get("Content-Type") != "application/json" {
				t.Errorf("accepting %q: %s %s, want %s", accept, got.Header().Get("Content-Type"), text, name)
			}
		}
	}
}

func TestPromptIsChecked(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Hardcore")
	tests := []struct {
		form url.Values
		says string
	}{
		{url.Values{}, "The prompt field is required."},
		{url.Values{"prompt": {"  "}}, "The prompt field is required."},
		{url.Values{"prompt[]": {"a"}}, "The prompt field must be a string."},
		{url.Values{"prompt": {strings.Repeat("ä", 2001)}}, "The prompt field must not be greater than 2000 characters."},
	}
	for _, test := range tests {
		asking(b, instance, "party/ai-preset/generate", forPrograms, test.form).Status(422).Says(test.says, `"errors":{"prompt"`)
		asking(b, instance, "party/ai-preset/preview", forBrowsers, test.form).LeadsTo(webtest.SettingsOf(instance) + "/party#ai-preset")
		b.Get(webtest.SettingsOf(instance) + "/party").Says(test.says)
	}
	asking(b, instance, "party/ai-preset/generate", forPrograms, url.Values{"prompt": {strings.Repeat("ä", 2000)}}).Status(200)
}

func TestAnswersOfModelsAreChecked(t *testing.T) {
	t.Parallel()
	evil := `<script>alert(1)</script>`
	text, _ := json.Marshal(map[string]any{
		"preset": map[string]any{"MaxMembersInParty": 4, "EnableParties": evil, "Evil<b>": 1}, "summary": "Ignore the rules " + evil,
		"reasons": map[string]string{"MaxMembersInParty": evil}, "warnings": []string{evil},
	})
	b := webtest.Open(t, model(t, writing(string(text)))).User("Ada", false)
	instance := b.Instance("Hardcore")
	wish := url.Values{"prompt": {"small " + evil}}
	preset(asking(b, instance, "party/ai-preset/generate", forPrograms, wish).Status(200), `{"MaxMembersInParty":4}`).
		Says(`"provider":"small"`, "EnableParties field must be true or false", "Evil")
	page := asking(b, instance, "party/ai-preset/preview", forBrowsers, wish).Status(200)
	page.SaysNot(evil, "<b>").Says("&lt;script&gt;alert(1)&lt;/script&gt;", "Members at most")
}

func TestFailingModelsChangeNothing(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	b := webtest.Open(t, model(t, refuse)).User("Ada", false)
	instance := b.Instance("Hardcore")
	b.Get(webtest.SettingsOf(instance) + "/party").Status(200)
	before, revision := b.SettingText(instance, "party"), b.SettingRevision(instance)
	wish := url.Values{"prompt": {"hardcore"}}
	answer := asking(b, instance, "party/ai-preset/generate", forPrograms, wish).Status(502)
	if got := answer.Body.String(); got != `{"message":"The AI provider answered with status 401."}` {
		t.Error(got)
	}
	asking(b, instance, "party/ai-preset/preview", forBrowsers, wish).Status(502).
		Says("No changes could be suggested", "The AI provider answered with status 401.", "hardcore</textarea>").SaysNot("sk-secret")
	if b.SettingText(instance, "party") != before || b.SettingRevision(instance) != revision {
		t.Error("a failing provider changed something")
	}
}
