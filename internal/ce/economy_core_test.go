package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sampleCore = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<economycore>
	<classes>
		<!-- roots -->
		<rootclass name="DefaultWeapon" /> <!-- weapons -->
		<rootclass name="CarScript" act="car" reportMemoryLOD="no" />
	</classes>
	<defaults>
		<default name="dyn_radius" value="030" />
		<default name="log_ce_loop" value="False"/>
		<default name="world_segments" value="12" />
	</defaults>
	<ce folder="mod_ce">
		<file name="a_types.xml" type="types" />
		<file name="b_events.xml" types="events" />
	</ce>
</economycore>
`

func TestParseEconomyCore(t *testing.T) {
	t.Parallel()
	core, warnings, err := ce.ParseEconomyCore([]byte(sampleCore))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	want := &ce.EconomyCore{
		RootClasses: []ce.RootClass{{Name: "DefaultWeapon"}, {Name: "CarScript", Act: "car", ReportMemoryLOD: "no"}},
		Defaults: []ce.Default{
			{Name: "dyn_radius", Value: "030"}, {Name: "log_ce_loop", Value: "False"}, {Name: "world_segments", Value: "12"},
		},
		Folders: []ce.Folder{{Folder: "mod_ce", Files: []ce.FolderFile{
			{Name: "a_types.xml", Type: "types"}, {Name: "b_events.xml", Type: "events"},
		}}},
	}
	if diff := cmp.Diff(want, core); diff != "" {
		t.Error(diff)
	}
}

func TestParseEconomyCoreWarns(t *testing.T) {
	t.Parallel()
	core, warnings, err := ce.ParseEconomyCore([]byte(lines(
		"<economycore>", "<rootclass/>", `<default value="1"/>`, `<default name="a"/>`,
		`<ce><file name="lost.xml" type="types"/></ce>`,
		`<ce folder="f">`, `<file type="types"/>`, `<file name="b.xml"/>`, "</ce>", "</economycore>",
	)))
	if err != nil {
		t.Fatal(err)
	}
	want := []textfile.Warning{
		{Line: 2, Says: say.Plain("<rootclass> without name is not read")},
		{Line: 3, Says: say.Plain("<default> without name is not read")},
		{Line: 4, Says: say.Plain("<default> without value is not read")},
		{Line: 5, Says: say.Plain("<ce> without folder is not read")},
		{Line: 7, Says: say.Plain("<file> without name is not read")},
		{Line: 8, Says: say.Plain(`the file "b.xml" has no type`)},
	}
	if diff := cmp.Diff(want, warnings, inWords); diff != "" {
		t.Error(diff)
	}
	folders := []ce.Folder{{Folder: "f", Files: []ce.FolderFile{{Name: "b.xml"}}}}
	if diff := cmp.Diff(&ce.EconomyCore{Folders: folders}, core); diff != "" {
		t.Error(diff)
	}
}

func TestNewEconomyCoreHoldsTheDefaults(t *testing.T) {
	t.Parallel()
	data := ce.NewEconomyCore()
	core, warnings, err := ce.ParseEconomyCore(data)
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	if diff := cmp.Diff(ce.EngineDefaults(), core.Defaults); diff != "" {
		t.Error(diff)
	}
	if len(core.Defaults) != 18 || len(core.RootClasses) != 8 {
		t.Errorf("%d defaults, %d root classes", len(core.Defaults), len(core.RootClasses))
	}
	if !strings.Contains(string(data), "\n\t\t<rootclass name=\"CarScript\" act=\"car\" reportMemoryLOD=\"no\" />\n") {
		t.Errorf("not in the layout of the game:\n%s", data)
	}
}

func TestPatchEconomyCore(t *testing.T) {
	t.Parallel()
	const last = `<default name="world_segments" value="12" />`
	tests := map[string]struct {
		data     string
		defaults []ce.Default
		want     string
	}{
		"nothing":         {sampleCore, nil, sampleCore},
		"same number":     {sampleCore, []ce.Default{{"dyn_radius", "30"}}, sampleCore},
		"same truth":      {sampleCore, []ce.Default{{"log_ce_loop", "0"}}, sampleCore},
		"number":          {sampleCore, []ce.Default{{"dyn_radius", "40"}}, strings.Replace(sampleCore, "030", "40", 1)},
		"truth as a word": {sampleCore, []ce.Default{{"log_ce_loop", "1"}}, strings.Replace(sampleCore, "False", "true", 1)},
		"last one counts": {sampleCore, []ce.Default{{"dyn_radius", "1"}, {"dyn_radius", "2"}}, strings.Replace(sampleCore, "030", "2", 1)},
		"absent and as the engine has it": {
			sampleCore, []ce.Default{{"dyn_dmax", "5"}, {"log_hivewarning", "1"}, {"log_ce_zombie", "0"}}, sampleCore,
		},
		"absent and different": {
			sampleCore,
			[]ce.Default{{"dyn_dmax", "6"}, {"log_hivewarning", "0"}},
			strings.Replace(sampleCore, last,
				last+"\n\t\t<default name=\"dyn_dmax\" value=\"6\" />\n\t\t<default name=\"log_hivewarning\" value=\"false\" />", 1),
		},
		"unknown to the engine": {
			sampleCore,
			[]ce.Default{{"a&b", "0"}},
			strings.Replace(sampleCore, last, last+"\n\t\t<default name=\"a&amp;b\" value=\"0\" />", 1),
		},
		"without a value": {
			`<economycore><defaults><default name="a" /></defaults></economycore>`,
			[]ce.Default{{"a", "1"}},
			`<economycore><defaults><default name="a" value="1" /></defaults></economycore>`,
		},
		"twice in the file": {
			`<defaults><default name="a" value="1"/><default name="a" value="2"/></defaults>`,
			[]ce.Default{{"a", "1"}},
			`<defaults><default name="a" value="1"/><default name="a" value="1"/></defaults>`,
		},
		"no defaults": {
			"<economycore>\r\n  <classes/>\r\n  <ce folder=\"f\"/>\r\n</economycore>\r\n",
			[]ce.Default{{"dyn_dmax", "6"}},
			"<economycore>\r\n  <classes/>\r\n  <defaults>\r\n    <default name=\"dyn_dmax\" value=\"6\"/>\r\n  </defaults>\r\n  <ce " +
				"folder=\"f\"/>\r\n</economycore>\r\n",
		},
		"empty root": {
			"<economycore/>\n",
			[]ce.Default{{"dyn_dmax", "6"}},
			"<economycore>\n    <defaults>\n        <default name=\"dyn_dmax\" value=\"6\"/>\n    </defaults>\n</economycore>\n",
		},
		"no file": {"", nil, string(ce.NewEconomyCore())},
		"no file, a change": {
			"", []ce.Default{{"dyn_dmax", "6"}}, strings.Replace(string(ce.NewEconomyCore()), `"dyn_dmax" value="5"`, `"dyn_dmax" value="6"`, 1),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ce.PatchEconomyCore([]byte(test.data), test.defaults)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergeEconomyCore(t *testing.T) {
	t.Parallel()
	template := lines("<economycore>", `<ce folder="other_ce">`, `<file name="c.xml" type="types"/>`, "</ce>", "</economycore>")
	tests := map[string]struct{ old, new, want string }{
		"no old file":   {"", template, template},
		"the same file": {sampleCore, sampleCore, sampleCore},
		"new names all": {
			sampleCore, strings.NewReplacer("mod_ce", `MOD_CE\`, "a_types", "A_Types", "\t", "").Replace(sampleCore),
			strings.NewReplacer("mod_ce", `MOD_CE\`, "a_types", "A_Types", "\t", "").Replace(sampleCore),
		},
		"new has only a folder": {
			sampleCore, template,
			strings.Replace(sampleCore, "\t</ce>\n", "\t</ce>\n\t<ce folder=\"other_ce\">\n\t\t<file name=\"c.xml\" type=\"types\"/>\n\t</ce>\n", 1),
		},
		"a bit of everything": {
			sampleCore,
			lines("<economycore>", "<classes>", `  <rootclass name="BoatScript" act="car" spare="1"/>`, `  <rootclass name="CarScript"/>`,
				"</classes>",
				"<defaults>", `  <default name="dyn_radius" value="31"/>`, `  <default name="dyn_smin" value="0"/>`, "</defaults>",
				`<ce folder="Mod_CE/">`, `  <file name="A_TYPES.xml" type="types"/>`, `  <file name="c.xml" type="types"/>`, "</ce>", "</economycore>"),
			strings.NewReplacer(
				`reportMemoryLOD="no" />`, "reportMemoryLOD=\"no\" />\n\t\t<rootclass name=\"BoatScript\" act=\"car\" spare=\"1\"/>",
				"030", "31",
				`value="12" />`, "value=\"12\" />\n\t\t<default name=\"dyn_smin\" value=\"0\" />",
				`types="events" />`, "types=\"events\" />\n\t\t<file name=\"c.xml\" type=\"types\"/>",
			).Replace(sampleCore),
		},
		"old is an empty root": {
			"<economycore><a/></economycore>", template, template,
		},
		"old has nothing that new has": {
			"<economycore>\n  <ce folder=\"x\"><file name=\"x.xml\" type=\"types\"/></ce>\n</economycore>\n", sampleCore,
			lines("<economycore>",
				"  <classes>", `    <rootclass name="DefaultWeapon" />`, `    <rootclass name="CarScript" act="car" reportMemoryLOD="no" />`,
				"  </classes>",
				"  <defaults>", `    <default name="dyn_radius" value="030"/>`, `    <default name="log_ce_loop" value="false"/>`,
				`    <default name="world_segments" value="12"/>`, "  </defaults>",
				`  <ce folder="x"><file name="x.xml" type="types"/></ce>`,
				`  <ce folder="mod_ce">`, `    <file name="a_types.xml" type="types" />`, `    <file name="b_events.xml" types="events" />`, "  </ce>",
				"</economycore>"),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ce.MergeEconomyCore([]byte(test.old), []byte(test.new))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
