package market

import (
	"testing"

	"quartermaster/internal/jsontree"
)

// TestStoredEntriesKeepTheirSpelling: a category that is there with the usual mode written out stays so, a new one leaves it out.
func TestStoredEntriesKeepTheirSpelling(t *testing.T) {
	t.Parallel()
	old := []any{"Ammo:" + usualMode, "Food"}
	got := writeEntries(old, []trade{{"Food", usualMode}, {"Ammo", usualMode}, {"Tools", usualMode}, {"Food", "2"}})
	if text := string(jsontree.AppendValue(nil, got)); text != `["Food","Ammo:1","Tools","Food:2"]` {
		t.Error(text)
	}
}

// TestModes begin with the usual one and have a label each.
func TestModes(t *testing.T) {
	t.Parallel()
	options := modes()
	if len(options) != 4 || options[0].Value != usualMode {
		t.Errorf("%+v", options)
	}
	for _, o := range options {
		if o.Label == "" || modeLabel(o.Value) != o.Label {
			t.Errorf("%s: %q and %q", o.Value, o.Label, modeLabel(o.Value))
		}
	}
	if got := modeLabel("9"); got != "" {
		t.Errorf("an unknown mode is called %q", got)
	}
}
