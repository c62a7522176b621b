package expansion_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
)

func TestStrays(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want, meant string }{
		{"a blank", `{"Ch ance":1.0}`, "Ch ance", "Chance"},
		{"letter case", `{"Sets":[{"chance":1.0}]}`, "Sets.0.chance", "Chance"},
		{"a letter less", `{"InventoryCago":[]}`, "InventoryCago", "InventoryCargo"},
		{"a letter more", `{"Healthh":[]}`, "Healthh", "Health"},
		{"another letter", `{"Quandity":{}}`, "Quandity", "Quantity"},
		{"letters that changed places", `{"Inculde":""}`, "Inculde", "Include"},
		{"beside the right one in another case", `{"chance":1.0,"Chance":0.5}`, "chance", "Chance"},
		{"one of another version", `{"Chance2":1.0,"Chance":0.5}`, "", ""},
		{"a short one", `{"Sets":[],"Set":1}`, "", ""},
		{"of something else", `{"Shirts":[],"Note":""}`, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			document, err := expansion.Parse(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			var path, meant string
			for _, s := range expansion.Loadout.Strays(document) {
				path, meant = path+s.Path, meant+s.Known
			}
			if path != tt.want || meant != tt.meant {
				t.Errorf("%q for %q, want %q for %q", path, meant, tt.want, tt.meant)
			}
		})
	}
}

func TestRenamedStrayKeepsItsPlace(t *testing.T) {
	t.Parallel()
	document, err := expansion.Parse(`{"ClassName":"","chance":0.5,"Sets":[]}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range expansion.Loadout.Strays(document) {
		s.Rename()
	}
	if diff := cmp.Diff([]string{"ClassName", "Chance", "Sets"}, document.Keys()); diff != "" {
		t.Error(diff)
	}
}

func TestFormatted(t *testing.T) {
	t.Parallel()
	document, err := expansion.Parse(`{"RequiredFaction":"","TraderIcon":"Gun","Currencies":["coin",5,"note"],"Categories":["Ammo:1"],` +
		`"Items":{"AKM":1}}`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, text := range expansion.Trader.Formatted(document) {
		got = append(got, string(text.Field.Format)+" "+text.Path()+" "+text.Text)
	}
	want := []string{
		"icon TraderIcon Gun", "class Currencies.0 coin", "class Currencies.2 note", "category Categories.0 Ammo:1", "class Items.AKM AKM",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestGenuineKeysAreNotStray holds that keys of files of the mod, of whatever version, do not look mistyped; some of them are, in
// letter case.
func TestGenuineKeysAreNotStray(t *testing.T) {
	t.Parallel()
	genuine(t, func(place string, data []byte) {
		document, err := expansion.Parse(string(data))
		d := expansion.Claim(place)
		if err != nil || d == nil || d.Fits(document) != nil {
			return
		}
		for _, s := range d.Strays(document) {
			if strings.EqualFold(s.Key, s.Known) {
				continue
			}
			t.Errorf("%s: %s looks like %s", place, s.Path, s.Known)
		}
	})
}

func TestDefaultLoadouts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"BanditLoadout": true,
		"nbcloadout":    true,
		"Bandit":        false,
		"GuardLoadout":  false,
		"Loadout":       false,
		"":              false,
	} {
		if got := expansion.IsDefaultLoadout(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestHasIcon(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{"Medic Box": true, "medic box": false, "Tank": false, "set:mine image:tank": true} {
		if got := expansion.HasIcon(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}
