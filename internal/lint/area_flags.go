package lint

import (
	"strings"

	"quartermaster/internal/areaflags"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const areaFlagsPath = "areaflags.map"

// areaBits are how many usages and values areaflags.map has room for in a cell.
type areaBits struct {
	about         *record.File
	usage, values int
}

var areaFlags = &Rule{
	ID: "area-flags", Severity: Info, Title: "More usages or values than areaflags.map has room for",
	Says: sentences{
		"usages": "The map has room for {room} usages, and cfglimitsdefinition.xml defines {defined}: the last of them are nowhere on it.",
		"values": "The map has room for {room} values, and cfglimitsdefinition.xml defines {defined}: the last of them are nowhere on it.",
	},
	Check: func(w *world, report report) {
		bits := w.AreaBits
		if bits == nil || w.Limits == nil {
			return
		}
		for _, list := range []struct {
			what        string
			names, room int
		}{{"usages", len(w.Limits.Usages), bits.usage}, {"values", len(w.Limits.Values), bits.values}} {
			if list.room > 0 && list.names > list.room {
				report(bits.about, says(list.what, "room", list.room, "defined", list.names), nil)
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
			if usage, values, err := areaflags.ReadBits(store.OpenContent(packed, size), size); err == nil {
				l.AreaBits = &areaBits{usage: usage, values: values}
			}
		})
		if l.AreaBits != nil {
			l.AreaBits.about = f
		}
	}
}
