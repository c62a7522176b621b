package mission_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
)

// zipped makes an archive of files with the given headers; what they hold is written again and again until its size is reached.
func zipped(t testing.TB, files ...entry) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: f.method, Flags: f.flags}
		header.SetMode(f.mode)
		if err := f.write(w, header); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

type entry struct {
	name   string
	text   string
	size   int // of the file; that of the text when 0
	method uint16
	flags  uint16
	mode   fs.FileMode
}

func (e entry) write(w *zip.Writer, header *zip.FileHeader) error {
	out, err := w.CreateHeader(header)
	if err != nil || strings.HasSuffix(e.name, "/") {
		return err
	}
	for left := max(e.size, len(e.text)); left > 0 && err == nil; left -= len(e.text) {
		_, err = io.WriteString(out, e.text[:min(left, len(e.text))])
	}
	return err
}

// noise is text that hardly compresses.
func noise(n int) string {
	state, b := uint64(1), make([]byte, 0, n+8)
	for len(b) < n {
		state = state*6364136223846793005 + 1442695040888963407
		b = binary.LittleEndian.AppendUint64(b, state^state>>33)
	}
	return string(b[:n])
}

func TestExpandKeepsPathsAndOrder(t *testing.T) {
	t.Parallel()
	uploads := []mission.Upload{
		{Path: "a.zip", Data: zipped(t, entry{name: "db/"}, entry{name: "db/types.xml", text: "one", method: zip.Deflate}, entry{name: `mods\x.xml`, text: "two"})},
		{Path: "b.xml", Data: []byte("three")},
		{Path: "c.zip", Data: zipped(t)},
	}
	want := []mission.Upload{{Path: "db/types.xml", Data: []byte("one")}, {Path: `mods\x.xml`, Data: []byte("two")}, {Path: "b.xml", Data: []byte("three")}}
	got, err := mission.Expand(uploads...)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if size, err := mission.Measure(uploads); err != nil || size != (mission.Size{Files: 3, Bytes: 11}) {
		t.Errorf("%+v, %v", size, err)
	}
}

func TestArchivesAreRefused(t *testing.T) {
	t.Parallel()
	inner := string(zipped(t, entry{name: "x", text: "x"}))
	many := make([]entry, 10_001)
	for i := range many {
		many[i].name = fmt.Sprint(i)
	}
	packs := noise(40<<10) + strings.Repeat("x", 1<<20) // below the ratio of a bomb: the noise is too far apart to be found again
	large := make([]entry, 9)
	for i := range large {
		large[i] = entry{name: fmt.Sprint(i), text: packs, size: 30 << 20, method: zip.Deflate}
	}
	tests := []struct {
		name  string
		files []entry
		want  string
	}{
		{"climbs", []entry{{name: "db/../../x.xml"}}, "x.zip holds db/../../x.xml, a path that leads out of the archive"},
		{"climbs with backslashes", []entry{{name: `..\x.xml`}}, `x.zip holds ..\x.xml, a path that leads out of the archive`},
		{"absolute", []entry{{name: "/etc/passwd"}}, "x.zip holds /etc/passwd, a path that leads out of the archive"},
		{"drive", []entry{{name: `C:\x.xml`}}, `x.zip holds C:\x.xml, a path that leads out of the archive`},
		{"link", []entry{{name: "x.xml", text: "/etc/passwd", mode: fs.ModeSymlink | 0o777}}, "x.zip holds x.xml, which is a link or a device"},
		{"encrypted", []entry{{name: "x.xml", text: "?", flags: 1}}, "x.zip holds x.xml, which is encrypted"},
		{"nested", []entry{{name: "y.zip", text: inner}}, "x.zip holds y.zip, an archive in an archive: unpack that one first"},
		{"nested under another name", []entry{{name: "y.xml", text: inner, method: zip.Deflate}}, "x.zip holds y.xml, an archive in an archive: unpack that one first"},
		{"twice", []entry{{name: "db/x.xml"}, {name: "db/x.xml"}}, "x.zip holds two files of one path, db/x.xml and db/x.xml"},
		{"twice but for the letter case", []entry{{name: "db/x.xml"}, {name: `DB\.\X.xml`}}, `x.zip holds two files of one path, db/x.xml and DB\.\X.xml`},
		{"too many", many, "x.zip holds too much: 10000 files are the most"},
		{"bomb", []entry{{name: "x.xml", text: strings.Repeat(" ", 4096), size: 4 << 20, method: zip.Deflate}}, "x.zip holds x.xml, which unpacks to more than 200 times its size"},
		{"large file", []entry{{name: "x.xml", text: packs, size: mission.MaxFile + 1, method: zip.Deflate}}, "x.zip holds x.xml, which is larger than 32 MiB"},
		{"large in all", large, "x.zip holds 8, with which it exceeds 256 MiB unpacked"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, err := mission.Measure([]mission.Upload{{Path: "x.zip", Data: zipped(t, test.files...)}})
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// TestSizesInHeadersCountForNothing holds that a bomb does not pass because its directory calls it small.
func TestSizesInHeadersCountForNothing(t *testing.T) {
	t.Parallel()
	bomb := zipped(t, entry{name: "x.xml", text: strings.Repeat(" ", 4096), size: 8 << 20, method: zip.Deflate})
	line := bytes.Index(bomb, []byte("PK\x01\x02"))
	for _, claimed := range []struct{ packed, unpacked uint32 }{{1 << 20, 1 << 20}, {uint32(line), 4 << 20}, {1 << 30, 8 << 20}} {
		lying := bytes.Clone(bomb)
		binary.LittleEndian.PutUint32(lying[line+20:], claimed.packed)
		binary.LittleEndian.PutUint32(lying[line+24:], claimed.unpacked)
		if size, err := mission.Measure([]mission.Upload{{Path: "x.zip", Data: lying}}); err == nil || size.Bytes > 2<<20 {
			t.Errorf("%+v: %d bytes were unpacked, error %v", claimed, size.Bytes, err)
		}
	}
}

// TestLimitsHoldForAllArchivesTogether: ten uploads do not hold ten times as much.
func TestLimitsHoldForAllArchivesTogether(t *testing.T) {
	t.Parallel()
	half := make([]entry, 6_000)
	for i := range half {
		half[i].name = fmt.Sprint(i)
	}
	data := zipped(t, half...)
	if _, err := mission.Measure([]mission.Upload{{Path: "a.zip", Data: data}}); err != nil {
		t.Error(err)
	}
	if _, err := mission.Measure([]mission.Upload{{Path: "a.zip", Data: data}, {Path: "b.zip", Data: data}}); err == nil {
		t.Error("12,000 files were taken")
	}
}

func TestDamagedArchives(t *testing.T) {
	t.Parallel()
	whole := zipped(t, entry{name: "x.xml", text: noise(1000), method: zip.Deflate})
	if _, err := mission.Expand(mission.Upload{Path: "x.zip", Data: whole[:40]}); err == nil || err.Error() != "x.zip is a damaged ZIP file" {
		t.Errorf("cut off: %v", err)
	}
	flipped := bytes.Clone(whole)
	flipped[500]++
	if _, err := mission.Expand(mission.Upload{Path: "x.zip", Data: flipped}); err == nil || err.Error() != "x.zip holds x.xml, which is damaged" {
		t.Errorf("flipped: %v", err)
	}
}
