package pages

import "quartermaster/internal/web/ui"

// Lab is the page with the grid of types, the loot economy and the map beside each other.
type Lab struct {
	Grid   Grid
	Map    WorldMap // its size, what is painted, and the addresses of it
	Effect LabEffect
	Wish   string    // address that solves a wished number
	Pages  []ui.Link // the same without scripts
}

// Template names the page that draws the view.
func (Lab) Template() string { return "lab" }

// LabEffect is the part of the page that follows the grid: what changes that are not saved would do.
type LabEffect struct {
	Said   string   // what they do, in a sentence
	Lead   string   // what is wanted and what there is room for
	Type   *LabType // the selected one; nil for none
	Charts []EconomySection
}

// Template names the part that draws the view.
func (LabEffect) Template() string { return "lab-effect" }

// LabType is what is known of a type.
type LabType struct {
	Name, About, URL string
	Causes           []EconomyCause // why there are few
	Holds            string         // how many each building of the map can hold, a byte each, in base64; empty where none can
	Usages, Values   []string       // the painted zones that it spawns in
	Where            *EconomySection
}
