package document

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// linesFormat is a text with an entry on each line, its values between upright strokes: a name, one or more positions, and the rest.
// Lines that are none, such as empty ones, stay where they are.
type linesFormat struct {
	ways bool // entries have several positions, separated by commas
}

// The keys of the tree: its list, and the values of an entry.
const (
	linesKey    = "lines"
	nameKey     = "name"
	positionKey = "pos"
	wayKey      = "way"
	turnKey     = "ypr" // the third value, where it is three numbers
	radiusKey   = "radius"
	restKey     = "rest" // everything behind, with its strokes
)

func (linesFormat) empty() string { return "" }

// line is a line with its end; entry is nil for one that is none.
type line struct {
	text  string
	entry *jsontree.Object
}

func (f linesFormat) lines(text string) (list []line) {
	for text := range strings.Lines(text) {
		list = append(list, line{text, f.entry(strings.TrimRight(text, "\r\n"))})
	}
	return list
}

func (f linesFormat) read(text string) (*jsontree.Object, error) {
	entries := []any{}
	for _, l := range f.lines(text) {
		if l.entry != nil {
			entries = append(entries, l.entry)
		}
	}
	tree := new(jsontree.Object)
	tree.Set(linesKey, entries)
	return tree, nil
}

// entry reads a line; nil for one without positions.
func (f linesFormat) entry(text string) *jsontree.Object {
	parts := strings.SplitN(text, "|", 4)
	if len(parts) < 2 {
		return nil
	}
	entry := new(jsontree.Object)
	entry.Set(nameKey, parts[0])
	if !f.setPositions(entry, parts[1]) {
		return nil
	}
	if len(parts) > 2 {
		turn, ok := numbersIn(parts[2])
		switch {
		case ok && len(turn) == 3:
			entry.Set(turnKey, turn)
		case ok && len(turn) == 1:
			entry.Set(radiusKey, turn[0])
		default:
			return nil
		}
	}
	if len(parts) > 3 {
		entry.Set(restKey, parts[3])
	}
	return entry
}

func (f linesFormat) setPositions(entry *jsontree.Object, text string) bool {
	if !f.ways {
		position, ok := numbersIn(text)
		entry.Set(positionKey, position)
		return ok && len(position) == 3
	}
	way := []any{}
	for text := range strings.SplitSeq(text, ",") {
		position, ok := numbersIn(text)
		if !ok || len(position) != 2 && len(position) != 3 {
			return false
		}
		way = append(way, position)
	}
	entry.Set(wayKey, way)
	return true
}

var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// numbersIn reads numbers with blanks between them. It reports false for numbers that a tree cannot hold as they are written.
func numbersIn(text string) (numbers []any, ok bool) {
	for _, word := range strings.Fields(text) {
		if !jsonNumber.MatchString(word) {
			return nil, false
		}
		numbers = append(numbers, jsontree.Number(word))
	}
	return numbers, len(numbers) > 0
}

func (f linesFormat) write(text string, next *jsontree.Object) (string, error) {
	lines := f.lines(text)
	newline := "\n"
	if len(lines) > 0 && strings.HasSuffix(lines[0].text, "\r\n") {
		newline = "\r\n"
	}
	was, behind := entriesOf(lines)
	old := make([]any, len(was))
	for i, l := range was {
		old[i] = l.entry
	}
	wanted := next.List(linesKey)
	from := change.Align(old, wanted)
	for i := range was { // what stands behind an entry that goes stays behind the one before it
		if last := lastStaying(from, i); last != i {
			behind[last] += behind[i]
		}
	}
	out := []string{behind[-1]}
	for j, entry := range wanted {
		before, after := line{}, ""
		if from[j] >= 0 {
			before, after = was[from[j]], behind[from[j]]
		}
		text, err := f.spell(entry, before, newline)
		if err != nil {
			return "", fmt.Errorf("lines.%d: %w", j, err)
		}
		out = append(out, text, after)
	}
	return joined(out, newline, strings.HasSuffix(text, "\n") || text == ""), nil
}

// entriesOf returns the entries, and the lines behind each that are none; those before the first are at -1.
func entriesOf(lines []line) (entries []line, behind map[int]string) {
	behind = map[int]string{}
	for _, l := range lines {
		if l.entry != nil {
			entries = append(entries, l)
		} else {
			behind[len(entries)-1] += l.text
		}
	}
	return entries, behind
}

// lastStaying returns the index of the last entry up to i that stays; -1 if there is none.
func lastStaying(stay []int, i int) int {
	for i >= 0 && !slices.Contains(stay, i) {
		i--
	}
	return i
}

// joined joins lines, all of which have an end but the last, if the text had none there.
func joined(lines []string, newline string, ended bool) string {
	var out strings.Builder
	for _, l := range lines {
		if out.Len() > 0 && l != "" && !strings.HasSuffix(out.String()[out.Len()-1:], "\n") {
			out.WriteString(newline)
		}
		out.WriteString(l)
	}
	text := out.String()
	if !ended {
		return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	}
	return text
}

// spell returns the line of an entry. Values that stay keep their text.
func (f linesFormat) spell(value any, before line, newline string) (string, error) {
	entry, isEntry := value.(*jsontree.Object)
	switch {
	case !isEntry:
		return "", errNoEntry
	case before.entry != nil && jsontree.Equal(before.entry, entry):
		return before.text, nil
	}
	bare := strings.TrimRight(before.text, "\r\n")
	if before.entry != nil {
		newline = before.text[len(bare):]
	}
	old := strings.SplitN(bare, "|", 4)
	parts := []string{entry.Text(nameKey)}
	for i, key := range []string{firstIn(entry, positionKey, wayKey), firstIn(entry, turnKey, radiusKey), firstIn(entry, restKey)} {
		part, _ := entry.Get(key)
		kept, _ := before.entry.Get(key)
		switch {
		case key == "":
			continue
		case kept != nil && jsontree.Equal(kept, part):
			parts = append(parts, old[i+1])
		default:
			parts = append(parts, spellPart(part))
		}
	}
	text := strings.Join(parts, "|")
	if back := f.entry(text); back == nil || strings.ContainsAny(text, "\r\n") || !jsontree.Equal(back, entry) {
		return "", errNoEntry
	}
	return text + newline, nil
}

// firstIn returns the first of the keys that an entry has; empty for none.
func firstIn(entry *jsontree.Object, keys ...string) string {
	for _, key := range keys {
		if value, _ := entry.Get(key); value != nil {
			return key
		}
	}
	return ""
}

var errNoEntry = errors.New("an entry is one line: a name, its positions, how it is turned or its radius, and the rest")

// spellPart returns the text of numbers, positions or a text; that of anything else reads as another value.
func spellPart(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case jsontree.Number:
		return string(v)
	}
	between := " "
	var texts []string
	for _, member := range jsontree.Members(value) {
		if _, isPosition := member.([]any); isPosition {
			between = ","
		}
		texts = append(texts, spellPart(member))
	}
	return strings.Join(texts, between)
}

// isWay reports whether a schema has entries with several positions.
func isWay(schema *expansion.Schema) bool {
	lines := schema.Field(linesKey)
	return lines != nil && lines.Field(wayKey) != nil
}
