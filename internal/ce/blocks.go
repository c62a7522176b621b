package ce

import (
	"fmt"
	"slices"
	"strings"
)

// Block is one random draw: from a random preset, or from items with a chance.
type Block struct {
	Kind   string // attachments or cargo
	Preset *string
	Chance *float64 // 0 to 1
	Items  []Item
}

// Item is one of several items to choose from.
type Item struct {
	Name   string   // class name
	Chance *float64 // weight among the others
}

func blockKinds() []string {
	return []string{"attachments", "cargo"}
}

func validKind(kind string) error {
	if !slices.Contains(blockKinds(), kind) {
		return fmt.Errorf("%q is neither attachments nor cargo", kind)
	}
	return nil
}

// blockElements returns the blocks of the entry.
func (t *tree) blockElements() []int {
	return collect(t.kids(0), func(i int) bool { return slices.Contains(blockKinds(), t.elems[i].name) })
}

// itemElements returns the items of a block that have a name.
func (t *tree) itemElements(block int) []int {
	return t.withAttr(block, "item", "name")
}

func (r *reader) block(i int) Block {
	return Block{
		Kind: r.elems[i].name, Preset: notBlank(new(r.attrValue(i, "preset"))), Chance: r.attrDecimal(i, "chance"), Items: r.items(i),
	}
}

func (r *reader) items(block int) []Item {
	var items []Item
	for _, i := range r.itemElements(block) {
		items = append(items, Item{Name: r.attrValue(i, "name"), Chance: r.attrDecimal(i, "chance")})
	}
	return items
}

func (b Block) node() node {
	n := node{name: b.Kind, key: b.Kind, kids: nodesOf(b.Items)}
	preset := notBlank(b.Preset)
	if preset != nil {
		n.key += " " + *preset
	}
	n.attrs = []attrText{{"preset", preset}, {"chance", decimalText(b.Chance)}}
	return n
}

func (item Item) node() node {
	name := strings.TrimSpace(item.Name)
	return node{name: "item", key: name, attrs: []attrText{{"name", &name}, {"chance", decimalText(item.Chance)}}}
}
