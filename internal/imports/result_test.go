package imports

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

func changed(before, after string) record.Difference {
	d := record.Difference{Resource: record.Events, SID: "aB3dE5fG7h", Title: "Loot<ä>"}
	if before != "" {
		d.Before = map[string]json.RawMessage{"nominal": json.RawMessage(before)}
	}
	if after != "" {
		d.After = map[string]json.RawMessage{"nominal": json.RawMessage(after)}
	}
	return d
}

func TestResultsAreReadAsTheyWereWritten(t *testing.T) {
	t.Parallel()
	files := []mission.Report{
		{
			Path: "db/types.xml", Kind: "types", Status: mission.Imported, Created: 1, Updated: 2, Unchanged: 3, Deleted: 4,
			Warnings: []say.Message{say.New("line", "line", say.Line(3), "says", say.New("no-class", "name", "x")), say.Plain("odd")},
		},
		{Path: "a\u2028.xml", Status: mission.Failed, Error: say.New("line", "line", say.Line(1), "says", say.Plain("<no>"))},
	}
	for name, result := range map[string]Result{
		"import": {Files: files},
		"dry run": {
			Files: files, DryRun: true, Changes: []record.Difference{changed("1", "2"), changed("", "null"), changed("[1]", "")}, Omitted: 7,
		},
		"nothing": {DryRun: true},
	} {
		got, err := Parse(result.AppendJSON(nil))
		same := cmp.Comparer(func(a, b *record.Resource) bool { return a == b })
		if diff := cmp.Diff(result, got, same, cmpopts.EquateEmpty()); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	if got := string(Result{}.AppendJSON(nil)); got != `{"files":[]}` {
		t.Error(got)
	}
}

// TestWhatOnlyUpdatesReport is left out of the reports on other imports, and null in those on updates where there is nothing to say.
func TestWhatOnlyUpdatesReport(t *testing.T) {
	t.Parallel()
	const begin = `{"path":"a.xml","uploaded":null,"kind":"","status":"imported","created":0,"updated":0,"unchanged":0,"deleted":0,` +
		`"opens_as":null,"warnings":[],"error":null,`
	report := mission.Report{Path: "a.xml", Status: mission.Imported}
	nothing := report
	nothing.Conflicts = []mission.Conflict{}
	update := report
	update.Base, update.Own, update.Taken, update.KeptRecords = &mission.BaseName{Kind: mission.VersionBase, Name: "1.28"},
		mission.Own{Kept: 1, Taken: 2, Removed: 3}, 4, 5
	update.Conflicts, update.Omitted, update.Revision = []mission.Conflict{{
		Resource: "types", Name: "AKM", Mine: json.RawMessage(`"a\/b"`), Taken: mission.Mine,
	}},
		6, 7
	for _, tt := range []struct {
		report mission.Report
		want   string
	}{
		{report, `"kept":false}`},
		{nothing, `"base":null,"own":{"kept":0,"taken":0,"removed":0},"taken":0,"kept":0,"conflicts":[],"conflicts_omitted":0,"revision":null}`},
		{update, `"base":{"kind":"version","name":"1.28"},"own":{"kept":1,"taken":2,"removed":3},"taken":4,"kept":5,` +
			`"conflicts":[{"resource":"types","sid":null,"name":"AKM","field":null,"base":null,"mine":"a\/b","theirs":null,"taken":"mine"}],` +
			`"conflicts_omitted":6,"revision":7}`},
	} {
		if got := string(Result{Files: []mission.Report{tt.report}}.AppendJSON(nil)); got != `{"files":[`+begin+tt.want+`]}` {
			t.Error(got)
		}
	}
}

// TestALongDifferenceIsCut by its number, and by its size.
func TestALongDifferenceIsCut(t *testing.T) {
	t.Parallel()
	large := fmt.Sprintf("%q", strings.Repeat("x", 300<<10))
	for _, test := range []struct {
		changes []record.Difference
		kept    int
	}{
		{make([]record.Difference, 1000), 1000},
		{make([]record.Difference, 1001), 1000},
		{[]record.Difference{changed("1", large), changed(large, "1"), changed(large, large), changed("1", "2")}, 2},
	} {
		r := rehearsed(nil, test.changes)
		if len(r.Changes) != test.kept || r.Omitted != len(test.changes)-test.kept {
			t.Errorf("%d of %d are kept, %d omitted", len(r.Changes), len(test.changes), r.Omitted)
		}
	}
}

func TestFailed(t *testing.T) {
	t.Parallel()
	failed, skipped, cutOff := mission.Report{Status: mission.Failed}, mission.Report{Status: mission.Skipped},
		mission.Report{Status: mission.Cancelled}
	for _, test := range []struct {
		files []mission.Report
		want  bool
	}{
		{[]mission.Report{failed, failed}, true},
		{[]mission.Report{failed, cutOff}, true},
		{[]mission.Report{failed, skipped}, false},
		{nil, true},
	} {
		if got := (Result{Files: test.files}).Failed(); got != test.want {
			t.Errorf("%+v: %v", test.files, got)
		}
	}
}
