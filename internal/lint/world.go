package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/economy"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
)

// world holds the records of an instance for rules to read. It leaves out disabled types, as the files do. Only fixes may change it.
type world struct {
	Instance *record.Instance
	Map      string  // its short name, as in the name of the mission folder; empty if unknown
	MapSize  float64 // length of one side in metres; 0 if unknown
	Restart  int64   // seconds between restarts; 0 if unknown
	Now      record.Moment

	OddClasses       []*record.InstanceClassname // with names that are not valid
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

	Game     map[string]*gameFile // files of the game without records, by their paths in lower case
	Packs    *pack.Set            // what is known of the files of mods
	Packed   []packedFile         // the files that they know
	loaded   map[string]string    // the types of the files that cfgeconomycore.xml names, by path; nil until it is first needed
	odd      []odd                // what is odd in the texts of records other than types; nil until it is first needed
	plain    *plainTexts          // of types, those that are known to have nothing odd
	last     oddType              // what is odd in the type that rules look at
	suspects []suspect            // types whose class may be misspelt
	strange  map[string]int       // by file of types: how many more of its classes nothing knows than something does
	near     *neighbours          // of the classes of the game; nil until it is first needed
	listed   names                // the classes of the lists; nil as long as near

	AreaBits *areaBits        // nil without areaflags.map
	Room     *economy.RoomFor // nil where the buildings of the map are not known

	Mod  modFiles // of the Expansion mod
	Logs []Log    // of the server

	Categories map[int64]reference
	Tags       map[int64]reference
	Usages     map[int64]reference
	Values     map[int64]reference

	CoreFile       *record.File    // cfgeconomycore.xml; a new one if none was imported
	Core           *ce.EconomyCore // its content; nil if it cannot be read
	LimitsFile     *record.File    // cfglimitsdefinition.xml; nil if it was not imported
	Limits         *ce.Limits      // its content; nil if unknown
	UserLimitsFile *record.File    // cfglimitsdefinitionuser.xml; nil if it was not imported
	UserLimits     *ce.UserLimits  // its content; nil if unknown
	GroupsFile     *record.File    // cfgeventgroups.xml; nil if it was not imported
	Groups         names           // of cfgeventgroups.xml; nil if unknown

	Classes   names // known to the instance or the catalog
	Own       names // of the instance
	Catalog   names // of the catalog, and of mods
	Confirmed names // with a loot entry or in the catalog; others may be typing errors in a file

	loot
	records map[any]entry
}

// entry describes a record of the world.
type entry struct {
	res *record.Resource
	row record.Row // as stored; nil for a record that is not stored

	document *document // of the record, if it is a file of the Expansion mod
}

// add adds a record that findings can be about. value points to the Go struct of the resource.
func (w *world) add(res *record.Resource, value any, row record.Row) {
	w.records[value] = entry{res: res, row: row}
}

// entryOf returns what describes a record of the world.
func (w *world) entryOf(value any) (entry, bool) {
	e, known := w.records[value]
	if !known {
		e, known = w.part[value]
	}
	return e, known
}

// current returns the stored row of a record or, if it is not stored, the row of its Go struct.
func (e entry) current(value any) record.Row {
	if e.row != nil {
		return e.row
	}
	return e.res.Encode(value)
}

// names is a set of names that ignores case, as the game does.
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
