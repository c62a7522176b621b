package document_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/document"
)

// TestPresetsFit: what presets name is declared, the game takes it, and each changed value is one line.
func TestPresetsFit(t *testing.T) {
	t.Parallel()
	for _, declared := range document.All() {
		for _, mission := range []string{"dayzOffline.chernarusplus", "dayzOffline.sakhal"} {
			d := declared.On(mission)
			text, err := d.New()
			if err != nil {
				t.Fatal(d.Slug, err)
			}
			for i := range d.Presets {
				p := &d.Presets[i]
				tree, _ := d.Read(text)
				next, differences := d.Apply(p, tree)
				changed, problems, err := d.Change(text, next)
				if err != nil || len(problems) > 0 {
					t.Errorf("%s, %s: %v %v", d.Slug, p.Name, err, problems)
				}
				if n := differentLines(text, changed); strings.Count(text, "\n") == strings.Count(changed, "\n") && n > len(differences) {
					t.Errorf("%s, %s: %d lines differ for %d values", d.Slug, p.Name, n, len(differences))
				}
				back, err := d.Read(changed)
				if _, again := d.Apply(p, back); err != nil || p.Name == "usual" && len(again) > 0 {
					t.Errorf("%s, %s: %v, %v", d.Slug, p.Name, err, again)
				}
			}
		}
	}
}

// TestDefaultsAreThoseOfTheMap: the game's own files of each map have nothing that differs.
func TestDefaultsAreThoseOfTheMap(t *testing.T) {
	t.Parallel()
	const sakhal = "server-files/*/BohemiaInteractive+DayZ-Central-Economy/sakhal-"
	for pattern, of := range map[string][2]string{
		"vanilla-ce/chernarusplus/db/globals.xml":   {"globals", "dayzOffline.chernarusplus"},
		"vanilla-ce/enoch/db/globals.xml":           {"globals", "dayzOffline.enoch"},
		"vanilla-ce/chernarusplus/db/economy.xml":   {"economy", "dayzOffline.chernarusplus"},
		"vanilla-ce/enoch/db/economy.xml":           {"economy", "dayzOffline.enoch"},
		"vanilla-ce/chernarusplus/cfgweather.xml":   {"weather", "dayzOffline.chernarusplus"},
		"vanilla-ce/enoch/cfgweather.xml":           {"weather", "empty.Enoch"},
		"vanilla-ce/chernarusplus/cfggameplay.json": {"gameplay", "dayzOffline.chernarusplus"},
		"vanilla-ce/enoch/cfggameplay.json":         {"gameplay", "dayzOffline.enoch"},
		sakhal + "cfgweather.xml":                   {"weather", "dayzOffline.sakhal"},
		sakhal + "cfggameplay.json":                 {"gameplay", "dayzOffline.sakhal"},
	} {
		files, _ := filepath.Glob(filepath.Join(genuineFolder, pattern))
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			d := document.Named(of[0]).On(of[1])
			tree, err := d.Read(string(text))
			if err != nil {
				t.Fatal(name, err)
			}
			if _, differences := d.Apply(d.Preset("usual"), tree); len(differences) > 0 {
				t.Errorf("%s: %+v", name, differences)
			}
		}
	}
	if text, err := document.Named("server").On("empty.namalsk").New(); err != nil || !strings.Contains(text, `template = "empty.namalsk"`) {
		t.Error("a new serverDZ.cfg has another mission")
	}
}
