package pages

import "quartermaster/internal/web/ui"

// WorldMap is the frame of the map of an instance, which scripts draw.
type WorldMap struct {
	Name      string    // of the instance
	Size      int64     // of the map's side, in metres
	SizeKnown bool      // false where Size is a guess
	Layers    string    // JSON that describes the layers
	MayEdit   bool      // positions can be changed and saved
	Legend    []MapArea // what is painted over the map
	Picture   MapPicture
	Lists     []ui.Link // the same records without scripts

	Features, Ground, Areas, Save, Undo, Open string // addresses that the scripts use
}

// MapArea is a picture of what is painted over the map: the end of its address, and what it shows.
type MapArea struct{ Value, Label string }

// MapPicture is a picture of the owner's under the map: its address, empty without one, and what of the world it shows, in metres.
type MapPicture struct {
	URL                      string
	West, South, East, North float64
	Action, Remove           string // where forms go
}

// Template names the page that draws the view.
func (WorldMap) Template() string { return "map" }
