package web_test

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// omni is a genuine server with the Expansion mod beside the project. It is no part of it.
const omni = "../../../shared/data/expansion/omniv1"

// modded is a server with the Expansion mod as its owner's browser sees it.
type modded struct {
	*webtest.Tab
	user          *webtest.Browser
	instance, gui string
	files         map[string]string // what was imported, by its path on the server
}

// modFiles drops the files of a genuine server, changes its market, its raids and a loadout, and takes the files back: nothing
// but these changes is in them.
func modFiles(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	if _, err := os.Stat(omni); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	m := openModded(t, s, b)
	m.importServer(t)
	m.nowhereWider(t)
	want := m.files
	want["profiles/ExpansionMod/Traders/Hermit.json"] = m.makeTrader()
	want["profiles/ExpansionMod/Market/Ammo.json"] = m.raisePrices(t, want["profiles/ExpansionMod/Market/Ammo.json"])
	want["profiles/ExpansionMod/Settings/RaidSettings.json"] = m.wish(t, want["profiles/ExpansionMod/Settings/RaidSettings.json"])
	want["profiles/ExpansionMod/Loadouts/BanditLoadout.json"] = m.arm(want["profiles/ExpansionMod/Loadouts/BanditLoadout.json"])
	m.compare(t, m.instance+"/files.zip", "", want)
	market := map[string]string{}
	for name, text := range want {
		if folder := strings.TrimPrefix(name,
			"profiles/ExpansionMod/"); strings.HasPrefix(folder, "Market/") || strings.HasPrefix(folder, "Traders/") {
			market[name] = text
		}
	}
	m.compare(t, m.gui+"/market/generate-all", "profiles/", market)
}

func openModded(t *testing.T, s *webtest.Site, b *webtest.Tab) *modded {
	t.Helper()
	m := &modded{Tab: b, user: s.User("Mona", false), files: map[string]string{}}
	m.instance = m.user.Instance("Omni")
	m.gui = webtest.MarketOf(m.instance)
	m.SignIn("mona@example.org")
	s.Work(t)
	return m
}

// importServer drops what the server has for one map, and looks at what it holds.
func (m *modded) importServer(t *testing.T) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "server")
	for _, folder := range []string{"profiles", "mpmissions/dayzOffline.chernarusplus"} {
		m.copyFolder(t, filepath.Join(dir, folder), folder)
	}
	m.Open(m.instance)
	drop(m.Tab, `[data-drop]`, dir)
	m.Until(`document.querySelector("[data-drop-list]").innerText.includes("more")`)
	m.Do(chromedp.Click(chromedp.CSS(`#import button[type=submit]`)))
	m.Arrives(`document.getElementById("import-report")?.innerText.includes("files imported.")`)
	report := m.Text(`document.getElementById("import-report").innerText`)
	if !strings.Contains(report, strconv.Itoa(len(m.files))+" files imported.") || strings.Contains(report, "failed") {
		t.Errorf("the report of %d files:\n%s", len(m.files), report)
	}
	m.Open(m.gui)
	m.Says("RaidSettings.json", "Market traders")
	m.Open(m.gui + "/market-categories")
	m.Says("Rows 1 to 50 of 76")
	m.Open(m.gui + "/ai-loadouts")
	m.Says("Rows 1 to 17 of 17", "BanditLoadout")
	m.Open(m.instance + "/lint")
	m.Says("Market item attached to itself", "Fix all 2")
}

// copyFolder copies a folder of the genuine server, and notes what is in it.
func (m *modded) copyFolder(t *testing.T, to, folder string) {
	t.Helper()
	from := os.DirFS(filepath.Join(omni, folder))
	if err := os.CopyFS(to, from); err != nil {
		t.Fatal(err)
	}
	err := fs.WalkDir(from, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(from, name)
		m.files[folder+"/"+name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// makeTrader makes a trader of the ammunition, first with a name that is none, and returns his file.
func (m *modded) makeTrader() string {
	m.TB.Helper()
	m.Open(m.gui + "/market-traders")
	m.Follow(chromedp.Click(chromedp.CSS(`.heading .actions a`)))
	m.Do(chromedp.SendKeys(chromedp.ID("market-trader-name"), "Hermit/1"), chromedp.SetValue(chromedp.ID("market-trader-DisplayName"),
		"The hermit"))
	m.Do(chromedp.Click(chromedp.CSS(`#market-trader-Categories-group [data-rows-add]`)), chromedp.KeyEvent("Ammo"))
	m.Follow(chromedp.Click(chromedp.CSS(`#market-trader .form-end button`)))
	m.Says("1 entry needs your attention")
	if text := m.Text(`document.querySelector("#market-trader-name-error").innerText + ` +
		`document.querySelector("#market-trader-Categories-group [data-row] input").value`); !strings.HasSuffix(text, "Ammo") {
		m.TB.Errorf("the form says %q", text)
	}
	m.Do(chromedp.SetValue(chromedp.ID("market-trader-name"), "Hermit"))
	m.Follow(chromedp.Click(chromedp.CSS(`#market-trader .form-end button`)))
	m.Says("Hermit was created.")
	text := m.file(record.MarketTraders, "Hermit")
	if !strings.Contains(text, `"DisplayName": "The hermit"`) || !strings.Contains(text, "\"Categories\": [\n        \"Ammo\"\n    ]") {
		m.TB.Errorf("the trader is %s", text)
	}
	return text
}

// address is that of the record of a name.
func (m *modded) address(res *record.Resource, name string) string {
	m.TB.Helper()
	return m.gui + strings.TrimPrefix(res.Path, "expansion") + "/" + res.SID(m.user.Named(m.instance, res, name))
}

func (m *modded) file(res *record.Resource, name string) string {
	m.TB.Helper()
	return m.user.Get(m.address(res, name) + "/generate").Status(200).Body.String()
}

var price = regexp.MustCompile(`(PriceThreshold": )(\d+)`)

// raisePrices raises 20 prices by 10 %, and returns what the file is to be then.
func (m *modded) raisePrices(t *testing.T, text string) string {
	t.Helper()
	m.Open(m.instance + "/expansion/market-items/grid?q=cat:Ammo")
	gridSays(m.Tab, "market items.")
	m.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="4"]`)))
	m.Do(withKeys(kb.ArrowRight, chromedp.ModifierShift), withKeys(strings.Repeat(kb.ArrowDown, 19), chromedp.ModifierShift))
	m.Do(fromMore, chromedp.Click(chromedp.CSS(`[data-grid-numbers]`)))
	m.Until(`document.querySelector("dialog [role=status]")?.textContent === "40 numbers change."`)
	if first := m.Text(`document.querySelector("dialog tbody tr").innerText`); first != "ammo_12gapellets\tLowest price\t30\t33" {
		t.Errorf("the preview begins with %q", first)
	}
	m.Do(chromedp.Click(chromedp.CSS(`dialog .form-end button`)), withKeys("s", chromedp.ModifierCtrl))
	gridSays(m.Tab, "Saved: 40 cells in 20 rows changed.")
	left := 40
	return price.ReplaceAllStringFunc(text, func(found string) string {
		if left--; left < 0 {
			return found
		}
		parts := price.FindStringSubmatch(found)
		old, _ := strconv.Atoi(parts[2])
		return parts[1] + strconv.Itoa((old*110+50)/100)
	})
}

var weekdays = regexp.MustCompile(`(?s)        \{\s+"Weekday": "(Mon|Tues|Wednes|Thurs|Fri)day".*?\},\n`)

// wish switches raids off on weekdays by a sentence, and returns what the file is to be then.
func (m *modded) wish(t *testing.T, text string) string {
	t.Helper()
	m.Open(m.gui + "/raid")
	m.Do(chromedp.Click(chromedp.CSS(`#ai-preset summary`)), chromedp.SendKeys(chromedp.ID("ai-preset-prompt"), "no raiding on weekdays"))
	m.Do(chromedp.Click(chromedp.CSS(`[data-preset-ask] .form-end button`)))
	m.Until(`document.activeElement.id === "ai-preset-outcome"`)
	m.Says("1 field would change", "Sunday", "Saturday")
	m.Follow(chromedp.Click(chromedp.CSS(`form[action$="/apply"] button`)))
	m.Says("1 field was changed.")
	return weekdays.ReplaceAllString(text, "")
}

// arm gives the bandits another weapon in the builder, and returns what the file is to be then.
func (m *modded) arm(text string) string {
	m.TB.Helper()
	m.Open(m.address(record.AILoadouts, "BanditLoadout") + "/edit")
	slot := webtest.Evaluate[int](m.Tab,
		`[...document.querySelectorAll("[data-root] > [data-node], [data-root] [data-node]")].findIndex((node) => {
		const found = node.querySelector("[data-title]").innerText.startsWith("Hands");
		if (found) { node.id = "hands"; node.querySelector("[data-toggle]").click(); }
		return found;
	})`)
	if slot < 0 {
		m.TB.Fatal("the builder shows no slot Hands")
	}
	m.Do(chromedp.Click(chromedp.CSS(`#hands > [data-body] > .loadout-list [data-add]`)), chromedp.KeyEvent("Omni_Rifle"))
	m.Follow(chromedp.Click(chromedp.CSS(`.form-end button`)))
	m.Says("BanditLoadout was saved.")
	got := m.file(record.AILoadouts, "BanditLoadout")
	before, rest, found := strings.Cut(got, ",\n                {\n                    \"ClassName\": \"Omni_Rifle\"")
	_, after, ended := strings.Cut(rest, "\n                }")
	if !found || !ended || before+after != text {
		m.TB.Errorf("more is different than the new weapon:\n%s", cmp.Diff(strings.Split(text, "\n"), strings.Split(got, "\n")))
	}
	return got
}

// compare holds that an archive has these files, line by line.
func (m *modded) compare(t *testing.T, archive, below string, want map[string]string) {
	t.Helper()
	body := m.user.Get(archive).Status(200).Body.Bytes()
	files, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files.File {
		name := below + file.Name
		if _, ours := want[name]; !ours {
			continue // the files of the game itself, which the instance has too
		}
		found++
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil || string(text) != want[name] {
			t.Errorf("%s: %v %s", name, err, cmp.Diff(strings.Split(want[name], "\n"), strings.Split(string(text), "\n")))
		}
	}
	if found != len(want) {
		t.Errorf("%s has %d of %d files", archive, found, len(want))
	}
}

// nowhereWider holds that no page of the mod is wider than a phone, whatever it holds.
func (m *modded) nowhereWider(t *testing.T) {
	t.Helper()
	paths := []string{
		"", "/raid?view=raw", "/raid?at=Schedule.0", "/ai-patrol?at=Patrols.0", "/safe-zone?at=CircleZones.0", "/hardline?at=ItemRarity",
	}
	for _, d := range expansion.Settings() {
		paths = append(paths, "/"+d.Slug)
	}
	for _, p := range m.user.DocumentPages() {
		rows, err := m.user.DB.All(t.Context(), p.Resource, m.user.Scope(m.instance), "")
		if err != nil || len(rows) == 0 {
			t.Fatal(p.Many, err)
		}
		list := "/" + webtest.Segment(p)
		one := list + "/" + p.Resource.SID(rows[0])
		paths = append(paths, list, list+"?search=none", one+"/edit")
		if p.Resource != record.TraderZones {
			paths = append(paths, list+"/create", one)
		}
	}
	m.Size(360, 740)
	for _, path := range paths {
		m.Open(m.gui + path)
		if over := webtest.Evaluate[int](m.Tab, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", path, over)
		}
	}
	m.Size(1280, 900)
}
