package economy

import (
	"log/slog"

	"quartermaster/internal/areaflags"
	"quartermaster/internal/ce"
	"quartermaster/internal/store"
)

// zonesPath is the path below the mission folder of the painted zones.
const zonesPath = "areaflags.map"

const (
	maxZones   = 1 << 30 // bytes of the file; they are read one row after the other
	zonesSides = 1024    // the most cells in a row: 15 m on the game's largest maps
)

// cells returns what is painted at positions; nil where that is not known. A file that cannot be read counts as absent.
func (l *loader) cells(positions []ce.Position) []cell {
	f := l.files[zonesPath]
	if f == nil || f.ContentID == nil || l.err != nil {
		return nil
	}
	packed, size, err := l.db.ReadContent(l.ctx, l.scope, *f.ContentID)
	l.fail(err)
	if err != nil || size > maxZones {
		return nil
	}
	zones, err := areaflags.Read(store.OpenContent(packed, size), zonesSides)
	if err != nil {
		slog.WarnContext(l.ctx, "zones of loot", "instance", l.scope.InstanceID, "error", err)
		return nil
	}
	cells := make([]cell, len(positions))
	for i, p := range positions {
		cells[i] = cell{Usages: zones.At(zones.Usages, p.X, p.Z), Values: zones.At(zones.Values, p.X, p.Z)}
	}
	return cells
}
