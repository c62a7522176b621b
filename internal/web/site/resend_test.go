package site_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// again reads the form that the page of a refused one offers.
func again(a webtest.Answer, t *testing.T) (form webtest.SentForm, action string) {
	t.Helper()
	return webtest.UntouchedForm(t, webtest.ParseHTML(t, a.Status(419).Body.String()), "resend")
}

// signInAnew gives the browser another session of the same user, as another tab does.
func signInAnew(b *webtest.Browser, email string) {
	b.TB.Helper()
	b.Submit("/profile", "/logout", nil).LeadsTo("/login")
	b.Submit("/login", "/login", url.Values{"email": {email}, "password": {webtest.Password}}).Status(http.StatusFound)
}

func TestFormsOutliveTheirSession(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		gui := webtest.MarketOf(instance)
		one := b.AddLoadout(instance, "Guard", webtest.LoadoutJSON)
		edit := one + "/edit"
		form, action := webtest.UntouchedForm(t, webtest.ParseHTML(t, b.Get(edit).Body.String()), "AI-loadout")
		text := "{\r\n\"Sets\": [{\"ClassName\": \"<b>'&amp;\"}]}"
		form = form.With("name", "Warden").With("data", text)

		signInAnew(b, "ada@example.org")
		b.Header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + edit}
		offered, where := again(b.SendForm(action, form).Says("Page Expired", "Send it again", "Ada"), t)
		if where != action {
			t.Errorf("it is sent to %s, want %s", where, action)
		}
		b.Header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + action}
		b.SendForm(where, offered.With("name", "a/b")).Status(http.StatusUnprocessableEntity)
		b.SendForm(where, offered).LeadsTo(edit)
		b.Get(one + "/generate").Says(`"ClassName": "<b>'&amp;"`)
		b.Get(edit).Says("Warden was saved.")
		b.Get(gui + "/ai-loadouts").Says("Warden").SaysNot("Guard")
	})
}

// TestRefusedAfterItWasSentAgain: what is wrong with a form leads to the page that it stood on, not to the one that offered it again.
func TestRefusedAfterItWasSentAgain(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	page := webtest.MarketOf(b.Instance("A")) + "/general?q=lamp"
	form, action := b.OpenForm(t, page)
	signInAnew(b, "ada@example.org")
	b.Header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + page}
	offered, where := again(b.SendForm(action, form.With("LampAmount_OneInX", "few")), t)
	b.Header["Referer"] = "http://qm.test" + action
	offered, where = again(b.SendForm(where, offered.With("_token", "old")), t)
	b.SendForm(where, offered).LeadsTo(page)
	b.Get(page).Says("must be an integer", `name="LampAmount_OneInX" value="few"`)
	b.SendForm(where, offered.With("_from", "https://evil.test/x")).LeadsTo(page)
}

func TestVisitorsKeepTheirFormsUntilTheSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := webtest.MarketOf(instance) + "/general"
	form, action := b.OpenForm(t, page)
	b.Submit("/profile", "/logout", nil)
	b.Header = map[string]string{"Origin": "http://qm.test", "Referer": "http://qm.test" + page}
	offered, where := again(b.SendForm(action, form.With("EnableLamps", "1")).Says("You are logged out", `href="/login"`), t)
	offered, where = again(b.SendForm(where, offered).Says("You are logged out"), t)
	b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}})
	offered, where = again(b.SendForm(where, offered).Says("Send it again"), t)
	b.SendForm(where, offered).LeadsTo(page)
	b.Get(page).Says("General was saved.")
}

// TestOthersGetNothingOfARefusedForm: the form is on the screen that it was sent from and nowhere else, and who is logged in
// there now cannot write with it what is not his.
func TestOthersGetNothingOfARefusedForm(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	s.User("Bo", false)
	ada, instance := *b, b.Instance("A")
	page := webtest.MarketOf(instance) + "/general"
	form, action := b.OpenForm(t, page)
	before := b.SettingText(instance, "general")
	signInAnew(b, "bo@example.org")
	b.Header = map[string]string{"Origin": "http://qm.test"}
	offered, where := again(b.SendForm(action, form.With("InGameMenuLogoPath", "secret")).Says("Bo"), t)
	b.SendForm(where, offered).Status(http.StatusForbidden).SaysNot("secret")
	b.Get("/instances").SaysNot("secret")
	if after := ada.SettingText(instance, "general"); after != before {
		t.Error("it was stored")
	}
}

func TestFormsThatAreNotOfferedAgain(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	page := webtest.MarketOf(b.Instance("A")) + "/trader-zones"
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
		b.Header = test.header
		b.Send(test.method, test.path, test.form).Status(419).SaysNot("kept", "Send it again")
	}
	b.Header = own
	form := url.Values{"b": {"2"}, "a[]": {"1", "<&\"'"}}
	offered, _ := again(b.Send("POST", page, form), t)
	want := webtest.SentForm{{"a[]", "1"}, {"a[]", "<&\"'"}, {"b", "2"}, {"_from", ""}}
	if got := offered[1:]; !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
}
