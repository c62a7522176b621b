package areaflags_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	for _, i := range []int{0, 1, 3, 8, 9, 11} { // the south-west: the cells 0, 1 and 2 of two rows
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
	}{{150, 150, 256, 1}, {250, 150, 256, 1}, {350, 150, 0, 1}, {799, 799, 0, 4}, {-1, 0, 0, 0}, {800, 0, 0, 0}} {
		if u, v := m.At(m.Usages, at.x, at.z), m.At(m.Values, at.x, at.z); u != at.usage || v != at.values {
			t.Errorf("at %v, %v: %d and %d", at.x, at.z, u, v)
		}
	}
	if half := read(t, data,
		4); half.Usages.Columns != 4 || half.At(half.Usages, 150, 150) != 256 || half.At(half.Usages, 450, 150) != 0 ||
		half.At(half.Values, 0, 799) != 4 {
		t.Errorf("half of it: %+v", half.Usages)
	}
}

// TestCellsShareWords: of the cells that share a word the western one is in its highest bits.
func TestCellsShareWords(t *testing.T) {
	for depth, want := range map[uint32][8]uint32{
		4: {1, 2, 3, 4, 5, 6, 7, 8}, 8: {0x12, 0x34, 0x56, 0x78}, 16: {0x1234, 0x5678}, 32: {0x12345678},
	} {
		columns := 32 / depth
		m := read(t, file(columns, 1, 20, section{}, section{depth, []byte{0x78, 0x56, 0x34, 0x12}}), 8)
		if got := m.Values.Cells; !slices.Equal(got, want[:columns]) {
			t.Errorf("%d bits: cells %x", depth, got)
		}
		if m.Usages.Columns != 0 || m.At(m.Usages, 1, 1) != 0 {
			t.Error("a raster without cells has a bit")
		}
	}
}

func TestRefused(t *testing.T) {
	whole := file(4, 2, 20, section{8, make([]byte, 8)}, section{8, make([]byte, 8)})
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
		"half of a word": {file(4, 2, 20, section{4, make([]byte, 4)}), areaflags.ErrHead},
		"no file at all": {[]byte("<map><group name=\"a\"/></map>    "), areaflags.ErrHead},
	} {
		if _, err := areaflags.Read(bytes.NewReader(c.data), 8); !errors.Is(err, c.err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(file(8, 2, 20, section{8, make([]byte, 16)}, section{4, make([]byte, 8)}), 1)
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
	for name, want := range map[string][3]int{
		"greenmatthew+DayZ-Server-Namalsk/namalsk": {12800, 0, 4}, "intrud3r+XI_Gaming-Warzone/swansisland": {2048, 16, 16},
	} {
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

// TestGenuineShapesAreSmooth: what is painted has as few borders from west to east as from south to north, so no cells are swapped.
func TestGenuineShapesAreSmooth(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"greenmatthew+DayZ-Server-Namalsk/namalsk-areaflags", "micromartin1963+fodland/fodland-AreaFlags",
		"intrud3r+XI_Gaming-Warzone/swansisland-areaflags",
	} {
		m, err := areaflags.Read(genuine(t, "areaflags/"+name+".map.gz"), 2048)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range []*areaflags.Raster{m.Usages, m.Values} {
			if across, along := borders(r); across*4 > along*5 {
				t.Errorf("%s with %d bits: %d borders from west to east, %d from south to north", name, r.Bits, across, along)
			}
		}
	}
}

// borders counts the neighbours that differ, in rows and in columns.
func borders(r *areaflags.Raster) (across, along int) {
	for i, cell := range r.Cells {
		if i%r.Columns > 0 && r.Cells[i-1] != cell {
			across++
		}
		if i >= r.Columns && r.Cells[i-r.Columns] != cell {
			along++
		}
	}
	return across, along
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
