package document

import (
	"slices"
	"testing"
)

// TestFieldsAmidOtherServers: the same file on other servers tells of types, of keys that this one lacks, and of usual numbers, and none of
// its texts.
func TestFieldsAmidOtherServers(t *testing.T) {
	t.Parallel()
	const own = `{"Level": 1, "Enabled": 1, "Radius": 5000, "Same": 2, "Crates": [], "In": {"Delay": 5}, "Odd": "a", "Bare": {}, ` +
		`"Token": "x", "Pin_Token": 4, "Rows": [{"A": 1}]}`
	others := []string{
		`{"Level": 3, "Enabled": 0, "Radius": 200, "Same": 2, "Crates": [{"Name": "SeaChest"}], "In": {"Delay": 10, "More": 2}, "Odd": 7, ` +
			`"Bare": {"Full": 1}, "New": 60, "Hook": "https://discord.com/api/webhooks/1", ` +
			`"Pin_Token": 4321, "Rows": [{"A": 1, "B": 2}], "Big": {"N": 1}}`,
		`{"Enabled": 1, "Radius": 400, "New": 90}`,
		`{"Enabled": `,
	}
	d := Inferred("profiles/Mod/Settings.json", own, others...)
	for name, want := range map[string]struct {
		is, help string
		offered  bool
	}{
		"Level":       {"float", "Another server: 3.", false},
		"Enabled":     {"bool", "2 other servers: 1 on, 1 off.", false},
		"Radius":      {"float", "2 other servers: 200 to 400. This value is far from that.", false},
		"Same":        {"float", "Another server: 2.", false},
		"Crates":      {"list object", "", false},
		"Crates.Name": {"string class", "", false},
		"In.Delay":    {"float", "Another server: 10.", false},
		"In.More":     {"float optional", "Another server: 2.", true},
		"Odd":         {"string", "", false},
		"Bare.Full":   {"float optional", "Another server: 1.", true},
		"New":         {"float optional", "2 other servers: 60 to 90.", true},
		"Hook":        {"string password optional", "", true},
		"Pin_Token":   {"float", "", false},
		"Rows.A":      {"float", "", false},
		"Rows.B":      {"nothing", "", false},
		"Big.N":       {"float optional", "Another server: 1.", true},
	} {
		f := fieldAt(d, name)
		if got := described(f); got != want.is || f != nil && (f.Help != want.help || f.Offered != want.offered) {
			t.Errorf("%s is %s, %+v; want %+v", name, got, f, want)
		}
	}
	if names := namesIn(d); !slices.Equal(names[:3], []string{"Level", "Enabled", "Radius"}) || names[len(names)-1] != "Big" {
		t.Errorf("the fields are in the order %v", names)
	}
	if f := fieldAt(Inferred("profiles/Mod/S.xml", `<a b="1"/>`, `<a b="2" c="3"/>`), "c"); f != nil {
		t.Error("XML is offered a key")
	}
}

func namesIn(d *Document) (names []string) {
	for _, f := range d.Fields() {
		names = append(names, f.Name)
	}
	return names
}
