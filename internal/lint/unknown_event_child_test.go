package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestUnknownEventChild(t *testing.T) {
	t.Parallel()
	w := worldOf(&record.Event{Name: "StaticHeliCrash", Children: []record.Child{{Type: "Wreck_Mi8"}, {Type: "Wreck_UH1"}}},
		&record.Event{Name: "Empty"})
	try(t, unknownEventChild, w) // nothing is known
	w.Classes = newNames("wreck_mi8")
	try(t, unknownEventChild, w, "StaticHeliCrash: Neither the instance nor the catalog has “Wreck_UH1”.")
}
