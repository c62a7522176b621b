package bundles

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/layers"
)

func one(resource string, c layers.Change) []layers.Row {
	return []layers.Row{{Resource: resource, Name: "it", State: layers.Changed, Changes: []layers.Change{c}}}
}

func value(after string) layers.Change {
	return layers.Change{Field: "nominal", Before: json.RawMessage("1"), After: json.RawMessage(after)}
}

func usages(added ...string) layers.Change { return layers.Change{Field: "usage", Added: added} }

func text(t *testing.T, after string) layers.Change {
	t.Helper()
	was, _ := json.Marshal("a\nb\nc\n")
	is, err := json.Marshal(after)
	if err != nil {
		t.Fatal(err)
	}
	return layers.Change{Field: "text", Before: was, After: is}
}

// A newer version of a bundle comes together with what was changed of the one before: values, members of sets, lines of texts. Only what
// both say in another way is asked.
func TestMergeOfVersions(t *testing.T) {
	t.Parallel()
	none := layers.Change{Field: "other", After: json.RawMessage("1")}
	for name, c := range map[string]struct {
		resource                      string
		installed, mine, theirs, want layers.Change
		asks                          bool
	}{
		"newer value":     {"types", value("2"), value("2"), value("3"), value("3"), false},
		"own value":       {"types", value("2"), value("4"), value("2"), value("4"), false},
		"both changed it": {"types", value("2"), value("4"), value("3"), layers.Change{}, true},
		"both alike":      {"types", value("2"), value("3"), value("3"), value("3"), false},
		"not installed":   {"types", none, value("4"), value("3"), layers.Change{}, true},
		"members": {
			"types", usages("Town", "Coast"), usages("Coast", "Farm"), usages("Town", "Coast", "Police"), usages("Coast", "Police", "Farm"), false,
		},
		"members, all taken out": {"types", usages("Town"), usages(), usages("Town"), usages(), false},
		"lines": {
			"texts", text(t, "A\nb\nc\n"), text(t, "A\nb\nmine\n"), text(t, "theirs\nb\nc\n"), text(t, "theirs\nb\nmine\n"), false,
		},
		"a line": {"texts", text(t, "A\nb\nc\n"), text(t, "mine\nb\nc\n"), text(t, "theirs\nb\nc\n"), layers.Change{}, true},
	} {
		merged, clashes := mergeRows(one(c.resource, c.installed), one(c.resource, c.mine), one(c.resource, c.theirs), layers.Choices{})
		if len(clashes) > 0 != c.asks {
			t.Errorf("%s: it asks about %v", name, clashes)
		}
		if diff := cmp.Diff([]layers.Change{c.want}, merged[0].Changes); !c.asks && diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
