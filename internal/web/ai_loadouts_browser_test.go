package web

import (
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/record"
)

// loadoutBuilder changes loadouts in the builder.
func loadoutBuilder(t *testing.T, s *testSite, b *tab) {
	user := s.user("Lena", false)
	instance := user.instance("Livonia")
	one := user.addLoadout(instance, "Guard", loadoutJSON)
	user.add(instance, record.InstanceClassnames, record.Values{"name": "Mosin9130"})
	b.signIn("lena@example.org")
	leaveAlone(t, user, b, instance)
	addWeapon(t, user, b, one)
	rearrange(t, user, b, one)
	editText(t, user, b, one)
}

// leaveAlone opens every part of genuine loadouts and saves them unchanged.
func leaveAlone(t *testing.T, user *browser, b *tab, instance string) {
	t.Helper()
	files := []uploaded{{"Guard.json", loadoutJSON}}
	for _, file := range genuineLoadouts(t) {
		if slices.Contains([]string{"PvPLoadout.json", "PoliceLoadout.json", "YeetBrigadeLoadout.json"}, file.name) {
			user.importDocument(loadoutsOf(instance), file).status(302)
			files = append(files, file)
		}
	}
	before := user.revisions(instance)
	for _, file := range files {
		name := strings.TrimSuffix(file.name, ".json")
		one := loadoutsOf(instance) + "/" + record.AILoadouts.SID(user.named(instance, record.AILoadouts, name))
		b.open(one + "/edit")
		b.do(chromedp.Click(chromedp.CSS(`[data-open-all]`)))
		if closed := evaluate[int](b, `document.querySelectorAll("[data-root] [aria-expanded=false]").length`); closed != 0 {
			t.Errorf("%s: %d parts are closed", name, closed)
		}
		b.size(360, 740)
		if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", name, over)
		}
		b.size(1280, 900)
		b.follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
		b.says(name + " was saved.")
		if got := user.get(one + "/generate").Body.String(); got != file.text {
			t.Errorf("%s is another file than before", file.name)
		}
	}
	if after := user.revisions(instance); after != before {
		t.Errorf("saving what is there made %d revisions", after-before)
	}
}

// addWeapon adds an item by the keyboard alone; nothing but its lines is different then.
func addWeapon(t *testing.T, user *browser, b *tab, one string) {
	t.Helper()
	b.open(one + "/edit")
	b.tabTo(`[data-toggle]`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.tabTo(`[data-node] [data-add]`)
	b.do(chromedp.KeyEvent(kb.Enter), chromedp.KeyEvent("mos"))
	b.until(`document.querySelector("#class-names option")?.value === "Mosin9130"`)
	b.do(chromedp.KeyEvent("in9130"))
	b.tabTo(`[data-key="Chance"]`)
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("0.4"))
	if title := b.text(`document.activeElement.closest("[data-node]").querySelector("[data-title]").innerText`); title != "40 % mosin9130" {
		t.Errorf("the new item is called %q", title)
	}
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.says("Guard was saved.")
	got := user.get(one + "/generate").Body.String()
	before, rest, _ := strings.Cut(got, ",\n            {\n                \"ClassName\": \"mosin9130\"")
	_, after, found := strings.Cut(rest, "\n            }")
	if !found || before+after != loadoutJSON {
		t.Errorf("more is different than the new item:\n%s", got)
	}
	if !strings.Contains(rest, `"Chance": 0.4000000059604645,`) {
		t.Errorf("the chance is not written as the game does:\n%s", got)
	}
}

// rearrange duplicates, moves and removes items.
func rearrange(t *testing.T, user *browser, b *tab, one string) {
	t.Helper()
	b.open(one + "/edit")
	names := func() string {
		return b.text(`[...document.querySelectorAll("[data-node] [data-node] [data-title]")].map((title) => title.innerText).join()`)
	}
	tool := func(item, name string) {
		b.do(chromedp.Click(chromedp.CSS(`[data-node] [data-node]:nth-child(` + item + `) [data-tool=` + name + `]`)))
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-toggle]`)))
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
		if focus := b.text(`document.activeElement.closest("[data-node]")?.tagName ?? "lost"`); focus != "LI" {
			t.Errorf("%s: the focus is %s", step.tool, focus)
		}
	}
	b.follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
	if got := user.get(one + "/generate").Body.String(); got != loadoutJSON {
		t.Errorf("the file is not as it was:\n%s", got)
	}
}

// editText changes the JSON in its box: what is none stays there, with what is wrong.
func editText(t *testing.T, user *browser, b *tab, one string) {
	t.Helper()
	b.open(one + "/edit")
	b.do(chromedp.Click(chromedp.CSS(`[data-mode]`)), chromedp.SetValue(chromedp.CSS(`textarea[name=data]`), `{"Sets": [}`), chromedp.Click(chromedp.CSS(`[data-mode]`)))
	b.says("The text is not valid JSON")
	b.follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
	b.excuse("status of 422")
	b.says("Line 1, column 11")
	if text := b.text(`document.querySelector("textarea[name=data]:not([hidden])").value`); text != `{"Sets": [}` {
		t.Errorf("the box holds %q", text)
	}
	b.do(chromedp.SetValue(chromedp.CSS(`textarea[name=data]`), `{"Sets": [{"ClassName": "FOOD", "Chance": "0.5"}]}`), chromedp.Click(chromedp.CSS(`[data-mode]`)))
	b.says("50 % Set FOOD")
	if got := user.get(one + "/generate").Body.String(); got != loadoutJSON {
		t.Errorf("something was stored: %s", got)
	}
}

// excuse takes back what the browser complained of where that was to come.
func (b *tab) excuse(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.complaint = slices.DeleteFunc(b.complaint, func(complaint string) bool { return strings.Contains(complaint, text) })
}
