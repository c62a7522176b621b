package main

import (
	"testing"

	"quartermaster/internal/ce"
)

func TestSampleTypesAreATypesFile(t *testing.T) {
	t.Parallel()
	file, err := ce.ParseTypes(sampleTypes(50))
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Entries) != 50 || len(file.Warnings) != 0 {
		t.Fatalf("%d entries, warnings %v", len(file.Entries), file.Warnings)
	}
	names := map[string]bool{}
	for _, entry := range file.Entries {
		names[entry.Value.Name] = true
		if len(entry.Value.Usages) != 2 || len(entry.Value.Values) != 2 {
			t.Errorf("%s has usages %v and values %v", entry.Value.Name, entry.Value.Usages, entry.Value.Values)
		}
	}
	if len(names) != 50 {
		t.Errorf("%d different names", len(names))
	}
}
