package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// world holds the records of an instance, for rules to look at. Types that are not enabled are left out, as they are of the files.
// Rules must not change it; only fixes do.
type world struct {
	Instance *record.Instance
	MapSize  float64 // length of an edge in metres; 0 where it is not known
	Restart  int64   // seconds between restarts
	Now      record.Moment

	OddClasses       []*record.InstanceClassname // those that no class of the game can have for a name
	Types            []*record.Type
	Events           []*record.Event
	EventSpawns      []*record.EventSpawn
	SpawnableTypes   []*record.SpawnableType
	RandomPresets    []*record.RandomPreset
	TraderSellers    []*record.TraderSeller
	TraderCategories []*record.TraderCategory
	TraderItems      []*record.TraderItem
	TraderCurrencies []*record.TraderCurrency
	PlayerLists      []*record.PlayerList
	PlayerSpawns     []*record.PlayerSpawn
	EffectAreas      []*record.EffectArea
	Messages         []*record.Message
	Files            []*record.File

	Mod modFiles // of the Expansion mod

	Categories map[int64]reference
	Tags       map[int64]reference
	Usages     map[int64]reference
	Values     map[int64]reference

	CoreFile   *record.File    // cfgeconomycore.xml; a new one where none was imported
	Core       *ce.EconomyCore // what it says; nil where it cannot be read
	LimitsFile *record.File    // cfglimitsdefinition.xml; nil where it was not imported
	Limits     *ce.Limits      // what it says; nil where it is not known
	UserLimits *ce.UserLimits  // of cfglimitsdefinitionuser.xml; nil where it is not known
	Groups     names           // of cfgeventgroups.xml; nil where it is not known

	Classes   names // those that the instance or the catalog knows
	Confirmed names // those that have a loot entry or stand in the catalog; others may be slips of a file

	records map[any]entry
}

// entry says what a record of the world is.
type entry struct {
	res *record.Resource
	row record.Row // as it is stored; nil for a record that is not

	document *document // what the record holds, where it is a file of the Expansion mod
}

// add makes a record one that findings can be about. value points to the Go struct of the resource.
func (w *world) add(res *record.Resource, value any, row record.Row) {
	w.records[value] = entry{res: res, row: row}
}

// current returns what is stored of a record, or what would be.
func (e entry) current(value any) record.Row {
	if e.row != nil {
		return e.row
	}
	return e.res.Encode(value)
}

// names are looked up without regard to letter case, as the game does.
type names map[string]bool

func newNames(list ...string) names {
	n := make(names, len(list))
	n.add(list...)
	return n
}

func (n names) add(list ...string) {
	for _, name := range list {
		n[strings.ToLower(name)] = true
	}
}

func (n names) has(name string) bool { return n[strings.ToLower(name)] }
