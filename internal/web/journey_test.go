package web_test

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
	"quartermaster/internal/web/webtest"
)

// TestInTheBrowser uses the site as people do: each test has a site and a tab of its own, and all share one browser. Those that take
// longest begin first.
func TestInTheBrowser(t *testing.T) {
	t.Parallel()
	chromium := webtest.StartBrowser(t)
	onSite := func(run func(*testing.T, *webtest.Site, *webtest.Tab)) func(context.Context, *testing.T) {
		return func(chromium context.Context, t *testing.T) {
			s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.UploadLimit = archive.MaxFile })
			server := httptest.NewServer(s.Handler)
			t.Cleanup(server.Close)
			run(t, s, webtest.OpenTab(chromium, t, server))
		}
	}
	for _, test := range []struct {
		name string
		run  func(context.Context, *testing.T)
	}{
		{"accessible 1", accessible(0)},
		{"accessible 2", accessible(1)},
		{"accessible 3", accessible(2)},
		{"every page", everyPage},
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
		{"first delivery", firstDelivery},
		{"folder", onSite(folder)},
		{"dropped folder", onSite(droppedFolder)},
		{"dropped anywhere", onSite(droppedAnywhere)},
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
		{"update by keys", onSite(updatesByKeys)},
		{"read aloud", onSite(readAloud)},
		{"numbers of problems", onSite(talliesFollow)},
		{"texts", onSite(editsTexts)},
		{"map", onSite(mapByHand)},
		{"passkeys", passkeys},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			test.run(chromium, t)
		})
	}
}

// journey goes from the registration to a changed file.
func journey(t *testing.T, _ *webtest.Site, b *webtest.Tab) {
	b.Open("/")
	b.Do(chromedp.SendKeys(chromedp.ID("register-name"), "Ada"), chromedp.SendKeys(chromedp.ID("register-email"), "ada@example.org"))
	b.Follow(chromedp.SendKeys(chromedp.ID("register-password"), webtest.Password+kb.Enter))
	b.Says("No instance yet")

	b.Open("/profile")
	b.Follow(chromedp.Click(chromedp.CSS(`form[action="/profile/token"] button`)))
	if token := b.Text(`document.getElementById("new-token").value`); len(token) < 40 {
		t.Errorf("token %q", token)
	}

	b.Open("/instances/create")
	b.Do(chromedp.SendKeys(chromedp.ID("instance-name"), "Chernarus"), chromedp.SetValue(chromedp.ID("instance-map_id"), "1"))
	instance := b.Follow(chromedp.Click(chromedp.CSS(`#instance button[type=submit]`)))
	b.Says("Chernarus was created.")
	importByInput(t, b)
	importByDrop(b)
	findAndSort(b, instance)
	editByKeyboard(b, instance)
	download(t, b, instance)
}

func importByInput(t *testing.T, b *webtest.Tab) {
	file := filepath.Join(t.TempDir(), "types.xml")
	if err := os.WriteFile(file, []byte(webtest.TypesXML), 0o600); err != nil {
		t.Fatal(err)
	}
	b.Do(chromedp.SetUploadFiles(chromedp.ID("import-files"), []string{file}))
	b.Until(`document.querySelector("[data-drop-list]").innerText.includes("types.xml")`)
	b.Do(chromedp.Click(chromedp.CSS(`#import button[type=submit]`)))
	b.Until(`document.activeElement.id === "import-report"`)
	b.Says("1 file imported.", "db/types.xml", "Server files")
}

// importByDrop drops a file onto the form that came with the report.
func importByDrop(b *webtest.Tab) {
	b.TB.Helper()
	drop := `(() => {
		const data = new DataTransfer();
		data.items.add(new File([` + webtest.Quoted(webtest.EventsXML) + `], "events.xml", { type: "text/xml" }));
		const zone = document.querySelector("[data-drop]");
		for (const name of ["dragover", "drop"]) {
			zone.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true }));
		}
		return 1;
	})()`
	webtest.Evaluate[int](b, drop)
	b.Until(`document.querySelector("[data-drop-list]").innerText.includes("events.xml")`)
	b.Do(chromedp.Click(chromedp.CSS(`#import button[type=submit]`)))
	b.Until(`document.getElementById("import-report")?.innerText.includes("db/events.xml")`)
}

func findAndSort(b *webtest.Tab, instance string) {
	b.Open(instance + "/types")
	names := `[...document.querySelectorAll("tbody th a")].map((cell) => cell.innerText).join()`
	b.Follow(chromedp.Click(chromedp.CSS(`.facets a[href*="usage%3AMilitary"]`)))
	if got := b.Text(names); got != "AKM" {
		b.TB.Errorf("filtered: %q, want AKM", got)
	}
	b.Follow(chromedp.Click(chromedp.CSS(`.chip`)))
	b.Follow(chromedp.Click(chromedp.CSS(`th a[href$="sort=name"]`)))
	b.Follow(chromedp.Click(chromedp.CSS(`th a[href$="sort=-name"]`)))
	if got := b.Text(names); got != "Apple,AKM" {
		b.TB.Errorf("sorted: %q, want Apple,AKM", got)
	}
	b.Follow(chromedp.SendKeys(chromedp.ID("filter-search"), "akm"+kb.Enter))
	if got := b.Text(names); got != "AKM" {
		b.TB.Errorf("searched: %q, want AKM", got)
	}
}

func editByKeyboard(b *webtest.Tab, instance string) {
	b.TB.Helper()
	b.Open(instance + "/types?search=akm")
	b.TabTo(".skip")
	b.TabTo(`tbody th a`)
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.TabTo("#type-lifetime")
	b.Do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent("90000"))
	if told := b.Text(`document.getElementById("type-lifetime-told").innerText`); told != "1 d 1 h" {
		b.TB.Errorf("90000 seconds are told as %q", told)
	}
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.Says("AKM was saved.")
}

func download(t *testing.T, b *webtest.Tab, instance string) {
	t.Helper()
	dir := downloadsTo(b, t)
	b.Open(instance)
	saves(b, t, "types.xml", chromedp.Click(chromedp.CSS(`a[href$="types.xml"]`)))
	text, err := os.ReadFile(filepath.Join(dir, "types.xml"))
	if want := strings.Replace(webtest.TypesXML, "<lifetime>28800", "<lifetime>90000", 1); err != nil || string(text) != want {
		t.Errorf("the file is %s, %v", text, err)
	}
}

// children adds and removes rows of a list inside a form.
func children(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Chidi", false)
	instance := webtest.Furnish(user)
	b.SignIn("chidi@example.org")
	b.Open(instance + "/events")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	rows := `document.querySelectorAll("[data-rows-list] > *").length`
	if n := webtest.Evaluate[int](b, rows); n != 2 {
		t.Fatalf("%d rows, want 2", n)
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-row]:first-child [data-row-remove]`)), chromedp.Click(chromedp.CSS(`[data-rows-add]`)))
	b.Do(chromedp.KeyEvent("Wreck"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("7"))
	b.Follow(chromedp.KeyEvent(kb.Enter))
	b.Says("VehicleHatchback was saved.")
	list, err := s.DB.All(context.Background(), record.Events, user.Scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	got := list[0][record.Events.Index("children")].(string)
	if strings.Contains(got, `"Hatchback"`) || !strings.Contains(got, `"Hatchback_Blue"`) || !strings.Contains(got, `"type":"Wreck","min":7`) {
		t.Errorf("children %s", got)
	}
}

// blocks adds a block with items to a new spawnable type, then applies a preset and goes along the links of a seller.
func blocks(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Femi", false)
	instance := webtest.Furnish(user)
	webtest.FurnishMore(user, instance)
	b.SignIn("femi@example.org")
	b.Open(instance + "/spawnable-types/create")
	b.Do(chromedp.SendKeys(chromedp.ID("spawnable-type-class_name"), "Backpack"), chromedp.Click(chromedp.CSS(`[data-rows-add]`)))
	b.Do(chromedp.SetValue(chromedp.CSS(`[data-row] select`), "cargo"), chromedp.SendKeys(chromedp.CSS(`[data-row] textarea`),
		"Apple 0.5\nPear"))
	b.Follow(chromedp.Click(chromedp.CSS(`#spawnable-type button[type=submit]`)))
	b.Says("Backpack was created.")
	if items := b.Text(`document.querySelector("[data-row] textarea").value`); items != "Apple 0.5\nPear" {
		t.Errorf("items %q", items)
	}

	b.Open(instance + "/presets")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.Follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	b.Says("matches 2 types")
	b.Follow(chromedp.Click(chromedp.CSS(`#apply button`)))
	b.Says("was applied: 2 types were changed.")

	b.Open(instance + "/trader-sellers")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.Follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	b.Follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	if seller := b.Text(`document.getElementById("trader-category-seller_id").selectedOptions[0].text`); seller != "Consume & Trade" {
		t.Errorf("the new category begins with the seller %q", seller)
	}
}

// deletions asks before something goes.
func deletions(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	instance := webtest.Furnish(s.User("Dora", false))
	b.SignIn("dora@example.org")
	b.Open(instance + "/types")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.Click(`details.confirm summary`, `document.querySelector("dialog").open`)
	if focus := b.Text(`document.activeElement.innerText`); focus != "Cancel" {
		t.Errorf("the focus is on %q, want Cancel", focus)
	}
	b.Escape(`!document.querySelector("dialog").open`)
	b.Click(`details.confirm summary`, `document.querySelector("dialog").open`)
	b.Follow(chromedp.Click(chromedp.CSS(`dialog button.danger`)))
	b.Says("AKM was deleted.")

	b.Open(instance + "/edit")
	b.Follow(chromedp.Click(chromedp.CSS(`.prompt a`)))
	b.Follow(chromedp.SendKeys(chromedp.ID("delete-confirm"), "something else"+kb.Enter))
	b.Says("This is not the name of the instance.")
	b.Do(chromedp.Clear(chromedp.ID("delete-confirm")))
	if path := b.Follow(chromedp.SendKeys(chromedp.ID("delete-confirm"), "Livonia & <Hardcore>"+kb.Enter)); path != "/instances" {
		t.Errorf("leads to %s", path)
	}
	b.Says("was deleted.", "No instance yet")
}

// looks holds that rows of a list are as high as what they hold on a phone, and that both themes are there.
func looks(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	instance := webtest.Furnish(s.User("Elif", true))
	b.SignIn("elif@example.org")
	b.Size(360, 740)
	b.Open(instance + "/events")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	if height := webtest.Evaluate[float64](b, `document.querySelector("[data-row]").getBoundingClientRect().height`); height < 100 {
		t.Errorf("the rows of a list are %v pixels high", height)
	}
	background := func(scheme string) string {
		b.Theme(scheme)
		return b.Text(`getComputedStyle(document.body).backgroundColor`)
	}
	if light, dark := background("light"), background("dark"); light == dark {
		t.Errorf("both themes have the background %s", light)
	}
}
