package mission_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
)

// wholeFiles are files without records, by their paths: documents of all formats, and texts. Each is drawn of few names and values, so that
// two of them are often about the same.
var wholeFiles = map[string]func(t *rapid.T) string{
	missionFolder + "db/globals.xml": func(t *rapid.T) string {
		return xmlList(t, "variables", `<var name="%s" type="0" value="%s"/>`)
	},
	missionFolder + "cfgIgnoreList.xml": func(t *rapid.T) string {
		return xmlList(t, "ignore", `<type name="%s"></type><!-- %s -->`)
	},
	missionFolder + "cfgeventgroups.xml": func(t *rapid.T) string {
		return xmlList(t, "eventgroupdef",
			`<group name="%s"><child type="T" deloot="0" lootmax="3" lootmin="1" x="%s" z="2" a="3" y="1"/></group>`)
	},
	missionFolder + "env/wolf_territories.xml": func(t *rapid.T) string {
		return xmlList(t, "territory-type",
			`<territory color="1"><zone name="%s" smin="0" smax="0" dmin="1" dmax="2" x="%s" z="2" r="5"/></territory>`)
	},
	missionFolder + "cfggameplay.json": func(t *rapid.T) string {
		return fmt.Sprintf("{\n  \"version\": %s,\n"+
			"  \"WorldsData\": {\"objectSpawnersArr\": [%s]},\n  \"PlayerData\": {\"disablePersonalLight\": %s}\n}\n",
			draw(t, "122", "123"),
			strings.Join(distinct(t, `"a.json"`, `"b.json"`, `"c.json"`), ", "), draw(t, "true", "false"))
	},
	missionFolder + "custom/objects.json": func(t *rapid.T) string { // of which nothing is declared
		var list []string
		for _, name := range distinct(t, "A", "B", "C") {
			list = append(list, fmt.Sprintf(`{"name": %q, "scale": %s}`, name, draw(t, "1", "1.00", "2.50")))
		}
		return "{\"Objects\": [\n" + strings.Join(list, ",\n") + "\n]}\n"
	},
	"serverDZ.cfg": func(t *rapid.T) string {
		return fmt.Sprintf("hostname = %q; // %s\nmaxPlayers = %s;\n", draw(t, "A", "B"), draw(t, "shown", "other"), draw(t, "60", "40"))
	},
	"profiles/battleye/BEServer_x64.cfg": func(t *rapid.T) string {
		return fmt.Sprintf("RConPassword %s\nRConPort %s\n", draw(t, "one", "two"), draw(t, "2303", "2305"))
	},
	missionFolder + "init.c": func(t *rapid.T) string {
		var b strings.Builder
		for range rapid.IntRange(0, 6).Draw(t, "lines") {
			b.WriteString(draw(t, "a();\n", "b();\n", "\n", "c();\r\n"))
		}
		return b.String() + draw(t, "", "// the end")
	},
}

func distinct(t *rapid.T, of ...string) []string {
	return rapid.SliceOfNDistinct(rapid.SampledFrom(of), 0, len(of), rapid.ID[string]).Draw(t, "members")
}

// xmlList returns a file of elements with a name and a value each.
func xmlList(t *rapid.T, root, element string) string {
	var b strings.Builder
	for _, name := range distinct(t, "A", "B", "C") {
		b.WriteString(anyGap(t) + fmt.Sprintf(element, name, draw(t, "1", "1.0", "2")))
	}
	return "<" + root + ">" + b.String() + anyGap(t) + "</" + root + ">\n"
}

// What is a document or a text follows the laws too, round after round: an update with what is there, or with what both sides began with,
// changes nothing, and one with theirs where the owner did nothing is theirs.
func TestLawsOfUpdatesOfWholeFiles(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		path := rapid.SampledFrom(slices.Sorted(maps.Keys(wholeFiles))).Draw(t, "path")
		upload := func() mission.Upload { return mission.Upload{Path: path, Data: []byte(wholeFiles[path](t))} }
		base := upload()
		w.loadAll(mission.Replace, base)
		for range rapid.IntRange(1, 2).Draw(t, "rounds") {
			w.save(path, string(upload().Data), true)
			w.changesNothing(t, "with the base", mission.LastBase, base)
			w.changesNothing(t, "with what is there", mission.LastBase, mission.Upload{Path: path, Data: []byte(w.serverFile(path))})

			mine := upload()
			w.loadAll(mission.Replace, mine)
			base = upload()
			if w.update(mission.Options{Base: mission.LastBase}, base); w.serverFile(path) != string(base.Data) {
				t.Fatalf("with theirs where nothing is mine: %q is not %q", w.serverFile(path), base.Data)
			}
		}
	})
}

// Without a base nothing of an owner's document or text is overwritten, and every value of his stays.
func TestWholeFilesWithoutABaseLoseNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rapid.Check(t, func(t *rapid.T) {
		w.newInstance()
		path := rapid.SampledFrom(slices.Sorted(maps.Keys(wholeFiles))).Draw(t, "path")
		mine, theirs := wholeFiles[path](t), wholeFiles[path](t)
		w.load(mission.Replace, path, mine)
		report := w.update(mission.Options{Base: mission.AutoBase}, mission.Upload{Path: path, Data: []byte(theirs)})[0]
		if report.Base.Kind != mission.NoBase || report.Own.Taken+report.Own.Removed > 0 {
			t.Fatalf("%+v", report)
		}
		for _, c := range report.Conflicts {
			if c.Taken != mission.Mine || string(c.Base) != "null" {
				t.Fatalf("a conflict without a base: %+v", c)
			}
		}
		before := w.serverFile(path)
		w.update(mission.Options{Base: mission.AutoBase}, mission.Upload{Path: path, Data: []byte(mine)})
		if after := w.serverFile(path); after != before && before == mine {
			t.Fatalf("with what was there, %q became %q", before, after)
		}
	})
}
