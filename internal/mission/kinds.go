package mission

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/effectarea"
	"quartermaster/internal/expansion"
	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// Kind is what a file holds.
type Kind string

// KindOther is a file that no record stands for and nothing reads.
const KindOther Kind = "other"

// kind is how the files of one sort are read and written.
type kind struct {
	name    Kind
	label   string // what people call it
	main    string // the place of its file, or of the first of several
	several bool   // an instance has any number of such files

	// What its entries become records of, where each of them is one.
	resource *record.Resource
	where    string                // the condition that a record belongs to such a file; empty when all of the resource do
	keeps    []string              // the fields that the file does not tell
	inOrder  bool                  // a new entry stands behind the one before it or where its group is, and not at the end of the file
	reads    reading               // nil where the file tells all of a record
	holds    func(record.Row) bool // tells whether a record is written; nil where all are

	read func(text []byte) (storing, error) // takes UTF-8; nil for a file that is kept as it came

	// held tells whether records are stored that a file of the kind would change, where that is not told by resource.
	held func(context.Context, *importer) (bool, error)

	// locate tells where a file belongs whose upload shows no place; nil where find knows.
	locate func(ctx context.Context, im *importer, name string) (string, error)

	files func(context.Context, *generator, *kind) (places []string, err error)             // nil when the files are those that were imported
	write func(context.Context, *generator, *kind, record.File, io.Writer) (outcome, error) // nil for a file that is written as it is stored

	// from are the resources that the files are made of, those among them that fields are joined from. Nil when the files
	// change with something else too, such as the time: then they are made anew whenever they are asked for.
	from   []*record.Resource
	placed bool                                              // the records tell their place in a file by slot, and the file by source_file where there are several
	refers func(context.Context, *generator) (*names, error) // reads the names that are no part of the instance; nil for none

	stands func(context.Context, *comparison) (before, after []*stand, err error) // nil for a file without records
}

// storing stores a file that was read.
type storing func(context.Context, *importer) error

// kinds are the sorts of files in the order in which they are read: those first that others refer to.
var kinds = slices.Concat([]*kind{
	economyCore, limitsFile, userLimits, typesFile, events, spawnableTypes, randomPresets, eventSpawns, eventGroups,
	playerSpawns, messages, effectAreas, bans, whitelist, battlEye, priority, traderConfig, traderObjects, traderVariables, traderParts,
	traderAdmins,
}, expansionKinds(), []*kind{other})

var other = &kind{name: KindOther, label: "other", several: true}

// kindNamed returns the kind of that name; what no kind has is other.
func kindNamed(name Kind) *kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	return other
}

// Label is what people call a kind of file.
func (k Kind) Label() string { return kindNamed(k).label }

// detect tells what a file holds. The reason says why it is kept as it came though its name says otherwise, the error why it
// cannot be read: it has the kind of its name then.
func detect(name string, data []byte) (k *kind, reason string, err error) {
	base := strings.ToLower(path.Base(name))
	if k, reason, err = detectSound(name, data); k != other || err != nil || reason != "" {
		return k, reason, err
	}
	if len(data) == 0 && strings.HasSuffix(base, ".txt") && named(base) != other {
		return named(base), "", errEmpty
	}
	if err = wellFormed(name, data); err != nil && path.Ext(base) == ".xml" {
		k = named(base)
	}
	return k, "", err
}

// detectSound tells what a file holds that may be sound.
func detectSound(name string, data []byte) (k *kind, reason string, err error) {
	base := strings.ToLower(path.Base(name))
	if base == eventGroups.main {
		return eventGroups, "", nil
	}
	switch path.Ext(base) {
	case ".json":
		if claimed := expansion.Claim(name); (claimed == nil || !claimed.IsAt(name)) && effectarea.Detect(base, data) {
			return effectAreas, "", nil
		}
		return detectDocument(name, data)
	case ".txt":
		if found := cmp.Or(Kind(playerlist.Detect(base, data)), Kind(trader.Detect(base, data))); found != "" {
			return kindNamed(found), "", nil
		}
		return detectNote(base, data), "", nil
	case "", ".xml":
		found, err := ce.Detect(base, data)
		return kindNamed(Kind(found)), "", err
	}
	return other, "", nil
}

// detectNote tells what a text file holds that is none of the trader's and no list: an economy file by its name and its content, as
// mods bring along for people to copy from, or else a note, which nothing is wrong with.
func detectNote(base string, data []byte) *kind {
	xml := strings.TrimSuffix(base, path.Ext(base)) + ".xml"
	if ce.FileTypeOf(xml) == ce.UnknownFile {
		return other
	}
	if found, err := ce.Detect(xml, data); err == nil {
		return kindNamed(Kind(found))
	}
	return other
}

// isAt tells whether a place is where the kind's only file, or the first of several, belongs. Servers call the folder of
// their profile as they like.
func (k *kind) isAt(place string) bool {
	return strings.EqualFold(place, k.main) || (isOutside(k.main) && strings.EqualFold(lastTwo(place), lastTwo(k.main)))
}

// lastTwo returns the name of a file with the folder that it lies in.
func lastTwo(place string) string {
	dir, name := path.Split(place)
	return path.Join(path.Base(dir), name)
}

// isOutside tells whether a place lies outside of the mission folder.
func isOutside(place string) bool { return strings.HasPrefix(place, "/") }

// find returns where a file of the kind belongs that was found at a spot. folders are where the economy core looks for
// files, by lower-case name.
func (k *kind) find(s spot, folders map[string]string) string {
	dir, name := path.Split(s.path)
	named := strings.EqualFold(name, path.Base(k.main))
	switch {
	case s.rooted || k.isAt(s.path) || k == other:
		return s.path
	case !k.several && named, k.several && dir == "" && named, k.several && isOutside(k.main):
		return path.Join(path.Dir(k.main), name)
	case !k.several:
		return k.main
	}
	if folder, ok := folders[strings.ToLower(name)]; ok && dir == "" {
		return path.Join(folder, name)
	}
	return s.path
}
