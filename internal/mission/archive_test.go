package mission_test

import (
	"archive/zip"
	"bytes"
	"context"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

func TestArchives(t *testing.T) {
	t.Parallel()
	pack := func(names ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			f, err := z.Create(name)
			if err == nil && !strings.HasSuffix(name, "/") {
				_, err = f.Write([]byte(typesFile("A 1")))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	files, err := mission.Expand(mission.Upload{Path: "x.zip", Data: pack("mpmissions/m/db/types.xml", "folder/", "b.xml")})
	if err != nil || len(files) != 2 {
		t.Errorf("expanded to %d files (%v)", len(files), err)
	}
	if _, err := mission.Expand(mission.Upload{Path: "x.zip", Data: pack("a.xml")[:40]}); err == nil {
		t.Error("a damaged archive was read")
	}
}

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
