package lint

import (
	"hash/maphash"
	"strings"
	"sync"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

var misspeltClass = &Rule{
	ID: "misspelt-class", Severity: Warning, Title: "Unknown class name",
	Says: sentences{
		"near": "No mod, catalog or log knows this class, and “{near}” has no entry: is it a typo?",
	},
	types: func(w *world, _ report) func(*record.Type) {
		known, missing := w.knownClasses(), sync.OnceValue(w.neighbours)
		w.suspects, w.strange = nil, map[string]int{}
		return func(t *record.Type) {
			file := pathOf(t.SourceFile, ce.TypesFile)
			if known.has(t.Name) || w.Catalog.has(t.Name) {
				w.strange[file]--
				return
			}
			w.strange[file]++
			if meant := missing().near(t.Name); meant != "" {
				w.suspects = append(w.suspects, suspect{w.keep(t), meant})
			}
		}
	},
	Check: func(w *world, report report) {
		elsewhere := w.namedElsewhere()
		for _, s := range w.suspects {
			if w.isOfMod(s.of) || elsewhere.has(s.of.Name) {
				continue // a mod has it, and others that are like classes of the game
			}
			report(s.of, says("near", "near", s.meant), nil)
		}
	},
}

// suspect is a type whose class may be misspelt.
type suspect struct {
	of    *record.Type
	meant string
}

// isOfMod reports whether a type is in a file of its own with more classes that nothing knows than others.
func (w *world) isOfMod(t *record.Type) bool {
	file := pathOf(t.SourceFile, ce.TypesFile)
	return file != mainFiles[ce.TypesFile] && w.strange[file] > 0
}

// namedElsewhere returns the classes that other files than those of types name: who writes a name there too has not mistyped it.
func (w *world) namedElsewhere() names {
	found := names{}
	for _, e := range w.Events {
		found.addAll(childClasses(e))
	}
	for _, t := range w.SpawnableTypes {
		found.add(t.Name)
		found.addAll(blockClasses(t))
	}
	for _, p := range w.RandomPresets {
		found.addAll(itemClasses(p.Items))
	}
	for _, item := range w.TraderItems {
		found.add(item.Name)
	}
	for _, g := range w.Mod.items() {
		found.add(g.classes()...)
	}
	return found
}

func (n names) addAll(classes []*string) {
	for _, class := range classes {
		n.add(*class)
	}
}

// knownClasses returns the classes that a log or the game's own files know.
func (w *world) knownClasses() names {
	known := names{}
	known.addListed()
	for _, what := range []serverlog.What{serverlog.HiddenClass, serverlog.HardToPlace, serverlog.DamagedObject} {
		w.logged(what, func(_ *Log, e serverlog.Entry) { known.add(e.Name) })
	}
	return known
}

// shortest is the length of the shortest class name whose neighbours are looked for: short ones have too many.
const shortest = 6

// neighbours finds the class of the game that a misspelt name was to be: by what is left of it without one character. There are some
// 30,000 such rests, of which it holds digests.
type neighbours struct {
	seed    maphash.Seed
	classes []string
	byRest  map[uint32]int32 // indexes of classes, by the digest of the rest
}

func newNeighbours() *neighbours {
	return &neighbours{seed: maphash.MakeSeed(), byRest: map[uint32]int32{}}
}

// neighbours returns those of the game's classes that have no entry of their own.
func (w *world) neighbours() *neighbours {
	found := newNeighbours()
	for _, class := range vanillaClasses() {
		if !w.Entries.has(class) {
			found.add(class)
		}
	}
	return found
}

// add makes a class known to be meant by names like it.
func (n *neighbours) add(class string) {
	if len(class) < shortest {
		return
	}
	index, lower := int32(len(n.classes)), strings.ToLower(class) //nolint:gosec // there are few classes
	n.classes = append(n.classes, class)
	n.byRest[n.digest(lower, "")] = index
	for i := range lower {
		n.byRest[n.digest(lower[:i], lower[i+1:])] = index
	}
}

func (n *neighbours) digest(before, after string) uint32 {
	var h maphash.Hash
	h.SetSeed(n.seed)
	_, _ = h.WriteString(before)
	_, _ = h.WriteString(after)
	return uint32(h.Sum64()) //nolint:gosec // a part of it is enough
}

// near returns the class that differs from a name in one character: one more, one less, another or two exchanged. Names that differ in
// digits only are variants, and not misspelt.
func (n *neighbours) near(name string) string {
	lower := strings.ToLower(name)
	if len(lower) < shortest {
		return ""
	}
	class := n.withRest(lower, "")
	for i := 0; i < len(lower) && class == ""; i++ {
		class = n.withRest(lower[:i], lower[i+1:])
	}
	if withoutDigits(class) == withoutDigits(lower) {
		return ""
	}
	return class
}

// withRest returns the class of which this is left without one character, or all of it; "" for none.
func (n *neighbours) withRest(before, after string) string {
	index, known := n.byRest[n.digest(before, after)]
	if !known || !leaves(strings.ToLower(n.classes[index]), before+after) {
		return ""
	}
	return n.classes[index]
}

// leaves reports whether the rest is a class, or a class without one character. Different rests may have the same digest.
func leaves(class, rest string) bool {
	if class == rest {
		return true
	}
	for i := range class {
		if class[:i]+class[i+1:] == rest {
			return true
		}
	}
	return false
}

func withoutDigits(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, strings.ToLower(text))
}

// nearClass returns the class of the game that an unknown class was most likely to be, or "".
func (w *world) nearClass(class string) string {
	if w.near == nil {
		w.near, w.listed = newNeighbours(), names{}
		w.listed.addListed()
		for _, known := range vanillaClasses() {
			w.near.add(known)
		}
	}
	if w.Classes.has(class) || w.listed.has(class) {
		return ""
	}
	return w.near.near(class)
}
