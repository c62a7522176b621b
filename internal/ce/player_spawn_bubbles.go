package ce

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// spawnBubbles is the name of the element with the positions of a kind.
const spawnBubbles = "generator_posbubbles"

// spawnChanges holds the changes to the groups of a file: the texts of new positions, and the groups that
// have lost positions.
type spawnChanges struct {
	groups  []spawnGroup // with new positions, in order
	texts   map[spawnGroup][]string
	emptied map[spawnGroup]bool
}

func newSpawnChanges(groups []spawnGroup, slots []string, parts []textfile.Part[PlayerSpawn], texts []string, added []int) spawnChanges {
	c := spawnChanges{texts: map[spawnGroup][]string{}, emptied: map[spawnGroup]bool{}}
	for i, g := range groups {
		if i >= len(slots) || slots[i] == "" {
			c.emptied[g] = true
		}
	}
	for _, i := range added {
		g := parts[i].Value.group()
		if c.texts[g] == nil {
			c.groups = append(c.groups, g)
		}
		c.texts[g] = append(c.texts[g], texts[i])
	}
	return c
}

// addTo adds the new positions to a file, each at the end of its group, and removes the groups that have
// become empty.
func (c spawnChanges) addTo(text string) (string, error) {
	if len(c.groups) == 0 && len(c.emptied) == 0 {
		return text, nil
	}
	p, err := parsePatch([]byte(withSpawnRoot(text)), spawnOrder()...)
	if err != nil {
		return "", err
	}
	sp := spawnPatch{p, c}
	sp.removeGroups()
	for _, kind := range spawnKinds() {
		others := func(g spawnGroup) bool { return g.kind != kind }
		if groups := slices.DeleteFunc(slices.Clone(c.groups), others); len(groups) > 0 {
			sp.addToKind(kind, groups)
		}
	}
	return p.apply(), nil
}

func spawnOrder() []string {
	return append(spawnKinds(), "spawn_params", "generator_params", "group_params", spawnBubbles)
}

// withSpawnRoot adds a root element to a file without elements.
func withSpawnRoot(text string) string {
	t, err := parseDocument(text)
	if err != nil || len(t.elems) > 1 {
		return text
	}
	f, newline := playerSpawnsFormat(), cmp.Or(newlineOf(text), "\n")
	return f.addRoot(text, newline) + newline + f.close() + newline
}

// spawnPatch makes the changes in a file.
type spawnPatch struct {
	*patch
	spawnChanges
}

// containers yields the elements of that name outside of positions.
func (p spawnPatch) containers(name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 1; i < len(p.elems); i++ {
			switch p.elems[i].name {
			case "pos":
				i = p.elems[i].after - 1
			case name:
				if !yield(i) {
					return
				}
			}
		}
	}
}

// container returns the first of the containers, or otherwise.
func (p spawnPatch) container(name string, otherwise int) int {
	for i := range p.containers(name) {
		return i
	}
	return otherwise
}

func (p spawnPatch) removeGroups() {
	for i := range p.containers("group") {
		g := p.spawnGroup(i)
		if p.emptied[g] && p.texts[g] == nil && strings.TrimSpace(p.content(i)) == "" {
			p.remove(i)
		}
	}
}

func (p spawnPatch) addToKind(kind string, groups []spawnGroup) {
	parent := p.container(kind, none)
	if parent == none {
		root := p.container("playerspawnpoints", 0)
		p.insert(root, kind, p.kindText(kind, p.inside(root).indent, groups))
		return
	}
	known := p.groupElements()
	var missing []spawnGroup
	for _, g := range groups {
		if i, ok := known[g]; ok {
			p.appendTexts(i, p.texts[g])
			continue
		}
		missing = append(missing, g)
	}
	p.appendTo(parent, spawnBubbles, p.groupTexts(missing, p.containerIndent(parent, spawnBubbles)))
}

func (p spawnPatch) groupElements() map[spawnGroup]int {
	known := map[spawnGroup]int{}
	for i := range p.containers("group") {
		if g := p.spawnGroup(i); g.name != "" {
			known[g] = i
		}
	}
	return known
}

// groupTexts returns the texts of new groups; positions without a group are not wrapped.
func (p spawnPatch) groupTexts(groups []spawnGroup, indent string) []string {
	var texts []string
	for _, g := range groups {
		if g.name == "" {
			texts = append(texts, p.texts[g]...)
			continue
		}
		texts = append(texts, p.block(namedElement("group", g.name, ">"), "group", indent, p.texts[g]))
	}
	return texts
}

// kindText returns the text of a new kind: the usual parameters, without which the game finds no position,
// and its positions.
func (p spawnPatch) kindText(kind, indent string, groups []spawnGroup) string {
	inner := indent + p.unit
	var texts []string
	for _, list := range usualSpawnParams(groups) {
		texts = append(texts, p.block("<"+list.name+">", list.name, inner, list.params))
	}
	positions := p.groupTexts(groups, inner+p.unit)
	texts = append(texts, p.block("<"+spawnBubbles+">", spawnBubbles, inner, positions))
	return p.block("<"+kind+">", kind, indent, texts)
}

type spawnParams struct {
	name   string
	params []string
}

func usualSpawnParams(groups []spawnGroup) []spawnParams {
	grouped := "false"
	if slices.ContainsFunc(groups, func(g spawnGroup) bool { return g.name != "" }) {
		grouped = "true"
	}
	return []spawnParams{
		{"spawn_params", []string{
			"<min_dist_infected>30</min_dist_infected>",
			"<max_dist_infected>70</max_dist_infected>",
			"<min_dist_player>65</min_dist_player>",
			"<max_dist_player>150</max_dist_player>",
			"<min_dist_static>0</min_dist_static>",
			"<max_dist_static>2</max_dist_static>",
		}},
		{"generator_params", []string{
			"<grid_density>4</grid_density>",
			"<grid_width>200</grid_width>",
			"<grid_height>200</grid_height>",
			"<min_dist_static>0</min_dist_static>",
			"<max_dist_static>2</max_dist_static>",
			"<min_steepness>-45</min_steepness>",
			"<max_steepness>45</max_steepness>",
		}},
		{"group_params", []string{
			"<enablegroups>" + grouped + "</enablegroups>",
			"<groups_as_regular>true</groups_as_regular>",
			"<lifetime>120</lifetime>",
			"<counter>2</counter>",
		}},
	}
}
