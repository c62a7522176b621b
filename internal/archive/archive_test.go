package archive_test

import (
	"archive/zip"
	"bytes"
	"errors"
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
	for path, want := range map[string]string{
		"x.zip": "db/types.xml", "server/old files.zip": "server/old files/db/types.xml", `a\b.v2.zip`: "a/b.v2/db/types.xml",
	} {
		if files, err := archive.Expand(archive.File{Path: path, Data: pack("db/types.xml")}); err != nil || files[0].Path != want {
			t.Errorf("%s: %v, %v, want %s", path, files, err, want)
		}
	}
	if _, err := archive.Expand(archive.File{Path: "x.zip", Data: pack("a.xml")[:40]}); err == nil {
		t.Error("a damaged archive was read")
	}
	sheet := pack("[Content_Types].xml", "xl/workbook.xml")
	for _, upload := range []archive.File{
		{Path: "shop/Prices.XLSX", Data: sheet}, {Path: "server.zip", Data: hold(t, "shop/Prices.XLSX", sheet)},
	} {
		files, err := archive.Expand(upload)
		if err != nil || len(files) != 1 || !bytes.Equal(files[0].Data, sheet) {
			t.Errorf("%s: the spreadsheet is not one file as it was: %d files (%v)", upload.Path, len(files), err)
		}
	}
	if _, err := archive.Expand(archive.File{Path: "outer.zip", Data: hold(t, "inner.zip", sheet)}); err == nil {
		t.Error("an archive in an archive was read")
	}
}

// hold returns an archive of one file.
func hold(t *testing.T, name string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create(name)
	if err == nil {
		_, err = f.Write(data)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
