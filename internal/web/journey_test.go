package web

import (
	"context"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/account"
	"quartermaster/internal/archive"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// TestInTheBrowser uses the site as people do: each test has a site and a tab of its own, and all share one browser. Those that take
// longest begin first.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium := startBrowser(t)
	onSite := func(run func(*testing.T, *testSite, *tab)) func(context.Context, *testing.T) {
		return func(chromium context.Context, t *testing.T) {
			s := openSite(t, func(c *site.Config, _ *account.Options) { c.UploadLimit = archive.MaxFile })
			server := httptest.NewServer(s.handler)
			t.Cleanup(server.Close)
			run(t, s, openTab(chromium, t, server))
		}
	}
	for _, test := range []struct {
		name string
		run  func(context.Context, *testing.T)
	}{
		{"accessible 1", accessible(0)},
		{"accessible 2", accessible(1)},
		{"accessible 3", accessible(2)},
		{"grid", onSite(gridByKeys)},
		{"paste by names", onSite(pasteByNames)},
		{"files of the mod", onSite(modFiles)},
		{"looks", onSite(looks)},
		{"loadout builder", onSite(loadoutBuilder)},
		{"interruptions", onSite(interruptions)},
		{"journey", onSite(journey)},
		{"children", onSite(children)},
		{"blocks", onSite(blocks)},
		{"deletions", onSite(deletions)},
		{"documentation", onSite(documentation)},
		{"folder", onSite(folder)},
		{"dropped folder", onSite(droppedFolder)},
		{"wishes", onSite(wishes)},
		{"market editor", onSite(marketEditor)},
		{"rows of settings", onSite(copiedRows)},
		{"two tabs", onSite(twoTabsByKeys)},
		{"navigation", onSite(sectionsInView)},
		{"halved weapons", onSite(halveWeapons)},
		{"found by keyboard", onSite(findByKeyboard)},
		{"longer food", onSite(lengthenFood)},
		{"economy", onSite(economyByKeys)},
		{"place", onSite(keepsItsPlace)},
		{"texts", onSite(editsTexts)},
		{"map", onSite(mapByHand)},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(chromium, t)
		})
	}
}

// journey goes from the registration to a changed file.
func journey(t *testing.T, _ *testSite, b *tab) {
	b.open("/")
	b.follow(chromedp.Click(chromedp.CSS(`main a[href="/register"]`)))
	b.do(chromedp.SendKeys(chromedp.ID("register-name"), "Ada"), chromedp.SendKeys(chromedp.ID("register-email"), "ada@example.org"))
	b.follow(chromedp.SendKeys(chromedp.ID("register-password"), password+kb.Enter))
	b.says("No instance yet")

	b.open("/profile")
	b.follow(chromedp.Click(chromedp.CSS(`form[action="/profile/token"] button`)))
	if token := b.text(`document.getElementById("new-token").value`); len(token) < 40 {
		t.Errorf("token %q", token)
	}

	b.open("/instances/create")
	b.do(chromedp.SendKeys(chromedp.ID("instance-name"), "Chernarus"), chromedp.SetValue(chromedp.ID("instance-map_id"), "1"))
	instance := b.follow(chromedp.Click(chromedp.CSS(`#instance button[type=submit]`)))
	b.says("Chernarus was created.")

	importByInput(t, b)
	importByDrop(b)
	findAndSort(b, instance)
	editByKeyboard(b, instance)
	download(t, b, instance)
}

func importByInput(t *testing.T, b *tab) {
	file := filepath.Join(t.TempDir(), "types.xml")
	if err := os.WriteFile(file, []byte(typesXML), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.SetUploadFiles(chromedp.ID("import-files"), []string{file}))
	b.until(`document.querySelector("[data-drop-list]").innerText.includes("types.xml")`)
	b.do(chromedp.Click(chromedp.CSS(`#import button[type=submit]`)))
	b.until(`document.activeElement.id === "import-report"`)
	b.says("1 file imported.", "db/types.xml", "Server files")
}

// importByDrop drops a file onto the form that came with the report.
func importByDrop(b *tab) {
	b.t.Helper()
	drop := `(() => {
		const data = new DataTransfer();
		data.items.add(new File([` + quoted(eventsXML) + `], "events.xml", { type: "text/xml" }));
		const zone = document.querySelector("[data-drop]");
		for (const name of ["dragover", "drop"]) {
			zone.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
		}
		return 1;
	})()`
	evaluate[int](b, drop)
	b.until(`document.querySelector("[data-drop-list]").innerText.includes("events.xml")`)
	b.do(chromedp.Click(chromedp.CSS(`#import button[type=submit]`)))
	b.until(`document.getElementById("import-report")?.innerText.includes("db/events.xml")`)
}

func findAndSort(b *tab, instance string) {
	b.open(instance + "/types")
	names := `[...document.querySelectorAll("tbody th a")].map((cell) => cell.innerText).join()`
	b.follow(chromedp.Click(chromedp.CSS(`.facets a[href*="usage%3AMilitary"]`)))
	if got := b.text(names); got != "AKM" {
		b.t.Errorf("filtered: %q, want AKM", got)
	}
	b.follow(chromedp.Click(chromedp.CSS(`.chip`)))
	b.follow(chromedp.Click(chromedp.CSS(`th a[href$="sort=name"]`)))
	b.follow(chromedp.Click(chromedp.CSS(`th a[href$="sort=-name"]`)))
	if got := b.text(names); got != "Apple,AKM" {
		b.t.Errorf("sorted: %q, want Apple,AKM", got)
	}
	b.follow(chromedp.SendKeys(chromedp.ID("filter-search"), "akm"+kb.Enter))
	if got := b.text(names); got != "AKM" {
		b.t.Errorf("searched: %q, want AKM", got)
	}
}

func editByKeyboard(b *tab, instance string) {
	b.t.Helper()
	b.open(instance + "/types?search=akm")
	b.tabTo(".skip")
	b.tabTo(`tbody th a`)
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.tabTo("#type-lifetime")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("90000"))
	if told := b.text(`document.getElementById("type-lifetime-told").innerText`); told != "1 d 1 h" {
		b.t.Errorf("90000 seconds are told as %q", told)
	}
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.says("AKM was saved.")
}

func download(t *testing.T, b *tab, instance string) {
	t.Helper()
	dir := b.downloadsTo(t)
	b.open(instance)
	b.saves(t, "types.xml", chromedp.Click(chromedp.CSS(`a[href$="types.xml"]`)))
	text, err := os.ReadFile(filepath.Join(dir, "types.xml"))
	if want := strings.Replace(typesXML, "<lifetime>28800", "<lifetime>90000", 1); err != nil || string(text) != want {
		t.Errorf("the file is %s, %v", text, err)
	}
}

// children adds and removes rows of a list inside a form.
func children(t *testing.T, s *testSite, b *tab) {
	user := s.user("Chidi", false)
	instance := furnish(user)
	b.signIn("chidi@example.org")
	b.open(instance + "/events")
	b.follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	rows := `document.querySelectorAll("[data-rows-list] > *").length`
	if n := evaluate[int](b, rows); n != 2 {
		t.Fatalf("%d rows, want 2", n)
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-row]:first-child [data-row-remove]`)), chromedp.Click(chromedp.CSS(`[data-rows-add]`)))
	b.do(chromedp.KeyEvent("Wreck"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("7"))
	b.follow(chromedp.KeyEvent(kb.Enter))
	b.says("VehicleHatchback was saved.")
	list, err := s.db.All(context.Background(), record.Events, user.scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	got := list[0][record.Events.Index("children")].(string)
	if strings.Contains(got, `"Hatchback"`) || !strings.Contains(got, `"Hatchback_Blue"`) || !strings.Contains(got, `"type":"Wreck","min":7`) {
		t.Errorf("children %s", got)
	}
}

// blocks adds a block with items to a new spawnable type, then applies a preset and goes along the links of a seller.
func blocks(t *testing.T, s *testSite, b *tab) {
	user := s.user("Femi", false)
	instance := furnish(user)
	furnishMore(user, instance)
	b.signIn("femi@example.org")
	b.open(instance + "/spawnable-types/create")
	b.do(chromedp.SendKeys(chromedp.ID("spawnable-type-class_name"), "Backpack"), chromedp.Click(chromedp.CSS(`[data-rows-add]`)))
	b.do(chromedp.SetValue(chromedp.CSS(`[data-row] select`), "cargo"), chromedp.SendKeys(chromedp.CSS(`[data-row] textarea`), "Apple 0.5\nPear"))
	b.follow(chromedp.Click(chromedp.CSS(`#spawnable-type button[type=submit]`)))
	b.says("Backpack was created.")
	if items := b.text(`document.querySelector("[data-row] textarea").value`); items != "Apple 0.5\nPear" {
		t.Errorf("items %q", items)
	}

	b.open(instance + "/presets")
	b.follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	b.says("matches 2 types")
	b.follow(chromedp.Click(chromedp.CSS(`#apply button`)))
	b.says("was applied: 2 types were changed.")

	b.open(instance + "/trader-sellers")
	b.follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	b.follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	if seller := b.text(`document.getElementById("trader-category-seller_id").selectedOptions[0].text`); seller != "Consume & Trade" {
		t.Errorf("the new category begins with the seller %q", seller)
	}
}

// deletions asks before something goes.
func deletions(t *testing.T, s *testSite, b *tab) {
	instance := furnish(s.user("Dora", false))
	b.signIn("dora@example.org")
	b.open(instance + "/types")
	b.follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.do(chromedp.Click(chromedp.CSS(`details.confirm summary`)))
	b.until(`document.querySelector("dialog").open`)
	if focus := b.text(`document.activeElement.innerText`); focus != "Cancel" {
		t.Errorf("the focus is on %q, want Cancel", focus)
	}
	b.escape(`!document.querySelector("dialog").open`)
	b.do(chromedp.Click(chromedp.CSS(`details.confirm summary`)))
	b.follow(chromedp.Click(chromedp.CSS(`dialog button.danger`)))
	b.says("AKM was deleted.")

	b.open(instance + "/edit")
	b.follow(chromedp.Click(chromedp.CSS(`.prompt a`)))
	b.follow(chromedp.SendKeys(chromedp.ID("delete-confirm"), "something else"+kb.Enter))
	b.says("This is not the name of the instance.")
	b.do(chromedp.Clear(chromedp.ID("delete-confirm")))
	if path := b.follow(chromedp.SendKeys(chromedp.ID("delete-confirm"), "Livonia & <Hardcore>"+kb.Enter)); path != "/instances" {
		t.Errorf("leads to %s", path)
	}
	b.says("was deleted.", "No instance yet")
}

// looks holds that no page is wider than a phone, and that both themes are there.
func looks(t *testing.T, s *testSite, b *tab) {
	user := s.user("Elif", true)
	instance := furnish(user)
	furnishMore(user, instance)
	b.signIn("elif@example.org")
	paths := []string{"/instances", "/instances/create", "/profile", "/admin/users", "/reference/categories", "/reference/mods/create"}
	for _, path := range []string{"", "/edit", "/delete", "/history", "/history/2", "/types?usage=1", "/economy-core"} {
		paths = append(paths, instance+path)
	}
	for _, p := range s.recordPages() {
		rows, err := s.db.All(context.Background(), p.Resource, user.scope(instance), "")
		if err != nil || len(rows) == 0 {
			t.Fatal(p.Many, err)
		}
		list := instance + "/" + p.Resource.Path
		paths = append(paths, list, list+"/create", list+"/"+p.Resource.SID(rows[0])+"/edit")
	}
	b.size(360, 740)
	for _, path := range paths {
		b.open(path)
		if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", path, over)
		}
	}
	b.open(instance + "/events")
	b.follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	if height := evaluate[float64](b, `document.querySelector("[data-row]").getBoundingClientRect().height`); height < 100 {
		t.Errorf("the rows of a list are %v pixels high", height)
	}
	background := func(scheme string) string {
		b.theme(scheme)
		return b.text(`getComputedStyle(document.body).backgroundColor`)
	}
	if light, dark := background("light"), background("dark"); light == dark {
		t.Errorf("both themes have the background %s", light)
	}
}
