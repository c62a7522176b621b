package lint

import (
	"cmp"
	"embed"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// Severity is the importance of a finding.
type Severity string

// The severities. A rule with Off does not run.
const (
	Error   Severity = "error"   // the game cannot do what the record says
	Warning Severity = "warning" // most likely not what was meant
	Info    Severity = "info"    // worth knowing
	Off     Severity = "off"
)

// Severities returns the severities that a rule may have, the most severe first.
func Severities() []Severity { return []Severity{Error, Warning, Info, Off} }

// Words returns the severities that a rule may have.
func (Severity) Words() (words []string) {
	for _, s := range Severities() {
		words = append(words, string(s))
	}
	return words
}

// rank is smaller for more severe findings.
func (s Severity) rank() int { return slices.Index(Severities(), s) }

// Rule looks for one kind of mistake.
type Rule struct {
	ID       string               // words joined by dashes; never changes
	Severity Severity             // the default in an instance
	Title    string               // what it finds, in a few words
	Says     sentences            // what it says of a mistake, and what its fixes do, by variant; others are common to rules
	Check    func(*world, report) // nil for a rule about types alone

	// types begins to look at the types and returns what is called with each, ordered by id; nil for a rule that is not about them. There
	// may be more of them than fit in memory, so what is returned must not keep them. Check is called after the last.
	types func(*world, report) func(*record.Type)

	// needs lists the kinds of files that the rule depends on: while one of them cannot be read, the rule does not run.
	needs []string
}

//go:embed docs
var docs embed.FS

// Doc returns the paragraphs of the rule's page, with names of the game in backquotes.
func (r *Rule) Doc() []string {
	text, _ := docs.ReadFile("docs/" + r.ID + ".md") // a test checks that each rule has one
	return strings.Split(strings.TrimSpace(string(text)), "\n\n")
}

// report reports a mistake in a record of the world, or within one. fix is nil if a person has to decide.
type report func(about any, problem message, fix *Fix)

// others are problems of a file that are too many to tell: a report may be about them.
type others struct {
	about any
	count int
}

// within is a value in the document of a record or file: a report may be about it.
type within struct {
	about any
	path  string
}

// Fix is a change to one record that removes a finding.
type Fix struct {
	Says say.Message // what it does, by the rule's sentences

	rule   *Rule
	target any    // the record of the world that changes; nil for that of the finding
	mend   func() // changes the target in the world; nil to delete it
}

// Summary returns what the fix does, in a sentence.
func (f *Fix) Summary() string { return f.rule.sentence(f.Says) }

// mend returns a fix that changes the record of the finding.
func mend(does message, fn func()) *Fix { return &Fix{Says: does, mend: fn} }

// remove returns a fix that deletes the record of the finding.
func remove(does message) *Fix { return &Fix{Says: does} }

// Finding is a mistake in a record.
type Finding struct {
	Rule     *Rule
	Severity Severity
	Resource *record.Resource
	SID      string      // of the record
	Name     string      // of the record
	Path     string      // below the server's root, if the record is a file; otherwise empty
	At       string      // the path of the value in the document of the record; empty where the finding is about all of it
	Says     say.Message // what is wrong: a variant of the rule and its parameters
	Fix      *Fix        // nil where there is none
	Vanilla  bool        // an unmodified file of the game has the same finding
	File     string      // the path of the file with the record, as it is stored; empty for the main file of its sort

	Members []Finding // of a flood: those that it stands for, see Fold

	about  any
	stands int // how many problems in a file it stands for that are not told; 0 for itself
}

// Message returns what is wrong, in a sentence.
func (f Finding) Message() string { return f.Rule.sentence(f.Says) }

// Label returns what people call the record: its name or, if it is a file, its path below the server's root.
func (f Finding) Label() string { return cmp.Or(f.Path, f.Name) }
