// Package clash says why the database has not let records be stored or deleted because of others: a store.ErrTaken or store.ErrReference,
// which a change that lost a race against another one meets, as what was known to be wrong has been refused before.
package clash

import (
	"errors"

	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Act is what was done when records clashed. Each has its own words.
type Act string

// The acts.
const (
	Change Act = "change" // of one record
	Batch  Act = "batch"  // several operations, or a bulk change
	Delete Act = "delete" // of one record
	Clear  Act = "clear"  // deleting many records
	Undo   Act = "undo"
	Back   Act = "back" // one record to how it was
	Map    Act = "map"  // what was moved, added and removed on a map
	Grid   Act = "grid" // rows of a grid
)

// sentences hold what is said by act and by what has happened: taken is a value that another record has, reference a record that is not
// there, in-use a record that others refer to.
var sentences = say.Table{
	"change-reference": "A record that this one refers to has been deleted.",
	"batch-taken":      "A name has already been taken.",
	"batch-reference":  "A record that another one refers to has been deleted.",
	"batch-in-use":     "A record that another one refers to has been deleted.",
	"clear-in-use":     "One of the {many} is in use and cannot be deleted.",
	"delete-in-use":    "The {one} is in use and cannot be deleted.",
	"undo-taken":       "Another record now has the name or position of a record that would be restored.",
	"back-taken":       "Another record now has the name or the position of this one.",
	"back-reference":   "A record that this one refers to has been deleted.",
	"map-taken":        "Something else has that name already.",
	"map-reference":    "Something refers to a record that has been deleted.",
	"map-in-use":       "Something that is to be removed is in use.",
	"grid-taken":       "Two {many} would have the same name.",
	"grid-reference":   "One of the {many} refers to a record that has been deleted.",
	"grid-in-use":      "One of the {many} is in use and cannot be deleted.",
}

// Says returns what a clash comes to for an act; false for another error, and for a clash that the act cannot lead to. It carries the
// resource and, of one record alone, its title.
func Says(err error, act Act) (m say.Message, isClash bool) {
	var of *store.Clash
	about := errors.As(err, &of)
	what := ""
	switch {
	case errors.Is(err, store.ErrTaken):
		what = "taken"
	case errors.Is(err, store.ErrReference) && (act == Delete || act == Clear || about && of.Deletes):
		what = "in-use"
	case errors.Is(err, store.ErrReference):
		what = "reference"
	}
	rule := string(act) + "-" + what
	if _, known := sentences[rule]; !known {
		return m, false
	}
	if !about {
		return say.New(rule, "one", "record", "many", "records"), true
	}
	return say.New(rule, "resource", of.Resource.Path, "title", of.Title, "one", of.Resource.One, "many", of.Resource.Plural()), true
}

// Sentence returns what a clash comes to for an act, in a sentence; empty for another error, and for a clash that the act cannot lead to.
func Sentence(err error, act Act) string { return Called(err, act, "", "") }

// Called is Sentence with the nouns that a page has for one and for many of the records.
func Called(err error, act Act, one, many string) string {
	m, isClash := Says(err, act)
	if !isClash {
		return ""
	}
	for i, p := range m.Params {
		switch {
		case p.Name == "one" && one != "":
			m.Params[i].Value = one
		case p.Name == "many" && many != "":
			m.Params[i].Value = many
		}
	}
	return sentences.Sentence(m)
}
