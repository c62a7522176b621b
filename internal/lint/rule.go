// Package lint looks for mistakes in the records of an instance, all of them at once, and offers changes that settle them.
//
// A rule is one file, with its page of the documentation in docs. Rules read a world, which holds the records of one instance,
// and never change anything: a fix is applied only when somebody asks for it.
package lint

import (
	"embed"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// Severity is how much a finding matters.
type Severity string

// The severities, and the one of a rule that is not asked.
const (
	Error   Severity = "error"   // the game cannot do what the record says
	Warning Severity = "warning" // most likely not what was meant
	Info    Severity = "info"    // worth knowing
	Off     Severity = "off"
)

// Severities are those that a rule may have in an instance, the gravest first.
func Severities() []Severity { return []Severity{Error, Warning, Info, Off} }

// rank orders findings: the gravest first.
func (s Severity) rank() int { return slices.Index(Severities(), s) }

// Rule looks for one kind of mistake.
type Rule struct {
	ID       string   // words and dashes; it never changes
	Severity Severity // in an instance that has not chosen another one
	Title    string   // what it looks for, in a few words
	Check    func(*world, report)

	// needs are the kinds of files that the rule must know all of: while one of them cannot be read, it keeps silent.
	needs []string
}

//go:embed docs
var docs embed.FS

// Doc returns the paragraphs of the rule's page, with names of the game between backquotes.
func (r *Rule) Doc() []string {
	text, _ := docs.ReadFile("docs/" + r.ID + ".md") // a test holds that each rule has one
	return strings.Split(strings.TrimSpace(string(text)), "\n\n")
}

// report reports a mistake in a record of the world. The message is a sentence; fix is nil where a person must decide.
type report func(about any, message string, fix *Fix)

// Fix is a change to one record that settles a finding.
type Fix struct {
	Summary string // what it does, in a sentence

	target any    // the record that changes, as the world holds it; the one of the finding when nil
	mend   func() // changes the target in the world; the record is deleted when nil
}

// mend returns a fix that changes the record of the finding.
func mend(summary string, fn func()) *Fix { return &Fix{Summary: summary, mend: fn} }

// remove returns a fix that deletes the record of the finding.
func remove(summary string) *Fix { return &Fix{Summary: summary} }

// Finding is a mistake in a record.
type Finding struct {
	Rule     *Rule
	Severity Severity
	Resource *record.Resource
	SID      string // of the record
	Name     string // what people call it
	Message  string // a sentence
	Fix      *Fix   // nil where there is none

	about any
}
