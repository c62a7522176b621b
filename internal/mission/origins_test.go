package mission_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// An own element stands where a later version has another new one. The file still comes from the version of the others, so the update
// brings what is new there.
func TestAnOwnElementMakesNoOtherVersion(t *testing.T) {
	t.Parallel()
	usages := func(more ...string) string {
		var b strings.Builder
		for _, name := range append(strings.Fields("Military Police Medic Farm Coast Town Village Hunting Office School"), more...) {
			fmt.Fprintf(&b, "\t\t<usage name=%q/>\n", name)
		}
		return "<lists>\n\t<usageflags>\n" + b.String() + "\t</usageflags>\n</lists>\n"
	}
	files := func(limits, value string) []mission.Upload {
		globals := "<variables>\n"
		for i := range 10 {
			globals += fmt.Sprintf("\t<var name=\"V%d\" type=\"0\" value=%q/>\n", i, value)
		}
		return []mission.Upload{
			{Path: missionFolder + "cfglimitsdefinition.xml", Data: []byte(limits)},
			{Path: missionFolder + "db/globals.xml", Data: []byte(globals + "</variables>\n")},
		}
	}
	w := newWorld(t)
	w.addVersion("0.1", files(usages(), "1")...)
	w.addVersion("0.2", files(usages("Historical"), "2")...)
	w.loadAll(mission.Replace, files(usages("Own"), "1")...)
	report := w.update(mission.Options{Base: mission.AutoBase}, files(usages("Historical"), "2")...)[0]
	if report.Base.Name != "0.1" || len(report.Conflicts) > 0 {
		t.Errorf("compared with %s: %q", report.Base, conflictsOf(report))
	}
	if got, want := w.file("cfglimitsdefinition.xml"), usages("Own", "Historical"); got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// A file of the game without entries is a version's file as well: who has put entries of his own into it loses none, and is asked nothing.
func TestAFileWithoutEntriesComesFromItsVersion(t *testing.T) {
	t.Parallel()
	const before, own = "<messages>\n<!-- none yet -->\n", "<message>\n<delay>7</delay>\n<text>Own</text>\n</message>\n"
	game := mission.Upload{Path: missionFolder + "db/messages.xml", Data: []byte(before + "</messages>\n")}
	w := newWorld(t)
	w.addVersion("0.1", game)
	w.load(mission.Replace, game.Path, before+own+"</messages>\n")
	report := w.update(mission.Options{Base: mission.AutoBase}, game)[0]
	if report.Base.Name != "0.1" || len(report.Conflicts)+report.Taken > 0 {
		t.Errorf("compared with %s: %+v", report.Base, report)
	}
	if got := w.file("db/messages.xml"); got != before+own+"</messages>\n" {
		t.Errorf("%q", got)
	}
}
