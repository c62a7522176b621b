package expansion_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
)

// told writes an outline as indented lines, warnings behind "!".
func told(parts []expansion.Part, indent string) (lines []string) {
	for _, p := range parts {
		line := indent + strings.TrimSpace(p.Lead+" "+p.Name)
		if len(p.Facts) > 0 {
			line += ": " + strings.Join(p.Facts, "; ")
		}
		for _, warning := range p.Warnings {
			line += " ! " + warning
		}
		lines = append(append(lines, line), told(p.Parts, indent+"  ")...)
	}
	return lines
}

func TestOutline(t *testing.T) {
	t.Parallel()
	const each, room = "Any slot: each that is drawn and fits", "each that is drawn and finds room"
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", `{}`, nil},
		{
			"a weapon",
			`{"InventoryAttachments": [{"SlotName": "Shoulder", "Items": [{"ClassName": "AKM", "Chance": 0.6000000238418579,
			"InventoryAttachments": [
			{"SlotName": "", "Items": [{"ClassName": "AK_WoodBttstck"}, {"ClassName": "Mag_AKM_30Rnd", "Chance": 1},
			{"ClassName": "Mag_AKM_30Rnd", "Chance": 1.0}]}]}]}]}`,
			[]string{"Shoulder", "  60 % AKM: with AK_WoodBttstck and 2 Mag_AKM_30Rnd"},
		},
		{
			"alternatives", `{"InventoryAttachments": [{"SlotName": "Body", "Items": [{"ClassName": "A", "Chance": 0.075}, {"ClassName": "B"}]}]}`,
			[]string{"Body: one of those that are drawn", "  7.5 % A", "  100 % B"},
		},
		{
			"a magazine in a phrase", `{"InventoryCargo": [{"ClassName": "M4A1", "InventoryAttachments": [{"SlotName": "", "Items": [
			{"ClassName": "Mag", "Chance": 0.5, "Quantity": {"Min": 0.25, "Max": 1.0}, "Health": [{"Min": 0.7, "Max": 1, "Zone": ""}]}]}]}]}`,
			[]string{"Cargo: " + room, "  100 % M4A1: with 50 % Mag (25 to 100 % full, condition 70 to 100 %)"},
		},
		{
			"attachments with attachments",
			`{"InventoryAttachments": [{"SlotName": "", "Items": [{"ClassName": "Vest", "InventoryAttachments": [{"SlotName": "", "Items": [
			{"ClassName": "Holster", "InventoryAttachments": [{"SlotName": "Pistol", "Items": [{"ClassName": "Glock"}]}]}]}]}]}]}`,
			[]string{each, "  100 % Vest", "    " + each, "      100 % Holster", "        Pistol", "          100 % Glock"},
		},
		{
			"quantity, condition and parts", `{"InventoryCargo": [
			{"ClassName": "Nail", "Quantity": {"Min": 10, "Max": 20}}, {"ClassName": "Rag", "Quantity": {"Min": 0.5, "Max": 0.5}},
			{"ClassName": "Car", "Health": [{"Min": 70.0, "Max": 100.0, "Zone": ""}, {"Min": 0.5, "Max": 0, "Zone": "Engine"}]},
			{"ClassName": "Fence", "ConstructionPartsBuilt": ["base", "wall"]}]}`,
			[]string{
				"Cargo: " + room, "  100 % Nail: quantity 10 to 20", "  100 % Rag: 50 % full",
				"  100 % Car: condition 70 to 100, of which 1 is pristine; Engine in condition 50 %", "  100 % Fence: built: base and wall",
			},
		},
		{
			"the same in a row",
			`{"InventoryCargo": [{"ClassName": "Rag", "Chance": 0.5}, {"ClassName": "Rag", "Chance": 0.5}, {"ClassName": "Rag"}]}`,
			[]string{"Cargo: " + room, "  50 % 2 Rag", "  100 % Rag"},
		},
		{
			"sets", `{"Sets": [{"ClassName": "WEAPON", "Chance": 0.3, "InventoryCargo": [{"ClassName": "Mag"}]}, {"Chance": 0.2}]}`,
			[]string{"Sets: those that are drawn, one of each name", "  30 % Set WEAPON", "    Cargo: " + room, "      100 % Mag", "  20 % Set"},
		},
		{"included", `{"Include": "GUARD"}`, []string{"Everything from GUARD"}},
		{
			"included without being there", `{"Include": "Ghost"}`,
			[]string{"Everything from Ghost ! There is no loadout of this name, so nothing is included."},
		},
		{"included in itself", `{"Include": "bandit"}`, []string{"Everything from bandit ! A loadout cannot include itself."}},
		{
			"made by hand",
			`{"Chance": "1", "InventoryCargo": [{"ClassName": "Rag", "Chance": "0.5"}, {"ClassName": "Knife", "Chance": "often"},
			{"ClassName": "Axe", "Chance": 0}, {"Chance": null}, null, "Rag"],
			"Sets": null, "Health": {}, "InventoryAttachments": [{"SlotName": "Hands"}, {}, 7]}`,
			[]string{
				"Hands: nothing", "Any slot: nothing", "Cargo: " + room, "  50 % Rag ! The chance is a text, where the mod expects a number.",
				"  ? Knife ! The chance is no number.", "  0 % Axe ! A chance of 0 means never.",
				"  100 % no class ! An item without a class name is never given.",
			},
		},
		{"of another shape", `{"Shirts": ["TShirt_White"], "InventoryCargo": {"a": 1}, "InventoryAttachments": "none"}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			document, err := expansion.Parse(test.text)
			if err != nil {
				t.Fatal(err)
			}
			got := told(expansion.Outline("Bandit", document, func(name string) bool { return strings.EqualFold(name, "guard") }), "")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestOutlineOfGenuineLoadouts holds that an outline names every class of a loadout.
func TestOutlineOfGenuineLoadouts(t *testing.T) {
	t.Parallel()
	n := 0
	genuine(t, func(place string, data []byte) {
		document, err := expansion.Parse(string(data))
		if expansion.Claim(place) != expansion.Loadout || err != nil {
			return
		}
		n++
		text := strings.Join(told(expansion.Outline("", document, func(string) bool { return true }), ""), "\n")
		for line := range strings.Lines(string(data)) {
			_, value, found := strings.Cut(line, `"ClassName": "`)
			if name, _, _ := strings.Cut(value, `"`); found && !strings.Contains(text, name) {
				t.Errorf("%s: the outline does not name %s", place, name)
			}
		}
	})
	if n < 20 {
		t.Errorf("%d loadouts, want 20 at least", n)
	}
}
