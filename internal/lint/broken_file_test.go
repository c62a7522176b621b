package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func brokenAt(path, kind, reason string) *record.File {
	return &record.File{Path: path, Kind: kind, ContentID: new(int64), Broken: &reason}
}

func TestBrokenFile(t *testing.T) {
	t.Parallel()
	try(t, brokenFile,
		worldOf(brokenAt("db/types.xml", "types", "line 3: </type> expected"), brokenAt("cfgweather.xml", "other", "the file is empty"),
			&record.File{Path: "a.txt", Kind: "other"}),
		"db/types.xml: The file cannot be read and is exported as it was uploaded: line 3: </type> expected.",
		"cfgweather.xml: The file cannot be read and is exported as it was uploaded: the file is empty.")
}

// TestWhatABrokenFileDefinesIsNotMissing goes over the rules that look for what is not there: they find something, and nothing while a
// file is broken that may hold it.
func TestWhatABrokenFileDefinesIsNotMissing(t *testing.T) {
	t.Parallel()
	for _, rule := range Rules() {
		for _, kind := range rule.needs {
			w := worldOf(brokenAt("some/file", kind, "broken"))
			asked := false
			heard := &Rule{ID: rule.ID, Severity: rule.Severity, needs: rule.needs, Check: func(*world, report) { asked = true }}
			if check(w, []*Rule{heard}, Settings{}); asked {
				t.Errorf("%s looks though a file of the kind %s is broken", rule.ID, kind)
			}
		}
	}
	preset := "food"
	lone := &record.SpawnableType{Name: "Bag", Blocks: []record.Block{{Kind: "cargo", Preset: &preset}}}
	if found := check(worldOf(lone), []*Rule{missingPreset}, Settings{}); len(found) != 1 {
		t.Errorf("%v", texts(found))
	}
	try(t, missingPreset, worldOf(lone, brokenAt("cfgrandompresets.xml", "randompresets", "line 1: broken")))
}
