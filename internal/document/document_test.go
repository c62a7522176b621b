package document_test

import (
	"strings"
	"testing"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
)

func TestPatches(t *testing.T) {
	t.Parallel()
	const environment = `<env>
	<territories>
		<file path="env/a_territories.xml" />
		<!-- the second -->
		<file path="env/b_territories.xml" />

		<territory type="Herd" name="Deer" behavior="DZDeerGroupBeh">
			<file usable="a_territories" />
		</territory>
	</territories>
</env>`
	tests := map[string]struct{ slug, text, patch, want string }{
		"a variable": {
			"globals", "<variables>\r\n    <var name=\"FoodDecay\" type=\"0\" value=\"1\"/> <!-- rots -->\r\n</variables>", `{"FoodDecay": 0.5}`,
			"<variables>\r\n    <var name=\"FoodDecay\" type=\"1\" value=\"0.5\"/> <!-- rots -->\r\n</variables>",
		},
		"a variable that is not there": {
			"globals",
			"<variables>\n    <var name=\"A\" type=\"0\" value=\"1\"/>\n    <var name=\"ZoneSpawnDist\" type=\"0\" value=\"300\"/>\n</variables>",
			`{"LootDamageMax": 1, "ZombieMaxCount": 500}`,
			"<variables>\n    <var name=\"A\" type=\"0\" value=\"1\"/>\n    <var name=\"LootDamageMax\" type=\"1\" value=\"1\"/>\n    <var " +
				"name=\"ZombieMaxCount\" type=\"0\" value=\"500\"/>\n    <var name=\"ZoneSpawnDist\" type=\"0\" value=\"300\"/>\n</variables>",
		},
		"a variable goes": {
			"globals", "<variables>\n  <var name=\"A\" type=\"0\" value=\"1\"/>\n  <var name=\"B\" type=\"0\" value=\"1\"/>\n</variables>",
			`{"A": null}`,
			"<variables>\n  <var name=\"B\" type=\"0\" value=\"1\"/>\n</variables>",
		},
		"an attribute": {
			"economy", `<economy><dynamic init="1" load='1'/></economy>`, `{"dynamic": {"load": 0, "save": 1}}`,
			`<economy><dynamic init="1" load='0' save="1"/></economy>`,
		},
		"a word for a truth value": {
			"weather", `<weather reset="no" enable="yes"/>`, `{"reset": 1, "enable": false}`, `<weather reset="yes" enable="no"/>`,
		},
		"an element that is not there": {
			"weather", "<weather>\n\t<storm density=\"1\"/>\n</weather>", `{"fog": {"limits": {"max": 0.5}}}`,
			"<weather>\n\t<storm density=\"1\"/>\n\t<fog>\n\t\t<limits max=\"0.5\"/>\n\t</fog>\n</weather>",
		},
		"texts of elements": {
			"ignore-list", "<ignore>\n\t<type name=\"A\"></type>\n\t<type name=\"B\"></type>\t\n</ignore>", `{"type": ["C", "A"]}`,
			"<ignore>\n\t<type name=\"C\"/>\n\t<type name=\"A\"></type>\n</ignore>",
		},
		"an element between others": {
			"environment", environment, `{"territories": {"file": ["env/a_territories.xml", "env/c_territories.xml", "env/b_territories.xml"]}}`,
			strings.Replace(environment, "\t\t<!-- the", "\t\t<file path=\"env/c_territories.xml\" />\n\t\t<!-- the", 1),
		},
		"a key that is not declared": {
			"gameplay", "{\n\t\"CarimData\": {\"a\": [1,2]}\n}", `{"CarimData": {"b": true}}`, "{\n\t\"CarimData\": {\"a\": [1,2], \"b\": true}\n}",
		},
		"a truth value of the game's": {
			"gameplay", `{"UIData": {"use3DMap": false}}`, `{"UIData": {"use3DMap": 1}}`, `{"UIData": {"use3DMap": true}}`,
		},
		"a number without end": {
			"gameplay", `{"PlayerData": {"StaminaData": {"staminaMax": 100.0}}}`, `{"PlayerData": {"StaminaData": {"staminaMax": 1.35}}}`,
			`{"PlayerData": {"StaminaData": {"staminaMax": 1.35}}}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := patched(t, test.slug, test.text, test.patch); got != test.want {
				t.Errorf("got %q\nwant %q", got, test.want)
			}
		})
	}
}

func patched(t *testing.T, slug, text, patch string) string {
	t.Helper()
	d := document.Named(slug)
	tree, err := d.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	change, err := jsontree.Parse([]byte(patch))
	if err != nil {
		t.Fatal(err)
	}
	changed, problems, err := d.Change(text, document.Merge(tree, change).(*jsontree.Object))
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return changed
}

// TestNewFiles makes each document from the game's defaults.
func TestNewFiles(t *testing.T) {
	t.Parallel()
	for _, d := range document.All() {
		text, err := d.New()
		if err != nil {
			t.Errorf("%s: %v", d.Slug, err)
			continue
		}
		tree, err := d.Read(text)
		if err != nil {
			t.Errorf("%s: %v\n%s", d.Slug, err, text)
			continue
		}
		for _, f := range d.Fields() {
			if value, _ := tree.Get(f.Name); value != nil && !f.IsDefault(value) {
				t.Errorf("%s: %s is %v in a new file", d.Slug, f.Name, value)
			}
		}
	}
}
