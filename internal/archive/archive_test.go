package archive_test

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"

	"quartermaster/internal/archive"
)

func TestArchives(t *testing.T) {
	t.Parallel()
	pack := func(names ...string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, name := range names {
			f, err := z.Create(name)
			if err == nil && !strings.HasSuffix(name, "/") {
				_, err = f.Write([]byte("<types/>"))
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
	files, err := archive.Expand(archive.File{Path: "x.zip", Data: pack("mpmissions/m/db/types.xml", "folder/", "b.xml")})
	if err != nil || len(files) != 2 {
		t.Errorf("expanded to %d files (%v)", len(files), err)
	}
	if _, err := archive.Expand(archive.File{Path: "x.zip", Data: pack("a.xml")[:40]}); err == nil {
		t.Error("a damaged archive was read")
	}
}
