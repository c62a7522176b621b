package lint

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const areaFlagsPath = "areaflags.map"

// areaBits are how many usages and values areaflags.map has room for in a cell.
type areaBits struct {
	about         *record.File
	usage, values int64
}

var areaFlags = &Rule{
	ID: "area-flags", Severity: Info, Title: "More usages or values than areaflags.map has room for",
	Check: func(w *world, report report) {
		bits := w.AreaBits
		if bits == nil || w.Limits == nil {
			return
		}
		for _, list := range []struct {
			what        string
			names, room int64
		}{{"usages", int64(len(w.Limits.Usages)), bits.usage}, {"values", int64(len(w.Limits.Values)), bits.values}} {
			if list.room > 0 && list.names > list.room {
				report(bits.about, fmt.Sprintf("The map has room for %d %s, and cfglimitsdefinition.xml defines %d: the last of them are nowhere on it.", list.room, list.what, list.names), nil)
			}
		}
	},
}

// areaFlags reads the head of areaflags.map. Files with another size than it says stay unknown.
func (l *loader) areaFlags() {
	for _, f := range l.Files {
		if !strings.EqualFold(f.Path, areaFlagsPath) || f.ContentID == nil || l.err != nil {
			continue
		}
		var packed []byte
		var size int64
		l.scan(`SELECT c.content, c.size FROM file_contents c WHERE c.id = $1`, []any{*f.ContentID}, []any{&packed, &size}, func() {
			head := make([]byte, 20)
			if _, err := io.ReadFull(store.OpenContent(packed, size), head); err == nil {
				l.AreaBits = areaBitsOf(head, size)
			}
		})
		if l.AreaBits != nil {
			l.AreaBits.about = f
		}
	}
}

// areaBitsOf reads the head of the file: columns, rows, width, height and the bits of a usage cell. The bits of a value cell follow from
// the size. It returns nil for another file.
func areaBitsOf(head []byte, size int64) *areaBits {
	const around = 24
	cells := int64(binary.LittleEndian.Uint32(head)) * int64(binary.LittleEndian.Uint32(head[4:]))
	usage := int64(binary.LittleEndian.Uint32(head[16:]))
	if cells <= 0 || size <= around || (size-around)*8%cells != 0 {
		return nil
	}
	values := (size-around)*8/cells - usage
	if values <= 0 || values > 32 || usage > 32 {
		return nil
	}
	return &areaBits{usage: usage, values: values}
}
