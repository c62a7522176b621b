package web

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
)

// again reads the form that the page of a refused one offers.
func (a answer) again(t *testing.T) (form sentForm, action string) {
	t.Helper()
	return untouchedForm(t, parseHTML(t, a.status(419).Body.String()), "resend")
}

// signInAnew gives the browser another session of the same user, as another tab does.
func (b *browser) signInAnew(email string) {
	b.t.Helper()
	b.submit("/profile", "/logout", nil).leadsTo("/login")
	b.submit("/login", "/login", url.Values{"email": {email}, "password": {password}}).status(http.StatusFound)
}

func TestFormsOutliveTheirSession(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	gui := guiOf(instance)
	one := b.addLoadout(instance, "Guard", loadoutJSON)
	edit := one + "/edit"
	form, action := untouchedForm(t, parseHTML(t, b.get(edit).Body.String()), "AI-loadout")
	text := "{\r\n\"Sets\": [{\"ClassName\": \"<b>'&amp;\"}]}"
	form = form.with("name", "Warden").with("data", text)

	b.signInAnew("ada@example.org")
	b.header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + edit}
	offered, where := b.sendForm(action, form).says("Page Expired", "Send it again", "Ada").again(t)
	if where != action {
		t.Errorf("it is sent to %s, want %s", where, action)
	}
	b.header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + action}
	b.sendForm(where, offered.with("name", "a/b")).status(http.StatusUnprocessableEntity)
	b.sendForm(where, offered).leadsTo(edit)
	b.get(one + "/generate").says(`"ClassName": "<b>'&amp;"`)
	b.get(edit).says("Warden was saved.")
	b.get(gui + "/ai-loadouts").says("Warden").saysNot("Guard")
}

// TestRefusedAfterItWasSentAgain: what is wrong with a form leads to the page that it stood on, not to the one that offered it again.
func TestRefusedAfterItWasSentAgain(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	page := guiOf(b.instance("A")) + "/general?q=lamp"
	form, action := b.openForm(t, page)
	b.signInAnew("ada@example.org")
	b.header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + page}
	offered, where := b.sendForm(action, form.with("LampAmount_OneInX", "few")).again(t)
	b.header["Referer"] = "http://qm.test" + action
	offered, where = b.sendForm(where, offered.with("_token", "old")).again(t)
	b.sendForm(where, offered).leadsTo(page)
	b.get(page).says("must be an integer", `name="LampAmount_OneInX" value="few"`)
	b.sendForm(where, offered.with("_from", "https://evil.test/x")).leadsTo(page)
}

func TestVisitorsKeepTheirFormsUntilTheSignIn(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	page := guiOf(instance) + "/general"
	form, action := b.openForm(t, page)
	b.submit("/profile", "/logout", nil)
	b.header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + page}
	offered, where := b.sendForm(action, form.with("EnableLamps", "1")).says("You are logged out", `href="/login"`).again(t)
	offered, where = b.sendForm(where, offered).says("You are logged out").again(t)
	b.submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {password}})
	offered, where = b.sendForm(where, offered).says("Send it again").again(t)
	b.sendForm(where, offered).leadsTo(page)
	b.get(page).says("General was saved.")
}

// TestOthersGetNothingOfARefusedForm: the form is on the screen that it was sent from and nowhere else, and who is logged in
// there now cannot write with it what is not his.
func TestOthersGetNothingOfARefusedForm(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	s.user("Bo", false)
	ada, instance := *b, b.instance("A")
	page := guiOf(instance) + "/general"
	form, action := b.openForm(t, page)
	before := b.settingText(instance, "general")
	b.signInAnew("bo@example.org")
	b.header = map[string]string{"Origin": "http://qm.test"}
	offered, where := b.sendForm(action, form.with("InGameMenuLogoPath", "secret")).says("Bo").again(t)
	b.sendForm(where, offered).status(http.StatusForbidden).saysNot("secret")
	b.get("/instances").saysNot("secret")
	if after := ada.settingText(instance, "general"); after != before {
		t.Error("it was stored")
	}
}

func TestFormsThatAreNotOfferedAgain(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	page := guiOf(b.instance("A")) + "/trader-zones"
	own := map[string]string{"Origin": "http://qm.test"}
	tests := []struct {
		name, method, path string
		form               url.Values
		header             map[string]string
	}{
		{"of another site", "POST", page, url.Values{"a": {"kept"}}, map[string]string{"Origin": "http://evil.test"}},
		{"of nobody", "POST", page, url.Values{"a": {"kept"}}, nil},
		{"with a password", "POST", "/login", url.Values{"email": {"kept"}, "password": {"x"}}, own},
		{"of a script", "PUT", "/profile", url.Values{"a": {"kept"}}, own},
		{"empty", "POST", page, nil, own},
		{"of a program", "POST", page, url.Values{"a": {"kept"}}, map[string]string{"Origin": "http://qm.test", "Accept": "application/json"}},
	}
	for _, test := range tests {
		b.header = test.header
		b.send(test.method, test.path, test.form).status(419).saysNot("kept", "Send it again")
	}
	b.header = own
	form := url.Values{"b": {"2"}, "a[]": {"1", "<&\"'"}}
	offered, _ := b.send("POST", page, form).again(t)
	want := sentForm{{"a[]", "1"}, {"a[]", "<&\"'"}, {"b", "2"}, {"_from", ""}}
	if got := offered[1:]; !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
}
