package expansion

import (
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// Part is a piece of an AI loadout in plain words, with what belongs to it.
type Part struct {
	Lead     string   // a slot, or how likely the piece is: "60 %"
	Name     string   // of a class, a set or, where Included, a loadout
	Facts    []string // "with AK_WoodBttstck and 2 Mag_AKM_30Rnd"
	Warnings []string // what keeps the mod from giving it
	Included bool     // the name is that of another loadout, the contents of which come along
	Parts    []Part
}

// Outline describes what a loadout gives, in the order of its file: included loadouts, worn and carried items, and sets. name is the
// loadout's own; known reports whether there is a loadout of another name. Malformed files have an outline as well.
//
// Chances and slots are read as the mod uses them: each item is drawn by its own chance; a slot that has a name
// takes one of those that were drawn, one without a name all of them that fit; of sets with the same name one is given.
// Source: ExpansionPrefabObject.Spawn of the mod.
func Outline(name string, loadout *jsontree.Object, known func(name string) bool) []Part {
	o := outliner{name: name, known: known}
	return o.contents(loadout)
}

type outliner struct {
	name  string
	known func(string) bool
}

func (o outliner) contents(object *jsontree.Object) []Part {
	parts := o.included(object)
	for _, slot := range object.Objects("InventoryAttachments") {
		parts = append(parts, o.slot(slot))
	}
	if cargo := o.items(object.Objects("InventoryCargo")); len(cargo) > 0 {
		parts = append(parts, Part{Lead: "Cargo", Facts: []string{"each that is drawn and finds room"}, Parts: cargo})
	}
	return append(parts, o.sets(object.Objects("Sets"))...)
}

func (o outliner) included(object *jsontree.Object) []Part {
	name := object.Text("Include")
	if name == "" {
		return nil
	}
	part := Part{Lead: "Everything from", Name: name, Included: true}
	switch {
	case strings.EqualFold(name, o.name):
		part.Warnings = []string{"A loadout cannot include itself."}
	case !o.known(name):
		part.Warnings = []string{"There is no loadout of this name, so nothing is included."}
	}
	return []Part{part}
}

func (o outliner) slot(slot *jsontree.Object) Part {
	part := Part{Lead: slot.Text("SlotName"), Parts: o.items(slot.Objects("Items"))}
	switch {
	case len(part.Parts) == 0:
		part.Facts = []string{"nothing"}
	case part.Lead == "":
		part.Facts = []string{"each that is drawn and fits"}
	case len(part.Parts) > 1:
		part.Facts = []string{"one of those that are drawn"}
	}
	if part.Lead == "" {
		part.Lead = "Any slot"
	}
	return part
}

func (o outliner) items(list []*jsontree.Object) (parts []Part) {
	for _, object := range list {
		parts = append(parts, o.item(object))
	}
	return merged(parts)
}

func (o outliner) item(object *jsontree.Object) Part {
	part := Part{Name: object.Text("ClassName"), Parts: o.contents(object)}
	part.Lead, part.Warnings = chanceOf(object)
	if part.Name == "" {
		part.Name = "no class"
		part.Warnings = append(part.Warnings, "An item without a class name is never given.")
	}
	part.fold()
	part.Facts = append(part.Facts, quantityOf(object)...)
	part.Facts = append(part.Facts, healthOf(object)...)
	if built := object.Texts("ConstructionPartsBuilt"); len(built) > 0 {
		part.Facts = append(part.Facts, "built: "+listing(built))
	}
	return part
}

func (o outliner) sets(list []*jsontree.Object) (parts []Part) {
	for _, object := range list {
		part := Part{Name: "Set " + object.Text("ClassName"), Facts: healthOf(object), Parts: o.contents(object)}
		part.Name = strings.TrimSpace(part.Name)
		part.Lead, part.Warnings = chanceOf(object)
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil
	}
	return []Part{{Lead: "Sets", Facts: []string{"those that are drawn, one of each name"}, Parts: parts}}
}

// longestPhrase bounds the attachments that are listed in the line of their item.
const longestPhrase = 12

// fold puts attachments that have nothing of their own into the line of the item: with a stock and 60 % a magazine.
func (p *Part) fold() {
	if len(p.Parts) != 1 || p.Parts[0].Lead != "Any slot" || len(p.Parts[0].Parts) > longestPhrase {
		return
	}
	var phrases []string
	for _, attached := range p.Parts[0].Parts {
		if len(attached.Parts)+len(attached.Warnings) > 0 {
			return
		}
		phrases = append(phrases, attached.phrase())
	}
	if len(phrases) > 0 {
		p.Facts, p.Parts = []string{"with " + listing(phrases)}, nil
	}
}

// phrase is a part in a sentence: "60 % Mag_AKM_30Rnd (condition 70 to 100 %)".
func (p Part) phrase() string {
	text := p.Name
	if p.Lead != certain {
		text = p.Lead + " " + text
	}
	if len(p.Facts) > 0 {
		text += " (" + strings.Join(p.Facts, ", ") + ")"
	}
	return text
}

// merged writes equal plain items that follow each other as one: "2 Mag_AKM_30Rnd".
func merged(parts []Part) (list []Part) {
	for i := 0; i < len(parts); {
		n := 1
		for i+n < len(parts) && parts[i].same(parts[i+n]) {
			n++
		}
		part := parts[i]
		if n > 1 {
			part.Name = strconv.Itoa(n) + " " + part.Name
		}
		list, i = append(list, part), i+n
	}
	return list
}

func (p Part) same(other Part) bool {
	return len(p.Parts)+len(p.Warnings)+len(other.Parts)+len(other.Warnings) == 0 && p.phrase() == other.phrase()
}

// listing joins names to "a, b and c".
func listing(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// certain is the chance of what is always drawn.
const certain = "100 %"

// chanceOf returns the chance of a piece as text, with warnings about a malformed one. A piece without a chance is certain.
func chanceOf(object *jsontree.Object) (chance string, warnings []string) {
	value, given := object.Get("Chance")
	n, isNumber := amountOf(value)
	if _, isText := value.(string); isText {
		warnings = append(warnings, "The chance is a text, where the mod expects a number.")
	}
	switch {
	case !given || value == nil:
		return certain, nil
	case !isNumber:
		return "?", []string{"The chance is no number."}
	case n <= 0:
		warnings = append(warnings, "A chance of 0 means never.")
	}
	return percent(n), warnings
}

// quantityOf describes how full a stack or magazine is; nil for the default.
func quantityOf(object *jsontree.Object) []string {
	quantity, _ := object.Get("Quantity")
	low, high := rangeOf(quantity)
	switch {
	case low == 0 && high == 0:
		return nil
	case high > 1:
		return []string{"quantity " + spanOf(low, high, plainNumber)}
	}
	return []string{spanOf(low, high, percent) + " full"}
}

func healthOf(object *jsontree.Object) (facts []string) {
	for _, health := range object.Objects("Health") {
		low, high := rangeOf(health)
		fact := "condition " + spanOf(low, high, percent)
		if high > 1 {
			fact = "condition " + spanOf(low, high, plainNumber) + ", of which 1 is pristine"
		}
		if zone := health.Text("Zone"); zone != "" {
			fact = zone + " in " + fact
		}
		facts = append(facts, fact)
	}
	return facts
}

// rangeOf returns the Min and Max of an object; a Max below Min counts as Min.
func rangeOf(value any) (low, high float64) {
	object, _ := value.(*jsontree.Object)
	least, _ := object.Get("Min")
	most, _ := object.Get("Max")
	low, _ = amountOf(least)
	high, _ = amountOf(most)
	return low, max(low, high)
}

func spanOf(low, high float64, told func(float64) string) string {
	if low == high {
		return told(high)
	}
	return strings.TrimSuffix(told(low), " %") + " to " + told(high)
}

// percent writes a share of 1 with two decimals at most.
func percent(share float64) string { return plainNumber(share*100) + " %" }

func plainNumber(n float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", n), "0"), ".")
}

// amountOf reads a number, or a text that is one, as it stands in files made by hand.
func amountOf(value any) (n float64, ok bool) {
	if text, isText := value.(string); isText {
		value = jsontree.Number(strings.TrimSpace(text))
	}
	return NumberOf(value)
}
