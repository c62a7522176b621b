package areaflags_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/areaflags"
	"quartermaster/internal/ce"
)

// section is the cells of a raster with their number of bits.
type section struct {
	bits  uint32
	cells []byte
}

func file(columns, rows, size uint32, sections ...section) []byte {
	var b bytes.Buffer
	for _, n := range []uint32{columns, rows, size, size} {
		_ = binary.Write(&b, binary.LittleEndian, n)
	}
	for _, s := range sections {
		_ = binary.Write(&b, binary.LittleEndian, s.bits)
		b.Write(s.cells)
	}
	return b.Bytes()
}

func read(t *testing.T, data []byte, most int) *areaflags.Map {
	t.Helper()
	m, err := areaflags.Read(bytes.NewReader(data), most)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestRead(t *testing.T) {
	usages := make([]byte, 2*64)
	for _, i := range []int{0, 1, 8, 9} { // the south-west
		binary.LittleEndian.PutUint16(usages[2*i:], 1<<8)
	}
	values := bytes.Repeat([]byte{1}, 64)
	copy(values[32:], bytes.Repeat([]byte{4}, 32)) // the north
	data := file(8, 8, 800, section{16, usages}, section{8, values})
	if len(data) != 24+64*3 {
		t.Fatalf("%d bytes", len(data))
	}
	m := read(t, data, 8)
	for _, at := range []struct {
		x, z          float64
		usage, values uint32
	}{{150, 150, 256, 1}, {250, 150, 0, 1}, {799, 799, 0, 4}, {-1, 0, 0, 0}, {800, 0, 0, 0}} {
		if u, v := m.At(m.Usages, at.x, at.z), m.At(m.Values, at.x, at.z); u != at.usage || v != at.values {
			t.Errorf("at %v, %v: %d and %d", at.x, at.z, u, v)
		}
	}
	if half := read(t, data, 4); half.Usages.Columns != 4 || half.At(half.Usages, 150, 150) != 256 || half.At(half.Usages, 250, 150) != 0 || half.At(half.Values, 0, 799) != 4 {
		t.Errorf("half of it: %+v", half.Usages)
	}
}

// TestHalfBytes: of the cells that share a byte the lower half is the western one.
func TestHalfBytes(t *testing.T) {
	m := read(t, file(2, 2, 20, section{}, section{4, []byte{0x20, 0x01}}), 2)
	if got := m.Values.Cells; m.Usages.Columns != 0 || got[0] != 0 || got[1] != 2 || got[2] != 1 || got[3] != 0 {
		t.Errorf("cells %v", got)
	}
	if m.At(m.Usages, 1, 1) != 0 {
		t.Error("a raster without cells has a bit")
	}
}

func TestRefused(t *testing.T) {
	whole := file(2, 2, 20, section{8, make([]byte, 4)}, section{8, make([]byte, 4)})
	for name, c := range map[string]struct {
		data []byte
		err  error
	}{
		"too long":       {append(bytes.Clone(whole), 0), areaflags.ErrLength},
		"too short":      {whole[:len(whole)-1], areaflags.ErrLength},
		"empty":          {nil, areaflags.ErrLength},
		"no size":        {file(0, 2, 20), areaflags.ErrHead},
		"huge":           {file(1<<31, 2, 20), areaflags.ErrHead},
		"odd depth":      {file(2, 2, 20, section{3, make([]byte, 4)}), areaflags.ErrHead},
		"half of a byte": {file(3, 2, 20, section{4, make([]byte, 3)}), areaflags.ErrHead},
		"no file at all": {[]byte("<map><group name=\"a\"/></map>    "), areaflags.ErrHead},
	} {
		if _, err := areaflags.Read(bytes.NewReader(c.data), 8); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(2, 2, 20, section{8, make([]byte, 4)}, section{4, make([]byte, 2)}), 1)
	f.Add(file(4, 2, 20, section{}, section{32, make([]byte, 32)}), 2)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		most = 1 + (most&0xff+0x100)&0xff
		m, err := areaflags.Read(bytes.NewReader(data), most)
		if err != nil {
			return
		}
		for _, r := range []*areaflags.Raster{m.Usages, m.Values} {
			if len(r.Cells) != r.Columns*r.Rows || r.Columns > most || r.Rows > most {
				t.Fatalf("%d cells, %d x %d of %d", len(r.Cells), r.Columns, r.Rows, most)
			}
			m.At(r, float64(m.Width)-0.5, float64(m.Height)-0.5)
		}
	})
}

// TestGenuine reads files of servers. On one of them three of four military buildings stand where military loot is painted.
func TestGenuine(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][3]int{"greenmatthew+DayZ-Server-Namalsk/namalsk": {12800, 0, 4}, "intrud3r+XI_Gaming-Warzone/swansisland": {2048, 16, 16}} {
		m, err := areaflags.Read(genuine(t, "areaflags/"+name+"-areaflags.map.gz"), 512)
		if err != nil || m.Width != want[0] || m.Usages.Bits != want[1] || m.Values.Bits != want[2] {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
	}
	m, err := areaflags.Read(genuine(t, "areaflags/micromartin1963+fodland/fodland-AreaFlags.map.gz"), 1024)
	if err != nil {
		t.Fatal(err)
	}
	positions, err := io.ReadAll(genuine(t, "mapgroup/micromartin1963+fodland/mapGroupPos.xml.gz"))
	if err != nil {
		t.Fatal(err)
	}
	const military = 0 // its place among the usages of that map
	within, all := 0, 0
	for b := range ce.Positions(string(positions)) {
		if !strings.HasPrefix(b.Name, "Land_Mil_") {
			continue
		}
		all++
		if m.At(m.Usages, b.X, b.Z)&(1<<military) != 0 {
			within++
		}
	}
	if all == 0 || within*3 < all*2 {
		t.Errorf("%d of %d military buildings are in military cells", within, all)
	}
}

func genuine(t *testing.T, name string) io.Reader {
	t.Helper()
	f, err := os.Open(filepath.Join("../../../shared/data/server-files", name))
	if err != nil {
		t.Skip("the genuine files are not here: ", err)
	}
	t.Cleanup(func() { _ = f.Close() })
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return unpacked
}
