package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/economy"
	"quartermaster/internal/record"
)

// largestMap is a little more than the most items that fit on any map of the game at a time.
const largestMap = 50_000

var nominalOverRoom = &Rule{
	ID: "nominal-over-room", Severity: Warning, Title: "Nominal beyond what the map has room for",
	Says: sentences{
		"room": "nominal is {nominal}, but the map has room for about {room} of it at a time, if nothing else is there: the rest " +
			"never spawns. Lower nominal.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			wanted := valueOf(t.Nominal)
			if wanted <= 0 || isTrue(t.Deloot) || isTrue(t.Crafted) {
				return
			}
			if room := w.roomFor(t); room > 0 && wanted > int64(room) {
				report(t, says("room", "nominal", wanted, "room", room), nil)
			}
		}
	},
}

// roomFor returns how many items of a type fit on the map at a time: at most, where not all is known that decides it.
func (w *world) roomFor(t *record.Type) int {
	if w.Room == nil {
		return largestMap
	}
	if w.Twice.has(t.Name) || t.CategoryID == nil {
		return largestMap // another entry may say where it spawns
	}
	return w.Room.Of(economy.Want{
		Class: t.Name, Category: w.Categories[*t.CategoryID].Name,
		Tags: refsOf(w.Tags, t.TagIDs), Usages: refsOf(w.Usages, t.UsageIDs), Values: refsOf(w.Values, t.ValueIDs),
	})
}

func refsOf(byID map[int64]reference, ids []int64) []ce.Ref {
	list := make([]ce.Ref, len(ids))
	for i, id := range ids {
		list[i] = ce.Ref{Name: byID[id].Name, User: byID[id].Group}
	}
	return list
}
