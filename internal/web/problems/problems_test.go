package problems

import (
	"net/url"
	"testing"

	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/web/ui"
)

var rule = &lint.Rule{Says: say.Table{"wrong": "It is wrong.", "odd": "It is odd."}}

var found = []lint.Finding{
	{Rule: rule, Severity: lint.Error, Resource: record.Types, SID: "a", Says: say.New("wrong")},
	{Rule: rule, Severity: lint.Warning, Resource: record.Events, SID: "b", Says: say.New("odd")},
	{Rule: rule, Severity: lint.Warning, Resource: record.Types, SID: "c", Says: say.New("odd"), Vanilla: true},
}

// TestFindingsAreNarrowed by the address, with those of the game's own files apart.
func TestFindingsAreNarrowed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		query string
		want  string // the sids
	}{
		{"", "ab"},
		{"severity=error", "a"},
		{"resource=events", "b"},
		{"sid=b&resource=types", ""},
		{"search=ODD", "b"},
		{"vanilla=1", "c"},
	}
	for _, test := range tests {
		values, err := url.ParseQuery(test.query)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, f := range narrowed(found, ui.Query{Values: values}) {
			got += f.SID
		}
		if got != test.want {
			t.Errorf("%q finds %q, want %q", test.query, got, test.want)
		}
	}
}

func TestLeadCountsWithoutTheGame(t *testing.T) {
	t.Parallel()
	if got, want := lintLead(found), "1 error, 1 warning. Nothing changes unless you ask for it."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := lintLead(found[2:]); got != "" {
		t.Errorf("problems of the game alone: %q", got)
	}
}
