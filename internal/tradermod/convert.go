package tradermod

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/say"
)

// Mod is one of the mods with traders.
type Mod string

// The mods.
const (
	Jones     Mod = "dr-jones"
	Plus      Mod = "trader-plus"
	Expansion Mod = "expansion"
)

// Words returns the mods.
func (Mod) Words() []string { return []string{string(Jones), string(Plus), string(Expansion)} }

// Title returns the name of a mod for people.
func (m Mod) Title() string {
	return map[Mod]string{Jones: "Dr. Jones' Trader", Plus: "TraderPlus", Expansion: "Expansion market"}[m]
}

// mod reads and writes the files of a mod.
type mod struct {
	takes func(path string) bool // whether a file is one of the mod's
	read  func(*reading) *Market
	write func(*writing)
}

var mods = map[Mod]mod{
	Jones:     {isJones, readJones, writeJones},
	Plus:      {isPlus, readPlus, writePlus},
	Expansion: {isExpansion, readExpansion, writeExpansion},
}

// File is a file below the server's root.
type File struct {
	Path, Text string
}

// Takes reports whether the file at a path is one of the mod's that matter to what its traders sell. Folders of mods, which begin with @,
// have examples.
func (m Mod) Takes(path string) bool { return !strings.HasPrefix(path, "@") && mods[m].takes(path) }

// Wish is which conversion is wanted.
type Wish struct {
	From, To Mod
	Replace  bool   // the prices of items that are there already are taken anew
	Mission  string // name of the mission folder
	// Spelling returns the name of a class as the game spells it, or as given where that is not known. TraderPlus needs it.
	Spelling func(class string) string
}

// Result is what a conversion makes.
type Result struct {
	Files  []File // those that differ or are new
	Counts []Tally
	Notes  []Note // what has no equal, and what else is to know
}

// Tally says of a sort of things how many there are, and what becomes of them.
type Tally struct {
	Of      string `field:"of" in:"traders,categories,items,places,currencies,vehicles" example:"items"`
	Found   int    `field:"found" help:"In the mod that is converted." example:"1381"`
	Added   int    `field:"added" example:"1370"`
	Changed int    `field:"changed" help:"They were there, and have other prices now." example:"0"`
	Kept    int    `field:"kept" help:"They were there, and stay as they are." example:"11"`
}

// mostNames is how many names a note has.
const mostNames = 5

// Note is something to know about a conversion, and what it is about.
type Note struct {
	Says  say.Message
	Count int
	Names []string // the first of them
}

// Text returns the note as a sentence.
func (n Note) Text() string { return sentences.Sentence(n.Says.With("n", n.Count)) }

// Refusal is why a file cannot be read or written.
type Refusal struct{ Path, Why string }

func (r Refusal) Error() string { return r.Path + ": " + r.Why }

// ErrNothing means that the mod that is to be converted has no items.
var ErrNothing = fmt.Errorf("there is nothing to convert")

// Convert returns what the files become. Files are those of both mods. It is ErrNothing, or a Refusal of a file.
func Convert(w Wish, files []File) (result Result, err error) {
	source := &reading{wish: w, files: filesOf(w.From, files), notes: new(notes)}
	from := mods[w.From].read(source)
	if from.isTooLarge() {
		source.refuse(w.From.Title(), "there is more than can be converted")
	}
	if source.err != nil {
		return result, source.err
	}
	if len(from.Categories) == 0 {
		return result, ErrNothing
	}
	from.listVehicles()
	there := &reading{wish: w, files: filesOf(w.To, files), notes: new(notes)}
	to := &writing{reading: there, from: from, root: rootOf(files), tallies: map[string]*Tally{}}
	if to.there = mods[w.To].read(there); to.there.isTooLarge() {
		there.refuse(w.To.Title(), "there is more than can be converted")
	}
	if there.err != nil {
		return result, there.err
	}
	there.notes = source.notes
	to.tally()
	to.leaveWhatIsSold()
	mods[w.To].write(to)
	return Result{to.changed, to.counts(), source.list}, to.err
}

// Read returns what the traders of a mod sell by its files. The error is a Refusal of a file.
func Read(m Mod, files []File) (*Market, error) {
	r := &reading{files: filesOf(m, files), notes: new(notes)}
	market := mods[m].read(r)
	if market.isTooLarge() {
		r.refuse(m.Title(), "there is more than can be read")
	}
	return market, r.err
}

func filesOf(m Mod, files []File) (own []File) {
	for _, f := range files {
		if m.Takes(f.Path) {
			own = append(own, f)
		}
	}
	slices.SortFunc(own, func(a, b File) int { return cmp.Compare(strings.ToLower(a.Path), strings.ToLower(b.Path)) })
	return own
}

// reading is the work of a reader.
type reading struct {
	wish  Wish
	files []File
	*notes
	err error
}

func (r *reading) refuse(path, why string) {
	if r.err == nil {
		r.err = Refusal{path, why}
	}
}

// named returns the file of a name in any letter case; an empty one if there is none.
func (r *reading) named(name string) File {
	for _, f := range r.files {
		if strings.EqualFold(path.Base(f.Path), name) {
			return f
		}
	}
	return File{}
}

// notes collects what is to be told.
type notes struct{ list []Note }

// note adds something that a rule is about.
func (n *notes) note(rule, name string) {
	i := slices.IndexFunc(n.list, func(o Note) bool { return o.Says.Rule == rule })
	if i < 0 {
		i = len(n.list)
		n.list = append(n.list, Note{Says: say.New(rule)})
	}
	one := &n.list[i]
	one.Count++
	if len(one.Names) < mostNames && name != "" && !slices.Contains(one.Names, name) {
		one.Names = append(one.Names, name)
	}
}

// writing is the work of a writer.
type writing struct {
	*reading
	from, there *Market
	root        string // the folder of profiles
	changed     []File
	tallies     map[string]*Tally
}

var sorts = []string{"traders", "categories", "items", "places", "currencies", "vehicles"}

func (w *writing) tally() {
	for _, of := range sorts {
		w.tallies[of] = &Tally{Of: of}
	}
	w.tallies["traders"].Found, w.tallies["categories"].Found = len(w.from.Traders), len(w.from.Categories)
	w.tallies["currencies"].Found, w.tallies["vehicles"].Found = len(w.from.Currencies), len(w.from.Vehicles)
	for _, c := range w.from.Categories {
		w.tallies["items"].Found += len(c.Items)
	}
	for _, t := range w.from.Traders {
		w.tallies["places"].Found += len(t.Places)
	}
}

func (w *writing) counts() (list []Tally) {
	for _, of := range sorts {
		list = append(list, *w.tallies[of])
	}
	return list
}

// put stores a file if it differs from the one that is there.
func (w *writing) put(path, text string) {
	for _, f := range w.files {
		if strings.EqualFold(f.Path, path) && f.Text == text {
			return
		}
	}
	w.changed = append(w.changed, File{path, text})
}

// usualRoot is the folder of profiles as most servers call it.
const usualRoot = "profiles"

// rootOf returns the folder in which the files of the mods are, or the usual one.
func rootOf(files []File) string {
	for _, f := range files {
		folders := strings.Split(f.Path, "/")
		for i, folder := range folders[:len(folders)-1] {
			if i > 0 && slices.Contains([]string{"trader", "traderplus", "expansionmod"}, strings.ToLower(folder)) {
				return strings.Join(folders[:i], "/")
			}
		}
	}
	return usualRoot
}

// at returns the path of a new file by its usual one.
func (w *writing) at(usual string) string { return w.root + strings.TrimPrefix(usual, usualRoot) }
