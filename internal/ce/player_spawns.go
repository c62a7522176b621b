package ce

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// PlayerSpawn is a point around which players spawn. Source: cfgplayerspawnpoints.xml.
type PlayerSpawn struct {
	Kind  string // fresh, hop or travel
	Group string // empty for none
	Point
}

// ParsePlayerSpawns parses a player spawn points file. Entries are the positions below fresh, hop and
// travel; the parameters and groups stay in the skeleton. The error is a *SyntaxError.
func ParsePlayerSpawns(data []byte) (*textfile.File[PlayerSpawn], error) {
	file, err := playerSpawnsFormat().parse(data)
	if err != nil {
		return nil, err
	}
	groups, err := spawnGroups(file.Skeleton)
	if err != nil {
		return nil, err
	}
	for i, g := range groups {
		file.Entries[i].Value.Kind, file.Entries[i].Value.Group = g.kind, g.name
	}
	return file, nil
}

// WritePlayerSpawns writes a player spawn points file. A position is written to its slot if that has the
// same kind and group, else to the end of its group. A missing kind is created with the parameters of the
// game's own files. A group without positions is removed.
// If it returns an error about a part or the skeleton, it has written nothing.
//
// Records hold x and z in centimetres: a number in the file stays if it rounds to the same hundredths.
func WritePlayerSpawns(w io.Writer, s textfile.Skeleton, parts []textfile.Part[PlayerSpawn]) error {
	f := playerSpawnsFormat()
	groups, err := spawnGroups(s)
	if err != nil {
		return fmt.Errorf("the stored text of the file: %w", err)
	}
	parts = leaveSlots(parts, groups)
	texts, err := f.entryTexts(parts, layoutOf(f.usual, s, raws(parts)))
	if err != nil {
		return err
	}
	slots, added := distribute(parts, texts, len(s.Leads))
	if isEmpty(s, slots) {
		s, slots = f.newSkeleton(), nil
	}
	text, err := newSpawnChanges(groups, slots, parts, texts, added).addTo(joined(s, slots))
	if err != nil {
		return fmt.Errorf("the stored text of the file: %w", err)
	}
	_, err = io.WriteString(w, text)
	return err
}

func playerSpawnsFormat() format[PlayerSpawn] {
	return format[PlayerSpawn]{
		root: "playerspawnpoints", elements: []string{"pos"}, inside: spawnKinds(),
		usual: layout{newline: "\n", indent: "                ", unit: "    ", closing: " />"},
		blank: func(l layout, spawn *PlayerSpawn) string { return "<pos" + attrsText(spawn.attrs()) + l.closing },
		lacks: func(t *tree) string { return t.lacksPosition(0) },
		valid: validPlayerSpawn,
		read:  func(r *reader) PlayerSpawn { return PlayerSpawn{Point: r.point(0)} },
		patch: patchPlayerSpawn,
	}
}

func spawnKinds() []string {
	return []string{"fresh", "hop", "travel"}
}

func validPlayerSpawn(spawn *PlayerSpawn) error {
	if !slices.Contains(spawnKinds(), spawn.Kind) {
		return fmt.Errorf("%q is neither fresh nor hop nor travel", spawn.Kind)
	}
	return checkCharacters(spawn.Group)
}

func patchPlayerSpawn(p *patch, old, new *PlayerSpawn) {
	wanted := new.Point
	if sameHundredths(old.X, new.X) {
		wanted.X = old.X
	}
	if sameHundredths(old.Z, new.Z) {
		wanted.Z = old.Z
	}
	p.setAttrs(0, old.attrs(), wanted.attrs())
}

func sameHundredths(a, b float64) bool {
	return math.Round(a*100) == math.Round(b*100)
}

// spawnGroup is the kind of a position and the name of its group, if any.
type spawnGroup struct{ kind, name string }

func (spawn *PlayerSpawn) group() spawnGroup {
	return spawnGroup{spawn.Kind, strings.TrimSpace(spawn.Group)}
}

// spawnGroups returns the group of each slot of a skeleton.
func spawnGroups(s textfile.Skeleton) ([]spawnGroup, error) {
	if len(s.Leads) == 0 {
		return nil, nil
	}
	t, err := parseDocument(strings.Join(s.Leads, "") + s.Tail)
	if err != nil {
		return nil, err
	}
	groups, offset := make([]spawnGroup, len(s.Leads)), 0
	for i, lead := range s.Leads {
		offset += len(lead)
		groups[i] = t.spawnGroup(t.around(offset))
	}
	return groups, nil
}

// spawnGroup returns the group of element i, which may be the group itself.
func (t *tree) spawnGroup(i int) (g spawnGroup) {
	for ; i > 0; i = t.elems[i].parent {
		name := t.elems[i].name
		if slices.Contains(spawnKinds(), name) {
			return spawnGroup{name, g.name}
		}
		if name == "group" && g.name == "" {
			g.name = t.attrValue(i, "name")
		}
	}
	return g
}

// leaveSlots removes the slot of each part that is in another group than the slot.
func leaveSlots(parts []textfile.Part[PlayerSpawn], groups []spawnGroup) []textfile.Part[PlayerSpawn] {
	parts = slices.Clone(parts)
	for i := range parts {
		slot := parts[i].Slot
		if slot < 0 || slot >= len(groups) || groups[slot] != parts[i].Value.group() {
			parts[i].Slot = none
		}
	}
	return parts
}
