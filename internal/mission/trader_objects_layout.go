package mission

import (
	"encoding/json"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// objectsLayout is TraderObjects.txt as it was imported.
type objectsLayout struct {
	file *textfile.File[trader.Place]
	traderMarkers
	traders int64 // how many there were at the import
}

func newObjectsLayout(stored record.File) (l objectsLayout, err error) {
	note := objectsNote{}
	if stored.Skeleton != nil {
		if err := json.Unmarshal([]byte(*stored.Skeleton), &note); err != nil {
			return l, err
		}
	}
	l.file, err = trader.ParseObjects([]byte(textOf(stored.Content)))
	if err != nil {
		return l, err
	}
	l.traderMarkers, l.traders = newMarkers(placesOf(l.file)), note.Traders
	return l, nil
}

// objectsNote is stored as JSON beside the text of TraderObjects.txt.
type objectsNote struct {
	Traders int64 `json:"traders"` // how many there were at the import: smaller numbers in the file are theirs
}
