package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var noContainer = &Rule{
	ID: "no-container", Severity: Warning, Title: "Loot no building has room for",
	Says: sentences{
		"category": "The type should spawn, but no building of mapgroupproto.xml has room for the category “{name}”.",
		"tag":      "The type should spawn, but no building of mapgroupproto.xml has room for the tag “{name}”.",
	},
	needs: []string{"limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		room, known := w.room()
		room.defined = w.categories().names
		return func(t *record.Type) {
			if problem := w.withoutRoom(t, room); known && !problem.IsNone() && valueOf(t.Nominal) > 0 && !isTrue(t.Deloot) && !isTrue(t.Crafted) {
				report(t, problem, nil)
			}
		}
	},
}

// room are the categories and tags that the containers of buildings take, and the categories that are defined at all.
type room struct{ categories, tags, defined names }

// room returns what containers take; false if there are no prototypes, or containers that take anything.
func (w *world) room() (r room, known bool) {
	f := w.Game[prototypesPath]
	if f == nil {
		return r, false
	}
	r = room{categories: names{}, tags: names{}}
	for _, p := range ce.ParsePrototypes(f.text) {
		for _, c := range p.Containers {
			r.categories.add(c.Categories...)
			r.tags.add(c.Tags...)
		}
	}
	return r, len(r.categories) > 0 && len(r.tags) > 0
}

// dispatched is the category of what comes with wrecks and other objects, not with the containers of buildings.
const dispatched = "lootdispatch"

// withoutRoom says which category or tag of a type no container takes, though it is defined, if any.
func (w *world) withoutRoom(t *record.Type, r room) message {
	if t.CategoryID != nil {
		c := w.Categories[*t.CategoryID].Name
		if c != dispatched && !r.categories.has(c) && r.defined.has(c) {
			return says("category", "name", c)
		}
	}
	for _, id := range t.TagIDs {
		if r.tags.has(w.Tags[id].Name) {
			return message{}
		}
	}
	if len(t.TagIDs) > 0 {
		return says("tag", "name", w.Tags[t.TagIDs[0]].Name)
	}
	return message{}
}
