package mission_test

import (
	"bytes"
	"context"
	"testing"

	"quartermaster/internal/mission"
)

func TestTheArchiveOfTheSameFilesIsTheSame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "types.xml", typesFile("A 1", "B 2"))
	var sums [2]string
	for i := range sums {
		files, err := w.service.Generate(context.Background(), w.scope)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := mission.WriteZip(t.Context(), &b, files); err != nil {
			t.Fatal(err)
		}
		sums[i] = b.String()
	}
	if sums[0] != sums[1] {
		t.Error("two archives of the same files differ")
	}
}
