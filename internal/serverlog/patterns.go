package serverlog

import (
	"regexp"
	"strings"
	"sync"
)

// What says what an entry is about.
type What string

// What logs say. The name of an entry is that of a class unless something else is said.
const (
	UnknownClass  What = "unknown class"         // types.xml names a class that the game does not know
	HiddenClass   What = "hidden class"          // a class that exists but is not spawned: its scope is not public
	AbsentClass   What = "absent class"          // a class that could not be created, because it is missing or abstract
	UnknownLimit  What = "unknown limit"         // a usage, value, tag or category (the detail) of this name is not defined
	MissingPreset What = "missing preset"        // a preset; the detail is attachments or cargo
	EmptyPreset   What = "empty preset"          // a preset without items
	BrokenFile    What = "broken file"           // a path; the detail is the reason
	MissingFile   What = "missing file"          // a path
	UnknownChild  What = "unknown child"         // an event; the detail is the class of the child
	NoChildCount  What = "children without max"  // an event whose limit needs the max of its children, all 0
	NoSpawner     What = "event without spawner" // an event whose name does not begin with what selects the game's handler
	UnknownEvent  What = "unknown event"         // event spawns whose event does not exist
	TooFewPlaces  What = "too few places"        // an event with more objects wanted than free positions
	TooMuchLoot   What = "too much loot"         // an event; the detail is the class of a child that holds less than its lootmax
	HardToPlace   What = "hard to place"         // a class for which no free place was found in time
	DamagedObject What = "damaged object"        // a class of which saved objects do not fit the mods any more
	FailedStart   What = "failed start"          // a module of scripts that does not compile; the detail is the reason
)

// hasReason reports whether the line after says why.
func (w What) hasReason() bool { return w == BrokenFile || w == FailedStart }

// pattern finds an entry in a line that contains the mark. Its groups are the name and, where there is one, the detail.
type pattern struct {
	what  What
	mark  []byte
	text  *regexp.Regexp
	isFor func(name, detail string) (string, string) // nil for what the groups hold
}

func (p *pattern) entry(m [][]byte, line int) Entry {
	name, detail := string(m[1]), ""
	if len(m) > 2 {
		detail = string(m[2])
	}
	if p.isFor != nil {
		name, detail = p.isFor(name, detail)
	}
	return Entry{What: p.what, Name: name, Detail: detail, Line: line}
}

// What names may hold.
const (
	class = `([A-Za-z0-9_]{1,120})`
	name  = `([^'"\x00-\x1f]{1,120})`
	file  = `([^'"\x00-\x1f]{1,300})`
)

// patterns are compiled at first use: they take two megabytes.
var patterns = sync.OnceValue(func() []pattern {
	return []pattern{
		match(UnknownClass, "will be ignored. (Type does not exist", `Type '`+name+`' will be ignored\. \(Type does not exist`),
		match(HiddenClass, "will be ignored. (Not spawnable", `Type '`+name+`' will be ignored\. \(Not spawnable`),
		match(UnknownLimit, ":: Unknown ", `:: Unknown (usage|value|tag|category): '`+name+`'`).turned(),
		match(MissingPreset, "was not found.", `Preset \((attachments|cargo)\) with name '`+name+`' was not found`).turned(),
		match(EmptyPreset, " is EMPTY.", `Preset map "`+name+`" is EMPTY`),
		match(BrokenFile, "[ERROR][XML] :: load [", `\[ERROR\]\[XML\] :: load \[`+`([^\]]{1,300})\] failed`).onPath(),
		match(BrokenFile, "Failed to read ", `Failed to read [a-z ]+ file '`+file+`'`).onPath(),
		match(BrokenFile, "Wrong xml format of file", `Wrong xml format of file '`+file+`'`).onPath(),
		match(BrokenFile, "Cannot load data from", `Cannot load data from "`+file+`"`).onPath(),
		match(MissingFile, "does not exist", `File "`+file+`" does not exist`).onPath(),
		match(UnknownChild, ":: Unable to create child", `\(`+class+`\) :: Unable to create child \(`+class+`\)`),
		match(NoChildCount, "but all <child max> are set to 0", `DynamicEvent "`+name+`" has <limit>`),
		match(NoSpawner, "failed to determine spawner type", `\[DynEvent\] "`+name+`" will be ignored`),
		match(UnknownEvent, "Skipping entry for non-existing event", `non-existing event '`+name+`'`),
		match(TooFewPlaces, "Failed to spawn the requested amount", `Respawning: "`+name+`" - Failed to spawn the requested amount`),
		match(TooMuchLoot, "container LootMax is lower than", `\[SpawnRandomLoot\] \(`+class+`\) :: Type: `+class+` ::`),
		match(TooMuchLoot, "Wanting to spawn more loot than possible", `\[SpawnRandomLoot\] \(`+class+`\) :: Type: `+class+` ::`),
		match(HardToPlace, "causing search overtime", `causing search overtime: "`+class+`"`),
		match(HardToPlace, "is hard to place", `is hard to place[^"]*: "`+class+`"`),
		match(DamagedObject, "Scripted variables corrupted upon", `corrupted upon "`+class+`"`),
		match(AbsentClass, "Cannot create ", `Cannot create (?:non-ai vehicle|entity with abstract type) `+class),
		match(AbsentClass, "unable to create magazine", `unable to create magazine `+class),
		match(FailedStart, "Can't compile", `Can't compile "`+class+`" script module`),
	}
})

func match(what What, mark, text string) pattern {
	return pattern{what: what, mark: []byte(mark), text: regexp.MustCompile(text)}
}

// turned is for lines whose detail comes before the name.
func (p pattern) turned() pattern {
	p.isFor = func(name, detail string) (string, string) { return detail, name }
	return p
}

// onPath is for lines that name a file.
func (p pattern) onPath() pattern {
	p.isFor = func(path, _ string) (string, string) { return below(path), "" }
	return p
}

var (
	reasonOfXML     = regexp.MustCompile(`^(?:!!! )?\[ERROR\]\[XML\] :: ([A-Za-z ]{1,60}\.?(?: line \d+)?)`)
	reasonOfJSON    = regexp.MustCompile(`^(Invalid value|Is not json object|Missing [a-z ]{1,60}|[A-Z][a-z ]{1,60})\.?$`)
	reasonOfCompile = regexp.MustCompile(`\(\d+\): ([A-Z][A-Za-z ]{1,60}(?:'[A-Za-z0-9_]{1,120}')?)`)
	unopened        = "Failed to open file"
)

// reason completes the entry before with what the line says about it. JSON errors have a line of their own in between, a compiler's
// message a blank one.
func (r *reader) reason(line []byte) {
	text := string(line)
	if r.last.What == FailedStart {
		if m := reasonOfCompile.FindStringSubmatch(text); m == nil && text == "" {
			return
		} else if m != nil {
			r.last.Detail = strings.TrimSpace(m[1])
		}
		r.settle()
		return
	}
	if strings.HasPrefix(text, "JSON ERROR") {
		return
	}
	if m := reasonOfXML.FindStringSubmatch(text); m != nil && !strings.Contains(text, ":: load [") {
		r.last.Detail = m[1]
	} else if m := reasonOfJSON.FindStringSubmatch(text); m != nil {
		r.last.Detail = m[1]
	}
	if strings.HasPrefix(r.last.Detail, unopened) {
		r.last.What, r.last.Detail = MissingFile, ""
	}
	r.settle()
}

// settle counts the entry that has waited. The game names a broken file twice, the second time without the reason.
func (r *reader) settle() {
	e := *r.last
	r.last = nil
	for i := range r.log.Entries {
		known := &r.log.Entries[i]
		if e.Detail == "" && e.What == BrokenFile && (known.What == BrokenFile || known.What == MissingFile) && known.Name == e.Name {
			return
		}
	}
	r.count(e)
}
