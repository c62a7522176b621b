package trader

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// WriteObjects writes TraderObjects.txt: the skeleton with the parts, which are given in the order of the file. A part without a slot goes
// behind the part before it. It returns an error and writes nothing when a part could not be read back. Any other error is that of w.
func WriteObjects(w io.Writer, s textfile.Skeleton, parts []textfile.Part[Place]) error {
	newline := textfile.NewlineOf(s, parts)
	if s.IsZero() {
		s.Tail = fileEnd
	}
	return textfile.Write(w, s, parts, newline, closing(s.Tail), func(i int) (string, error) {
		text, err := placeText(parts[i], newline)
		if parts[i].Raw == "" && i > 0 {
			text = newline + text
		}
		return text, err
	})
}

// placeText returns the lines of a part: its original text with what is different in its value.
func placeText(part textfile.Part[Place], newline string) (string, error) {
	old, ok := readPlace(part.Raw)
	if !ok || old.IsMarker != part.Value.IsMarker {
		text := part.Value.lines(newline)
		return text, checkPlace(text, part.Value)
	}
	p := placePatch{newline: newline}
	for text := range strings.Lines(part.Raw) {
		p.lines = append(p.lines, scanLine(text))
	}
	was := old.properties()
	for i, property := range part.Value.properties() {
		p.set(property.tag, was[i].texts(), property.texts())
		p.before = append(p.before, property.tag)
	}
	text := p.text()
	if text == part.Raw {
		return text, nil
	}
	if !strings.HasSuffix(part.Raw, "\n") {
		text = textfile.TrimEnd(text)
	}
	return text, checkPlace(text, part.Value)
}

// readPlace reads the text of one entry.
func readPlace(raw string) (Place, bool) {
	file, err := ParseObjects([]byte(raw))
	if err != nil || len(file.Entries) != 1 {
		return Place{}, false
	}
	return file.Entries[0].Value, true
}

// lines returns the place in the usual layout.
func (p Place) lines(newline string) string {
	var b strings.Builder
	for _, property := range p.properties() {
		for _, pieces := range property.texts() {
			b.WriteString("<" + property.tag + ">\t" + strings.Join(pieces, ", ") + newline)
		}
	}
	return b.String()
}

// checkPlace refuses a place that could not be read back.
func checkPlace(text string, value Place) error {
	again, ok := readPlace(text)
	if !ok || !strings.EqualFold(again.lines("\n"), value.lines("\n")) {
		name := fmt.Sprintf("object %q", value.Class)
		if value.IsMarker {
			name = fmt.Sprintf("marker of trader %d", value.Trader)
		}
		return fmt.Errorf("the %s cannot be written: it would not be read back as it is", name)
	}
	return nil
}

// placePatch changes lines of a place.
type placePatch struct {
	lines   []line
	newline string
	before  []string // the tags that go before the next one
}

// set changes the lines of a tag from their old to their new pieces.
func (p *placePatch) set(tag string, old, new [][]string) {
	if slices.EqualFunc(old, new, isSame) {
		return
	}
	own := p.tagged(tag)
	for len(old) < len(own) {
		old = append(old, nil) // a line that is not read
	}
	start, end := sameEnds(old, new)
	for start < min(len(old), len(new))-end {
		p.replace(own[start], old[start], new[start])
		start++
	}
	for _, i := range own[start : len(old)-end] {
		p.lines[i].text = ""
	}
	if added := new[start : len(new)-end]; len(added) > 0 {
		p.insert(tag, own, start, added)
	}
}

// sameEnds returns how many lines at the start and at the end may stay.
func sameEnds(old, new [][]string) (start, end int) {
	shorter := min(len(old), len(new))
	for start < shorter && isSame(old[start], new[start]) {
		start++
	}
	for end < shorter-start && isSame(old[len(old)-1-end], new[len(new)-1-end]) {
		end++
	}
	return start, end
}

// isSame reports whether a line may stay: the game takes names that differ in letter case for one class.
func isSame(old, new []string) bool { return slices.EqualFunc(old, new, strings.EqualFold) }

func (p *placePatch) tagged(tag string) []int {
	var found []int
	for i, l := range p.lines {
		if l.tag == tag {
			found = append(found, i)
		}
	}
	return found
}

// replace replaces the pieces of a line.
func (p *placePatch) replace(i int, old, new []string) {
	l := p.lines[i]
	if found, ok := l.fields(len(new)); ok && old != nil {
		p.lines[i].text = l.replaced(found, old, new)
		return
	}
	p.lines[i].text = l.replaced([]span{l.value}, []string{l.read()}, []string{strings.Join(new, ", ")})
}

// insert adds lines behind the first count lines of the tag, or where the tag usually is.
func (p *placePatch) insert(tag string, own []int, count int, added [][]string) {
	start, at := "<"+tag+">\t", 0
	if len(own) > 0 {
		start = p.lines[own[0]].text[:p.lines[own[0]].value.start]
	}
	for i, l := range p.lines {
		if slices.Contains(p.before, l.tag) {
			at = i
		}
	}
	if count > 0 {
		at = own[count-1]
	}
	for _, pieces := range slices.Backward(added) {
		l := scanLine(start + strings.Join(pieces, ", ") + p.newline)
		p.lines = slices.Insert(p.lines, at+1, l)
	}
}

// text returns the lines; the last one ends as it did.
func (p *placePatch) text() string {
	var b strings.Builder
	isOpen := false
	for _, l := range p.lines {
		if isOpen && l.text != "" {
			b.WriteString(p.newline)
		}
		b.WriteString(l.text)
		isOpen = l.text != "" && !strings.HasSuffix(l.text, "\n")
	}
	return b.String()
}
