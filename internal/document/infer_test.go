package document

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/modtest"
)

// TestInferredFields: what the fields of a file are, by its own values.
func TestInferredFields(t *testing.T) {
	t.Parallel()
	const shape = `{"m_Version": 3, "Enabled": 1, "SpawnRadius": 250, "RespawnSeconds": 60.0, "On": true, "Yes": "true",
		"webhookUrl": "", "Admins": ["76561198000000001"], "Position": [1, 2, 3], "Hues": [0.1, 0.2, 0.3], "Nothing": [], "Null": null,
		"Mixed": [1, "a"], "TextColor": -1946157056, "Crates": [{"ClassName": "SeaChest", "Chance": 0.5, "Places": [[1, 0, 900]]},
		{"ClassName": "WoodenCrate", "Chance": 0.5, "Hidden": 0}], "Tiers": {"low": {"a": 1, "b": 2}, "high": {"a": 3, "b": 4}},
		"Slots": {"1": "a", "2": "b"}, "Empty": {}, "isOn": 0, "isolated": 0, "PvPEnabled": 1}`
	d := Inferred("profiles/Mod/Settings.json", shape)
	for name, want := range map[string]string{
		"m_Version": "float version", "Enabled": "bool", "SpawnRadius": "float", "RespawnSeconds": "float s", "On": "bool", "Yes": "string 2",
		"webhookUrl": "string password", "Admins": "list string steamid", "Position": "vector", "Hues": "list float", "Nothing": "list any",
		"Null": "any", "Mixed": "any", "TextColor": "int argb", "Crates": "list object", "Crates.ClassName": "string class",
		"Crates.Chance": "float", "Crates.Places": "list vector optional",
		"Crates.Hidden": "float optional", "Tiers": "map object", "Tiers.a": "float",
		"Slots": "map string", "Empty": "any", "isOn": "bool", "isolated": "float", "PvPEnabled": "bool",
	} {
		if got := described(fieldAt(d, name)); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
}

// TestManyKeysAreAMap: an object with more keys than anybody declares holds what an owner has added, whatever its members are.
func TestManyKeysAreAMap(t *testing.T) {
	t.Parallel()
	for member, want := range map[string]string{
		`%d`: "map float", `"AK_%d"`: "map string class", `{"Price": %d}`: "map object", `{"Price": 1, "A%d": 2}`: "map object",
		`[{"Price": %d}]`: "lists object", `[%d]`: "object",
	} {
		var members []string
		for n := range mostKeys + 1 {
			members = append(members, fmt.Sprintf(`"Thing%d": `+member, n, n))
		}
		all := "{" + strings.Join(members, ", ") + "}"
		if got := described(fieldAt(Inferred("profiles/Mod/M.json", `{"All": `+all+`}`), "All")); got != want {
			t.Errorf("of %s: %s, want %s", member, got, want)
		}
		if got := len(Inferred("profiles/Mod/M.json", all).Fields()); got != len(members) {
			t.Errorf("a file of %s has %d fields", member, got)
		}
	}
}

func fieldAt(d *Document, name string) (f *expansion.Field) {
	fields := d.Fields()
	for key := range strings.SplitSeq(name, ".") {
		if f = fieldNamed(fields, key); f == nil {
			return nil
		}
		fields = f.Fields
	}
	return f
}

func described(f *expansion.Field) string {
	if f == nil {
		return "nothing"
	}
	words := []string{map[expansion.Shape]string{expansion.List: "list", expansion.Map: "map", expansion.MapLists: "lists"}[f.Shape]}
	words = append(words, string(f.Type), string(f.Format), f.Unit)
	if len(f.Choices) > 0 {
		words = append(words, strconv.Itoa(len(f.Choices)))
	}
	if f.Optional {
		words = append(words, "optional")
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " ")
}

// TestInferredLabels: keys are read as words.
func TestInferredLabels(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]string{
		"m_SpawnRadius": "Spawn radius", "NPCName": "NPC name", "SZSteamUIDs": "SZ steam UIDs", "max_zombies": "Max zombies",
		"g_": "G", "XYZ": "XYZ",
		"dna_Tier2Crates": "Tier2 crates",
		"":                "", "___": "___", "ölStand": "Öl stand",
	} {
		if got := labelOf(key); got != want {
			t.Errorf("%q reads %q, want %q", key, got, want)
		}
	}
}

// TestInferredFilesOfMods: every genuine file of a mod that parses has a form, and a changed value changes its own bytes alone.
func TestInferredFilesOfMods(t *testing.T) {
	t.Parallel()
	tried := 0
	for name, data := range modtest.Files(t) {
		data, _ = charset.Decode(data)
		text := string(data)
		d := Inferred(name, text)
		if d == nil {
			continue
		}
		tree, err := d.Read(text)
		if err != nil {
			continue // its line is named where it is opened
		}
		tried++
		if wrong := d.Check(tree); len(wrong) > 0 {
			t.Errorf("%s: %s", name, wrong[0].Text())
		}
		if same, problems, err := d.Change(text, tree.Clone()); same != text || len(problems) > 0 || err != nil {
			t.Errorf("%s changes by itself: %v %v", name, problems, err)
		}
		next := tree.Clone()
		was, now := modtest.ChangeOne(next)
		changed, problems, err := d.Change(text, next)
		if len(problems) > 0 || err != nil {
			t.Errorf("%s: %v %v", name, problems, err)
		} else if before, after := modtest.Differing(text, changed); len(before) > len(was) || len(after) > len(now) {
			t.Errorf("%s: %s became %s, and with it %q became %q", name, was, now, before, after)
		}
	}
	if tried < 250 {
		t.Errorf("%d files have a form", tried)
	}
}
