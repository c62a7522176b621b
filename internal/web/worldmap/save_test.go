package worldmap

import (
	"testing"

	"quartermaster/internal/geo"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/revisions"
)

// TestReadChanges takes points with and without a height, and leaves out what is none.
func TestReadChanges(t *testing.T) {
	t.Parallel()
	asked := readChanges(jsontree.ParseBody([]byte(`{
		"again": true,
		"moved": [{"id": "a", "was": {"points": [[1, 2]]}, "now": {"points": [[3, 4, 5], [6], "x"], "radius": 7}}],
		"removed": [{"id": "b"}],
		"added": [{"layer": "events", "name": "StaticA", "now": {"points": [[8, 9]]}}]
	}`)))
	if !asked.Again || len(asked.Moved) != 1 || len(asked.Removed) != 1 || len(asked.Added) != 1 {
		t.Fatalf("%+v", asked)
	}
	was, now := asked.Moved[0].Was, asked.Moved[0].Now
	if len(was.Points) != 1 || was.Points[0].Y != nil || was.Radius != nil {
		t.Errorf("was %+v", was)
	}
	if len(now.Points) != 1 || now.Points[0].Y == nil || *now.Points[0].Y != 5 || now.Radius == nil || *now.Radius != 7 {
		t.Errorf("now %+v", now)
	}
	if added := asked.Added[0]; added.Layer != "events" || added.Name != "StaticA" || added.Position.Points[0].Z != 9 {
		t.Errorf("added %+v", added)
	}
}

func TestSummary(t *testing.T) {
	t.Parallel()
	tests := []struct {
		asked geo.Changes
		want  string
	}{
		{geo.Changes{Moved: make([]geo.Moved, 1)}, "map: 1 position changed"},
		{geo.Changes{Added: make([]geo.Added, 2)}, "map: 0 positions changed, 2 new"},
		{geo.Changes{Moved: make([]geo.Moved, 2), Removed: make([]geo.Removed, 3)}, "map: 2 positions changed, 3 removed"},
	}
	for _, test := range tests {
		if got := revisions.Summary(summary(test.asked)); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
