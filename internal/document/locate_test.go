package document_test

import (
	"strings"
	"testing"

	"quartermaster/internal/document"
)

func TestLocate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		slug, path string
		text       string // a bar stands before the line of the value
		at         string // of the line; the path itself if it is empty
	}{
		{"globals", "ZoneSpawnDist", "<variables>\n|<var name=\"ZoneSpawnDist\" type=\"0\" value=\"1\"/>\n</variables>", ""},
		{"weather", "storm.density", "<weather>\n<fog/>\n|<storm density=\"2\"\n timeout=\"1\"/></weather>", "storm"},
		{
			"territories", "territory.1.zone.0.r",
			"<territory-type>\n<territory/><territory>\n|<zone r=\"1\"/>\n<zone/></territory></territory-type>", "territory.1.zone.0",
		},
		{"ignore-list", "type.1", "<ignore>\n<type name=\"a\"></type>\n|<type name=\"b\"></type></ignore>", ""},
		{"gameplay", "PlayerData.disable2dMap", "\ufeff{\n\"PlayerData\":\n{\n|\"disable2dMap\": 1\n}}", ""},
		{"gameplay", "PlayerData", "{\n\"PlayerData\":\n|{\n}}", ""},
		{
			"object-spawner", "Objects.1.pos", "{\"Objects\":[\n{\"name\":\"a\",\"pos\":[1,2,3]},\n|{\"name\":\"b\",\"pos\":[1,2,3]}]}",
			"Objects.1",
		},
		{"server", "Missions.DayZ.template", "class missions {\nclass DayZ {\n|template = \"a\";\n};};", ""},
		{"server", "maxPlayers", "hostname = \"a\";\n|MAXPLAYERS = 1;", ""},
		{"battleye", "RConPort", "RConPassword a\n|RConPort 1", ""},
		{"object-map", "lines.1.pos", "A|1 2 3|0 0 0\n\n|B|1 2 3|0 0 0\n", "lines.1"},
	} {
		d, marked := document.Named(tt.slug), strings.Index("\n"+tt.text, "\n|")
		text, line := tt.text[:marked]+tt.text[marked+1:], 1+strings.Count(tt.text[:marked], "\n")
		if got := d.Locate(text, []string{tt.path, "no.such"}); got[0] != line || got[1] != 1 {
			t.Errorf("%s: %s is on the lines %v, not %d", tt.slug, tt.path, got, line)
		}
		if tt.at == "" {
			tt.at = tt.path
		}
		if got := d.PathAt(text, line); got != tt.at {
			t.Errorf("%s: line %d is %q, not %q", tt.slug, line, got, tt.at)
		}
	}
}
