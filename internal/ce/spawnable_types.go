package ce

import (
	"io"
	"strings"

	"quartermaster/internal/textfile"
)

// SpawnableType lists what a class spawns with. A nil field is not given in the file. Source:
// cfgspawnabletypes.xml and every ce file of type "spawnabletypes".
type SpawnableType struct {
	Name                 string
	Hoarder              bool     // what it holds counts as hoarded
	DamageMin, DamageMax *float64 // 0 for pristine to 1 for ruined
	Tags                 []string
	Blocks               []Block // in the order of their rolls
}

// ParseSpawnableTypes parses a spawnable types file. The error is a *SyntaxError.
func ParseSpawnableTypes(data []byte) (*textfile.File[SpawnableType], error) {
	return spawnableTypesFormat().parse(data)
}

// WriteSpawnableTypes writes a spawnable types file as WriteTypes writes a types file. It returns an
// error for a block that is neither attachments nor cargo.
func WriteSpawnableTypes(w io.Writer, s textfile.Skeleton, parts []textfile.Part[SpawnableType]) error {
	return spawnableTypesFormat().write(w, s, parts)
}

func spawnableTypesFormat() format[SpawnableType] {
	return format[SpawnableType]{
		root: "spawnabletypes", elements: []string{"type"}, usual: tabbed(),
		order: []string{"hoarder", "damage", "tag", "attachments", "cargo"},
		blank: func(l layout, _ *SpawnableType) string { return `<type name=""` + l.closing },
		lacks: lacksName,
		valid: validSpawnableType,
		read:  readSpawnableType,
		patch: patchSpawnableType,
	}
}

func validSpawnableType(t *SpawnableType) error {
	for _, b := range t.Blocks {
		if err := validKind(b.Kind); err != nil {
			return err
		}
	}
	return nil
}

func readSpawnableType(r *reader) SpawnableType {
	t := SpawnableType{Name: r.attrValue(0, "name"), Hoarder: r.first("hoarder") != none}
	if i := r.filledAttr("damage", "min"); i != none {
		t.DamageMin = r.attrDecimal(i, "min")
	}
	if i := r.filledAttr("damage", "max"); i != none {
		t.DamageMax = r.attrDecimal(i, "max")
	}
	for _, i := range r.tagElements() {
		t.Tags = append(t.Tags, r.attrValue(i, "name"))
	}
	for _, i := range r.blockElements() {
		t.Blocks = append(t.Blocks, r.block(i))
	}
	return t
}

func patchSpawnableType(p *patch, old, new *SpawnableType) {
	p.className(old.Name, new.Name)
	p.mark("hoarder", old.Hoarder, new.Hoarder)
	p.attributes("damage", old.damage(), new.damage())
	p.nodes(p.tagElements(), tagNodes(old.Tags), tagNodes(new.Tags), gap{0, p.predecessor(0, "tag")})
	p.nodes(p.blockElements(), nodesOf(old.Blocks), nodesOf(new.Blocks), gap{0, p.predecessor(0, "cargo")})
}

// tagElements returns the tags of the entry with a name.
func (t *tree) tagElements() []int {
	return t.withAttr(0, "tag", "name")
}

func tagNodes(tags []string) []node {
	var nodes []node
	for _, tag := range tags {
		if name := strings.TrimSpace(tag); name != "" {
			nodes = append(nodes, node{name: "tag", key: name, attrs: []attrText{{"name", &name}}})
		}
	}
	return nodes
}

func (t *SpawnableType) damage() []attrText {
	return []attrText{{"min", decimalText(t.DamageMin)}, {"max", decimalText(t.DamageMax)}}
}
