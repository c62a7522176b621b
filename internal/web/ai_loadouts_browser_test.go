package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// loadoutBuilder changes loadouts in the builder.
func loadoutBuilder(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Lena", false)
	instance := user.Instance("Livonia")
	one := user.AddLoadout(instance, "Guard", webtest.LoadoutJSON)
	user.Add(instance, record.InstanceClassnames, record.Values{"name": "Mosin9130"})
	b.SignIn("lena@example.org")
	leaveAlone(t, user, b, instance)
	addWeapon(t, user, b, one)
	rearrange(t, user, b, one)
	editText(t, user, b, one)
}

// leaveAlone opens every part of genuine loadouts and saves them unchanged.
func leaveAlone(t *testing.T, user *webtest.Browser, b *webtest.Tab, instance string) {
	t.Helper()
	files := []webtest.File{{Name: "Guard.json", Text: webtest.LoadoutJSON}}
	for _, file := range webtest.GenuineLoadouts(t) {
		if slices.Contains([]string{"PvPLoadout.json", "PoliceLoadout.json", "YeetBrigadeLoadout.json"}, file.Name) {
			user.ImportDocument(webtest.LoadoutsOf(instance), file).Status(302)
			files = append(files, file)
		}
	}
	before := user.Revisions(instance)
	for _, file := range files {
		name := strings.TrimSuffix(file.Name, ".json")
		one := webtest.LoadoutsOf(instance) + "/" + record.AILoadouts.SID(user.Named(instance, record.AILoadouts, name))
		b.Open(one + "/edit")
		b.Do(chromedp.Click(chromedp.CSS(`[data-open-all]`)))
		if closed := webtest.Evaluate[int](b, `document.querySelectorAll("[data-root] [aria-expanded=false]").length`); closed != 0 {
			t.Errorf("%s: %d parts are closed", name, closed)
		}
		b.Size(360, 740)
		if over := webtest.Evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", name, over)
		}
		b.Size(1280, 900)
		b.Follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
		b.Says(name + " was saved.")
		if got := user.Get(one + "/generate").Body.String(); got != file.Text {
			t.Errorf("%s is another file than before", file.Name)
		}
	}
	if after := user.Revisions(instance); after != before {
		t.Errorf("saving what is there made %d revisions", after-before)
	}
}

// addWeapon adds an item by the keyboard alone; nothing but its lines is different then.
func addWeapon(t *testing.T, user *webtest.Browser, b *webtest.Tab, one string) {
	t.Helper()
	b.Open(one + "/edit")
	b.TabTo(`[data-toggle]`)
	b.Do(chromedp.KeyEvent(kb.Enter))
	b.TabTo(`[data-node] [data-add]`)
	b.Do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("mos"))
	b.Until(`document.querySelector("#class-names option")?.value === "Mosin9130"`)
	b.Do(chromedp.KeyEvent("in9130"))
	b.TabTo(`[data-key="Chance"]`)
	b.Do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("0.4"))
	if title := b.Text(`document.activeElement.closest("[data-node]").querySelector("[data-title]").innerText`); title != "40 % mosin9130" {
		t.Errorf("the new item is called %q", title)
	}
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.Says("Guard was saved.")
	got := user.Get(one + "/generate").Body.String()
	before, rest, _ := strings.Cut(got, ",\n            {\n                \"ClassName\": \"mosin9130\"")
	_, after, found := strings.Cut(rest, "\n            }")
	if !found || before+after != webtest.LoadoutJSON {
		t.Errorf("more is different than the new item:\n%s", got)
	}
	if !strings.Contains(rest, `"Chance": 0.4000000059604645,`) {
		t.Errorf("the chance is not written as the game does:\n%s", got)
	}
}

// rearrange duplicates, moves and removes items.
func rearrange(t *testing.T, user *webtest.Browser, b *webtest.Tab, one string) {
	t.Helper()
	b.Open(one + "/edit")
	names := func() string {
		return b.Text(`[...document.querySelectorAll("[data-node] [data-node] [data-title]")].map((title) => title.innerText).join()`)
	}
	tool := func(item, name string) {
		b.Do(chromedp.Click(chromedp.CSS(`[data-node] [data-node]:nth-child(` + item + `) [data-tool=` + name + `]`)))
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-toggle]`)))
	for _, step := range []struct{ item, tool, want string }{
		{"1", "copy", "70 % M4A1,70 % M4A1,25 % FAL,40 % mosin9130"},
		{"4", "up", "70 % M4A1,70 % M4A1,40 % mosin9130,25 % FAL"},
		{"1", "up", "70 % M4A1,70 % M4A1,40 % mosin9130,25 % FAL"},
		{"2", "remove", "70 % M4A1,40 % mosin9130,25 % FAL"},
		{"2", "remove", "70 % M4A1,25 % FAL"},
	} {
		tool(step.item, step.tool)
		if got := names(); got != step.want {
			t.Errorf("%s of %s: %s, want %s", step.tool, step.item, got, step.want)
		}
		if focus := b.Text(`document.activeElement.closest("[data-node]")?.tagName ?? "lost"`); focus != "LI" {
			t.Errorf("%s: the focus is %s", step.tool, focus)
		}
	}
	b.Follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
	if got := user.Get(one + "/generate").Body.String(); got != webtest.LoadoutJSON {
		t.Errorf("the file is not as it was:\n%s", got)
	}
}

// editText changes the JSON in its box: what is none stays there, with what is wrong.
func editText(t *testing.T, user *webtest.Browser, b *webtest.Tab, one string) {
	t.Helper()
	b.Open(one + "/edit")
	b.Do(chromedp.Click(chromedp.CSS(`[data-mode]`)), chromedp.SetValue(chromedp.CSS(`textarea[name=data]`), `{"Sets": [}`),
		chromedp.Click(chromedp.CSS(`[data-mode]`)))
	b.Says("The text is not valid JSON")
	b.Follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
	excuse(b, "status of 422")
	b.Says("Line 1, column 11")
	if text := b.Text(`document.querySelector("textarea[name=data]:not([hidden])").value`); text != `{"Sets": [}` {
		t.Errorf("the box holds %q", text)
	}
	b.Do(chromedp.SetValue(chromedp.CSS(`textarea[name=data]`), `{"Sets": [{"ClassName": "FOOD", "Chance": "0.5"}]}`),
		chromedp.Click(chromedp.CSS(`[data-mode]`)))
	b.Says("50 % Set FOOD")
	if got := user.Get(one + "/generate").Body.String(); got != webtest.LoadoutJSON {
		t.Errorf("something was stored: %s", got)
	}
}

// excuse takes back what the browser complained of where that was to come.
func excuse(b *webtest.Tab, text string) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	b.Complaint = slices.DeleteFunc(b.Complaint, func(complaint string) bool { return strings.Contains(complaint, text) })
}
