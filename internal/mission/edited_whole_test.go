package mission_test

import (
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// TestAFileWithoutRecordsKnowsItsImport: what is saved of it differs from its last import until it is imported again.
func TestAFileWithoutRecordsKnowsItsImport(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		const path, imported, second, third = "mpmissions/dayzOffline.chernarusplus/db/globals.xml", "<variables/>", "<variables></variables>",
			"<variables> </variables>"
		w := newWorld(t)
		expect := func(state mission.State, original string) {
			t.Helper()
			f, err := w.service.GenerateFile(t.Context(), w.scope, path)
			if err != nil {
				t.Fatal(err)
			}
			if _, size := f.Original(); f.State != state || size != int64(len(original)) {
				t.Errorf("the file is %s, and its original has %d bytes, want %s and %d", f.State, size, state, len(original))
			}
			c, err := w.service.Compare(t.Context(), w.scope, path)
			if err != nil || c.Changed() != (state == mission.Changed) || c.Changed() && string(c.Original) != original {
				t.Errorf("it is compared with %q: %v", c.Original, err)
			}
		}
		w.load(mission.Merge, path, imported)
		expect(mission.AsImported, imported)
		w.save(path, second, false)
		expect(mission.Changed, imported)
		w.save(path, third, false)
		expect(mission.Changed, imported)
		if got := w.serverFile(path); got != third {
			t.Errorf("the file is %q", got)
		}
		w.save(path, imported, false)
		expect(mission.AsImported, imported)
		w.save(path, second, false)
		w.load(mission.Merge, path, third)
		expect(mission.AsImported, third)
	})
}
