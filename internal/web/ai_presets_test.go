package web

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
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/site"
)

// model answers presets as an endpoint of a model does.
func model(t *testing.T, answer http.HandlerFunc) func(*site.Config, *account.Options) {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	endpoint, err := aipreset.NewEndpoint(aipreset.EndpointConfig{URL: server.URL + "/v1", Model: "small", Key: "sk-secret", Timeout: time.Minute})
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
func (b *browser) asking(instance, address, accept string, form url.Values) answer {
	b.t.Helper()
	form = cloned(form)
	form.Set("_token", b.token("/instances"))
	b.header = map[string]string{"Accept": accept}
	defer func() { b.header = nil }()
	return b.send("POST", settingsOf(instance)+"/"+address, form)
}

// accepting returns the browser as one that accepts the types.
func (b *browser) accepting(types string) *browser {
	other := *b
	other.header = map[string]string{"Accept": types}
	return &other
}

const (
	forPrograms = "application/json"
	forBrowsers = "text/html,application/xhtml+xml,*/*;q=0.8"
)

// data reads the data of an answer.
func (a answer) data() *jsontree.Object {
	a.t.Helper()
	value, _ := jsontree.ParseBody(a.Body.Bytes()).Get("data")
	data, ok := value.(*jsontree.Object)
	if !ok {
		a.t.Fatalf("no data: %s", a.Body)
	}
	return data
}

func (a answer) preset(want string) answer {
	a.t.Helper()
	if got, _ := a.data().Get("preset"); !jsonedit.Equal(got, jsontree.ParseBody([]byte(want))) {
		a.t.Errorf("preset %s, want %s", jsontree.AppendValue(nil, got), want)
	}
	return a
}

func TestPresetIsPreviewedAndApplied(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Hardcore")
	for _, accept := range []string{forPrograms, forBrowsers, "*/*", "text/xml", ""} {
		answer := b.asking(instance, "party/ai-preset/generate", accept, url.Values{"prompt": {"max members 12, no quick markers"}}).status(200)
		answer.preset(`{"MaxMembersInParty":12,"EnableQuickMarker":0}`)
		if got := answer.Header().Get("Content-Type"); got != "application/json" {
			t.Errorf("%q gets %q", accept, got)
		}
		answer.says(`"provider":"built-in"`, `"warnings":[]`, `"summary":"Understood:`)
	}
	before := b.settingText(instance, "party")
	b.asking(instance, "party/ai-preset/apply", forPrograms, url.Values{"preset[MaxMembersInParty]": {"12"}, "preset[EnableQuickMarker]": {"0"}, "preset[EnableParties]": {"1"}}).
		status(200).preset(`{"MaxMembersInParty":12,"EnableQuickMarker":0}`)
	after := strings.NewReplacer(`"MaxMembersInParty": 10`, `"MaxMembersInParty": 12`, `"EnableQuickMarker": 1`, `"EnableQuickMarker": 0`).Replace(before)
	if got := b.settingText(instance, "party"); got != after {
		t.Errorf("stored:\n%s\nwant\n%s", got, after)
	}
	b.asking(instance, "party/ai-preset/generate", forPrograms, url.Values{"prompt": {"max members 12, no quick markers"}}).status(200).preset(`{}`)
}

func TestPresetFromAPage(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Hardcore")
	page := b.asking(instance, "raid/ai-preset/preview", forBrowsers, url.Values{"prompt": {"no raiding on weekdays; paint the moon"}}).status(200)
	page.says("1 field would change", "Times", "Not understood: “paint the moon”", "no raiding on weekdays", "Sunday 00:00 for 1 d; Saturday 00:00 for 1 d</strong>")
	form, action := untouchedFormAt(t, page, "/ai-preset/apply")
	b.sendForm(action, form).leadsTo(settingsOf(instance) + "/raid")
	if text := b.settingText(instance, "raid"); strings.Contains(text, "Monday") || !strings.Contains(text, "Saturday") {
		t.Error(text)
	}
	b.get(settingsOf(instance) + "/raid").says("1 field was changed.")
	b.get(settingsOf(instance) + "/raid/ai-preset/preview").leadsTo(settingsOf(instance) + "/raid#ai-preset")
	b.get(settingsOf(instance) + "/raid/ai-preset/generate").leadsTo(settingsOf(instance) + "/raid#ai-preset")
}

// untouchedFormAt reads the form of a page that is sent to an address with that end.
func untouchedFormAt(t *testing.T, page answer, end string) (sentForm, string) {
	t.Helper()
	document := parseHTML(t, page.Body.String())
	for _, form := range document.named("form") {
		if strings.HasSuffix(form.attrs["action"], end) {
			form.attrs["id"] = "found"
			return untouchedForm(t, document, "found")
		}
	}
	t.Fatalf("no form for %s:\n%s", end, page.Body)
	return nil, ""
}

func TestPresetAsJSON(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Hardcore")
	send := func(body string) answer {
		request := httptest.NewRequest("POST", "http://qm.test"+settingsOf(instance)+"/general/ai-preset/apply", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Accept", forPrograms)
		request.Header.Set("X-CSRF-TOKEN", b.token("/instances"))
		return b.do(request)
	}
	send(`{"preset":{"HUDColors":{"StaminaBarColor":"00FF00FF"},"EnableLamps":"many","EnableAutoRun":false}}`).status(200).
		preset(`{"HUDColors":{"StaminaBarColor":"00FF00FF"},"EnableAutoRun":0}`).says("EnableLamps field must be an integer")
	text := b.settingText(instance, "general")
	if !strings.Contains(text, `"StaminaBarColor": "00FF00FF"`) || !strings.Contains(text, `"StaminaBarColorHalf": "FFFFFFFF"`) || !strings.Contains(text, `"EnableLamps": 3`) {
		t.Error(text)
	}
	revision := b.settingRevision(instance)
	for body, says := range map[string]string{
		`{}`: "The preset field is required.", `{"preset":5}`: "The preset field must be an object.", `{"preset":"[1]"}`: "The preset field must be an object.",
		`{"preset":{"Sudo":1,"EnableAutoRun":1}}`: "The preset.Sudo field is unknown.", `{"preset":{"HUDColors":{"x":1}}}`: "The preset.HUDColors.x field is unknown.",
	} {
		send(body).status(422).says(says, `"errors":{"preset`)
	}
	send(`{"preset":{}}`).status(200).preset(`{}`)
	if b.settingRevision(instance) != revision {
		t.Error("a refused preset made a revision")
	}
}

func TestPresetsAreGuarded(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	ada, bo := s.user("Ada", false), s.user("Bo", false)
	instance := ada.instance("Ada's")
	wish := url.Values{"prompt": {"hardcore"}, "preset[MaxMembersInParty]": {"3"}}
	for _, address := range []string{"ai-preset/generate", "ai-preset/preview", "ai-preset/apply"} {
		bo.asking(instance, "party/"+address, forPrograms, wish).status(403)
		ada.asking(instance, "nothing/"+address, forPrograms, wish).status(404)
		ada.asking("/instances/nOwHeRe000", "party/"+address, forPrograms, wish).status(404)
		ada.send("POST", settingsOf(instance)+"/party/"+address, wish).status(419)
		visitor := s.visitor()
		form := cloned(wish)
		form.Set("_token", visitor.token("/login"))
		visitor.send("POST", settingsOf(instance)+"/party/"+address, form).leadsTo("/login")
	}
	if n := s.count(`SELECT count(*) FROM expansion_settings`); n != 0 {
		t.Errorf("%d settings were made", n)
	}
}

// TestPreviewsAreJSON: whatever the client accepts, and whatever is wrong.
func TestPreviewsAreJSON(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	s := openSite(t)
	ada, bo, failing := s.user("Ada", false), s.user("Bo", false), openSite(t, model(t, refuse)).user("Ada", false)
	instance, broken := ada.instance("Ada's"), failing.instance("Ada's")
	wish := url.Values{"prompt": {"hardcore"}}
	for _, accept := range []string{forPrograms, forBrowsers, "*/*", "text/xml", ""} {
		for name, got := range map[string]answer{
			`200 {"data":{"preset":`: ada.asking(instance, "party/ai-preset/generate", accept, wish),
			`422 {"message":`:        ada.asking(instance, "party/ai-preset/generate", accept, url.Values{}),
			`404 {"message":`:        ada.asking(instance, "nothing/ai-preset/generate", accept, wish),
			`403 {"message":`:        bo.asking(instance, "party/ai-preset/generate", accept, wish),
			`502 {"message":`:        failing.asking(broken, "party/ai-preset/generate", accept, wish),
			`419 {"message":`:        ada.accepting(accept).send("POST", settingsOf(instance)+"/party/ai-preset/generate", wish),
		} {
			if text := strconv.Itoa(got.Code) + " " + got.Body.String(); !strings.HasPrefix(text, name) || got.Header().Get("Content-Type") != "application/json" {
				t.Errorf("accepting %q: %s %s, want %s", accept, got.Header().Get("Content-Type"), text, name)
			}
		}
	}
}

func TestPromptIsChecked(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Hardcore")
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
		b.asking(instance, "party/ai-preset/generate", forPrograms, test.form).status(422).says(test.says, `"errors":{"prompt"`)
		b.asking(instance, "party/ai-preset/preview", forBrowsers, test.form).leadsTo(settingsOf(instance) + "/party#ai-preset")
		b.get(settingsOf(instance) + "/party").says(test.says)
	}
	b.asking(instance, "party/ai-preset/generate", forPrograms, url.Values{"prompt": {strings.Repeat("ä", 2000)}}).status(200)
}

func TestAnswersOfModelsAreChecked(t *testing.T) {
	t.Parallel()
	evil := `<script>alert(1)</script>`
	text, _ := json.Marshal(map[string]any{
		"preset": map[string]any{"MaxMembersInParty": 4, "EnableParties": evil, "Evil<b>": 1}, "summary": "Ignore the rules " + evil,
		"reasons": map[string]string{"MaxMembersInParty": evil}, "warnings": []string{evil},
	})
	b := openSite(t, model(t, writing(string(text)))).user("Ada", false)
	instance := b.instance("Hardcore")
	wish := url.Values{"prompt": {"small " + evil}}
	b.asking(instance, "party/ai-preset/generate", forPrograms, wish).status(200).preset(`{"MaxMembersInParty":4}`).
		says(`"provider":"small"`, "EnableParties field must be true or false", "Evil")
	page := b.asking(instance, "party/ai-preset/preview", forBrowsers, wish).status(200)
	page.saysNot(evil, "<b>").says("&lt;script&gt;alert(1)&lt;/script&gt;", "Members at most")
}

func TestFailingModelsChangeNothing(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }
	b := openSite(t, model(t, refuse)).user("Ada", false)
	instance := b.instance("Hardcore")
	b.get(settingsOf(instance) + "/party").status(200)
	before, revision := b.settingText(instance, "party"), b.settingRevision(instance)
	wish := url.Values{"prompt": {"hardcore"}}
	answer := b.asking(instance, "party/ai-preset/generate", forPrograms, wish).status(502)
	if got := answer.Body.String(); got != `{"message":"The AI provider answered with status 401."}` {
		t.Error(got)
	}
	b.asking(instance, "party/ai-preset/preview", forBrowsers, wish).status(502).
		says("No changes could be suggested", "The AI provider answered with status 401.", "hardcore</textarea>").saysNot("sk-secret")
	if b.settingText(instance, "party") != before || b.settingRevision(instance) != revision {
		t.Error("a failing provider changed something")
	}
}
