package aipreset

import (
	"context"
	"regexp"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// BuiltIn understands playstyles by name, plain statements about fields and times of raids, without any model:
// "hardcore, but max members 12". What it does not understand it says, and leaves alone.
type BuiltIn struct{}

// NewBuiltIn returns the built-in provider.
func NewBuiltIn() *BuiltIn { return new(BuiltIn) }

// Name returns what previews call the provider.
func (*BuiltIn) Name() string { return "built-in" }

// Propose reads the prompt, one statement after the other; each counts on top of those before it. It never fails.
func (*BuiltIn) Propose(_ context.Context, request Request) (Proposal, error) {
	d := newDraft(request)
	for _, clause := range clausesOf(request.Prompt) {
		d.clause(clause)
	}
	return Proposal{Preset: d.preset, Summary: d.summary(), Reasons: d.reasons, Warnings: d.warnings}, nil
}

// draft is a proposal in the making.
type draft struct {
	request  Request
	title    []string // the words of the settings' title, which every statement may have
	targets  []target
	preset   *jsontree.Object
	reasons  map[string]string // by the key of the field
	warnings []string
	done     []string // statements that were carried out
	missed   []string // and those that were not
}

func newDraft(request Request) *draft {
	setting := request.Setting
	return &draft{
		request: request,
		title:   nameOf(setting.Title + " " + setting.Slug).words,
		targets: targetsOf(setting.Fields()),
		preset:  new(jsontree.Object),
		reasons: map[string]string{},
	}
}

// value returns what a field has after the statements so far.
func (d *draft) value(f *expansion.Field) any {
	for _, tree := range []*jsontree.Object{d.preset, d.request.Current} {
		if value, ok := tree.Get(f.Name); ok {
			return value
		}
	}
	return f.New()
}

func (d *draft) set(key string, value any, reason string) {
	d.reasons[key] = reason
	d.preset.Set(key, value)
}

// conclude notes that a statement was carried out, or why it was not: the problem is the end of a sentence.
func (d *draft) conclude(statement, problem string) {
	if problem == "" {
		d.done = append(d.done, statement)
		return
	}
	d.missed = append(d.missed, statement)
	d.warnings = append(d.warnings, "“"+shorten(statement, maxQuoted)+"” was left out: "+problem+".")
}

var (
	furtherDay  = regexp.MustCompile(`(?i),(?:\s*and)?\s+(` + aDay + `)`)
	sentenceEnd = regexp.MustCompile(`[\n\r;!?]+|\.(?:\s|$)|,(?:\s+(?:but|and|then|also|plus)\b)?(?:\s|$)|\s+(?:but|then|also|plus)\s+`)
	joint       = regexp.MustCompile(`(?i)\s+(?:and|&|with)\s+`)
)

// clausesOf splits a prompt into statements. Days behind a comma belong to what is before it.
func clausesOf(prompt string) (list []string) {
	prompt = furtherDay.ReplaceAllString(strings.ReplaceAll(prompt, "’", "'"), " and $1")
	for _, part := range sentenceEnd.Split(prompt, -1) {
		if part = strings.Trim(strings.TrimSpace(part), ",. "); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// clause carries out what stands between two commas: a playstyle with what follows it, times of raids, or statements about fields.
func (d *draft) clause(text string) {
	if d.playstyle(text) || d.schedule(text) {
		return
	}
	if at := joint.FindStringIndex(text); at != nil && d.playstyle(text[:at[0]]) {
		d.clause(text[at[1]:])
		return
	}
	for _, statement := range statementsOf(text) {
		if !d.schedule(statement) {
			d.conclude(statement, d.statement(statement))
		}
	}
}

// statementsOf splits a text at each "and", unless one belongs to a name, as those do that join what cannot stand alone.
func statementsOf(text string) []string {
	parts := joint.Split(text, -1)
	for _, part := range parts {
		if !standsAlone(part) {
			return []string{text}
		}
	}
	return parts
}

// summary says what was understood, and what was not.
func (d *draft) summary() string {
	var sentences []string
	if len(d.done) > 0 {
		sentences = append(sentences, "Understood: "+quotedList(d.done)+".")
	}
	if len(d.missed) > 0 {
		sentences = append(sentences, "Not understood: "+quotedList(d.missed)+".")
	}
	if len(sentences) == 0 {
		return "The request says nothing about these settings."
	}
	return strings.Join(sentences, " ")
}

func quotedList(list []string) string {
	quoted := make([]string, len(list))
	for i, text := range list {
		quoted[i] = "“" + shorten(text, maxQuoted) + "”"
	}
	return strings.Join(quoted, ", ")
}
