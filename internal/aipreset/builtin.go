package aipreset

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// BuiltIn understands playstyles by name and plain statements about fields, without any model: "hardcore, but max members 12".
// What it does not understand it says, and leaves alone.
type BuiltIn struct {
	targets map[string]func() []target // by the slug of the settings; made when they are first asked for
}

// NewBuiltIn returns the built-in provider.
func NewBuiltIn() *BuiltIn {
	b := &BuiltIn{map[string]func() []target{}}
	for _, setting := range expansion.Settings() {
		b.targets[setting.Slug] = sync.OnceValue(func() []target { return targetsOf(setting) })
	}
	return b
}

// Name returns what previews call the provider.
func (*BuiltIn) Name() string { return "built-in" }

// Propose reads the prompt, one statement after the other; each counts on top of those before it.
func (b *BuiltIn) Propose(_ context.Context, request Request) (Proposal, error) {
	d := newDraft(request, b.targets[request.Setting.Slug]())
	for _, clause := range clausesOf(request.Prompt) {
		if !d.clause(clause) {
			d.missed = append(d.missed, clause)
		}
	}
	return Proposal{Preset: d.preset, Summary: d.summary(), Reasons: d.reasons, Warnings: d.warnings}, nil
}

// draft is a proposal in the making.
type draft struct {
	request  Request
	title    []word // of the settings: words that every statement may have
	targets  []target
	preset   *jsontree.Object
	reasons  map[string]string
	warnings []string
	leftOut  []string // statements about which there is a warning
	done     []string // statements that were carried out
	missed   []string // and those that were not
}

func newDraft(request Request, targets []target) *draft {
	title, _ := content(append(wordsOf(request.Setting.Title), wordsOf(strings.ReplaceAll(request.Setting.Slug, "-", " "))...))
	return &draft{request: request, title: title, targets: targets, preset: new(jsontree.Object), reasons: map[string]string{}}
}

// value returns what a field has after the statements so far.
func (d *draft) value(m match) any {
	for _, tree := range []*jsontree.Object{d.preset, d.request.Current} {
		if value, ok := lookUp(tree, m.path); ok {
			return value
		}
	}
	return m.field.New()
}

func lookUp(tree *jsontree.Object, path string) (any, bool) {
	key, rest, deeper := strings.Cut(path, ".")
	value, ok := tree.Get(key)
	if !deeper {
		return value, ok
	}
	object, _ := value.(*jsontree.Object)
	return lookUp(object, rest)
}

func (d *draft) set(path string, value any, reason string) {
	d.reasons[path] = reason
	keys := strings.Split(path, ".")
	object := d.preset
	for _, key := range keys[:len(keys)-1] {
		next := object.Object(key)
		if next == nil {
			next = new(jsontree.Object)
			object.Set(key, next)
		}
		object = next
	}
	object.Set(keys[len(keys)-1], value)
}

func (d *draft) warn(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(d.warnings, text) {
		d.warnings = append(d.warnings, text)
	}
}

// leaveOut says why a statement is not carried out; the first reason counts.
func (d *draft) leaveOut(statement, problem string) {
	if !slices.Contains(d.leftOut, statement) {
		d.leftOut = append(d.leftOut, statement)
		d.warn("“%s” was left out: %s.", shorten(statement, maxQuoted), problem)
	}
}

// clause carries out what stands between two commas. It returns whether all of it was understood.
func (d *draft) clause(text string) bool {
	if d.playstyle(text) || d.schedule(text) {
		return true
	}
	if left, right, found := cutWord(text, withPattern); found && d.playstyle(left) {
		return d.clause(right)
	}
	if left, right, found := cutWord(text, withPattern); found && isSwitched(left) && isMeasured(right) {
		first := d.statements(left)
		return d.statements(right) && first
	}
	return d.statements(text)
}

// isSwitched reports whether a text turns something on or off, and isMeasured whether it has a quantity: together these are two
// statements.
func isSwitched(text string) bool {
	action := operationOf(wordsOf(text)).action
	return action == on || action == off
}

func isMeasured(text string) bool { return operationOf(wordsOf(text)).action == assign }

var (
	sentenceEnd = regexp.MustCompile(`[\n\r;!?]+|\.(?:\s|$)|,(?:\s+(?:but|and|then|also|plus)\b)?(?:\s|$)|\s+(?:but|then|also|plus)\s+`)
	andPattern  = regexp.MustCompile(`(?i)(?:^|\s)(?:and|&)\s`)
	withPattern = regexp.MustCompile(`(?i)\s(?:with|and)\s`)
)

func cutWord(text string, pattern *regexp.Regexp) (left, right string, found bool) {
	at := pattern.FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	return strings.TrimSpace(text[:at[0]]), strings.TrimSpace(text[at[1]:]), true
}

// clausesOf splits a prompt into statements. Days and times behind a comma belong to what is before it.
func clausesOf(prompt string) (list []string) {
	for _, part := range sentenceEnd.Split(strings.ReplaceAll(prompt, "’", "'"), -1) {
		part = strings.Trim(strings.TrimSpace(part), ",. ")
		switch {
		case part == "":
		case len(list) > 0 && onlyTimes(part) && mentionsTimes(list[len(list)-1]):
			list[len(list)-1] += " and " + part
		default:
			list = append(list, part)
		}
	}
	return list
}

// statements carries out a statement, or those that an "and" joins. One that does not say what to do does what its neighbour does.
func (d *draft) statements(text string) bool {
	parts := []string{text}
	if !d.isNamed(text) {
		parts = splitAnd(text)
	}
	operations := make([]operation, len(parts))
	for i, part := range parts {
		operations[i] = operationOf(wordsOf(part))
	}
	shareActions(operations)
	sound := true
	for i, part := range parts {
		part = strings.TrimSpace(part)
		if d.playstyle(part) || d.schedule(part) {
			continue
		}
		problem := d.resolve(operations[i], part)
		if problem == "" {
			d.done = append(d.done, part)
			continue
		}
		d.leaveOut(part, problem)
		sound = sound && len(parts) > 1
		if len(parts) > 1 {
			d.missed = append(d.missed, part)
		}
	}
	return sound
}

// splitAnd splits a text at each "and" that is not one between two numbers.
func splitAnd(text string) (parts []string) {
	for _, part := range andPattern.Split(text, -1) {
		if len(parts) > 0 && onlyTimes(part) {
			parts[len(parts)-1] += " and " + part
			continue
		}
		parts = append(parts, part)
	}
	return parts
}

// isNamed reports whether an "and" in a statement is that of a label.
func (d *draft) isNamed(text string) bool {
	lower := strings.ToLower(text)
	for _, t := range d.targets {
		if label := strings.ToLower(t.field.Label); strings.Contains(label, " and ") && strings.Contains(lower, label) {
			return true
		}
		for _, c := range t.field.Choices {
			if label := strings.ToLower(c.Label); strings.Contains(label, " and ") && strings.Contains(lower, label) {
				return true
			}
		}
	}
	return false
}

// shareActions gives operations that say nothing the action of the one before, or else of the one behind.
func shareActions(list []operation) {
	for i := 1; i < len(list); i++ {
		list[i].follow(list[i-1])
	}
	for i := len(list) - 2; i >= 0; i-- {
		list[i].follow(list[i+1])
	}
}

func (op *operation) follow(other operation) {
	if op.action == unsaid && op.problem == "" {
		op.action, op.quantity, op.factor, op.text, op.vague = other.action, other.quantity, other.factor, other.text, other.vague
	}
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

// settingsField is a top-level field of the requested settings, or nil.
func (d *draft) settingsField(key string) *expansion.Field { return d.request.Setting.Field(key) }
