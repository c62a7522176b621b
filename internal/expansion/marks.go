package expansion

import (
	"maps"
	"slices"

	"quartermaster/internal/notation"
)

// marks are what a value may mean beside its type, with the format of its field and the types that they are for; none for all types. Those
// without a format are told for readers of the pack.
var marks = map[string]struct {
	format Format
	types  []Type
}{
	"class": {ClassFormat, texts}, "steam-id": {SteamFormat, texts}, "secret": {PasswordFormat, texts}, "url": {URLFormat, texts},
	"text": {TextFormat, texts}, "icon": {IconFormat, texts}, "loadout": {LoadoutFormat, texts}, "faction": {FactionFormat, texts},
	"weekday": {WeekdayFormat, texts}, "trader": {TraderFormat, texts}, "category": {CategoryFormat, texts}, "event": {"", texts},
	"quest": {QuestFormat, []Type{Int}}, "quest-npc": {QuestNPCFormat, []Type{Int}}, "objective": {ObjectiveFormat, []Type{Int}},
	"position": {PositionFormat, []Type{String, Float, Int, Vector, Object}}, "vector": {"", []Type{Vector}},
	"orientation": {"", []Type{String, Float, Vector}}, "chance": {"", scalars}, "money": {"", scalars}, "duration": {"", scalars},
	"color": {ARGBFormat, nil}, "version": {VersionFormat, nil}, "run-time": {VersionFormat, nil}, "fixed": {VersionFormat, nil},
	"time": {"", nil},
}

var texts, scalars = []Type{String}, []Type{Float, Int, String}

// markNames lists the marks for people.
var markNames = slices.Sorted(maps.Keys(marks))

// MarkOf returns the mark that says a format; empty for none.
func MarkOf(f Format) string {
	for _, name := range markNames {
		if f != "" && marks[name].format == f && name != "fixed" && name != "run-time" {
			return name
		}
	}
	return ""
}

// mark sets the format that a mark says.
func (r *Reader) mark(n notation.Node, f *Field) {
	name := n.OneOf(markNames...)
	if name == "" {
		return
	}
	if types := marks[name].types; types != nil && f.Type != Any && !slices.Contains(types, f.Type) {
		n.Wrong("does not suit the type of the value")
	}
	isNumber := f.Type == Float || f.Type == Int
	switch {
	case name == "position" && (f.Shape != Single || !isNumber && f.Type != Any):
	case name == "color" && f.Type == String:
		f.Format = ColorFormat
	case name == "color" && f.Type != Int:
	case marks[name].format != "":
		f.Format = marks[name].format
	}
	f.Firm = f.Firm || name == "weekday"
}
