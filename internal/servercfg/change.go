package servercfg

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Change returns the text with the settings of another tree. What is the same stays as written, comments included; a setting that is not
// in the tree, or null, goes with its line. Names are compared without regard to letter case. The error says which value cannot be written.
func (f *File) Change(next *jsontree.Object) (string, error) {
	c := changer{src: f.text, lines: f.lines, newline: "\n"}
	if first, _, found := strings.Cut(f.text, "\n"); found && strings.HasSuffix(first, "\r") {
		c.newline = "\r\n"
	}
	if err := c.body(&f.body, next); err != nil {
		return "", err
	}
	return c.apply(), nil
}

// changer collects the edits of a text.
type changer struct {
	src, newline string
	lines        bool
	edits        []edit
}

// edit replaces the text from start to end.
type edit struct {
	start, end int
	text       string
}

func (c *changer) replace(start, end int, text string) {
	c.edits = append(c.edits, edit{start, end, text})
}

func (c *changer) apply() string {
	slices.SortStableFunc(c.edits, func(a, b edit) int { return cmp.Or(a.start-b.start, a.end-b.end) })
	var out strings.Builder
	done := 0
	for _, e := range c.edits {
		out.WriteString(c.src[done:e.start])
		out.WriteString(e.text)
		done = e.end
	}
	out.WriteString(c.src[done:])
	return out.String()
}

// body changes the members of a file or class.
func (c *changer) body(b *body, next *jsontree.Object) error {
	wanted := map[string]any{} // by names in lower case
	for name, v := range next.All() {
		if v != nil {
			wanted[strings.ToLower(name)] = v
		}
	}
	counts := b.effective()
	var stay []*member
	for _, m := range b.members {
		v, stays := wanted[strings.ToLower(m.name)]
		if !stays {
			c.remove(m)
			continue
		}
		stay = append(stay, m)
		if slices.Contains(counts, m) {
			if err := c.member(m, v); err != nil {
				return withName(m.name, err)
			}
		}
	}
	for _, m := range stay {
		delete(wanted, strings.ToLower(m.name))
	}
	return c.add(b, stay, next, wanted)
}

// member gives a member that value.
func (c *changer) member(m *member, next any) (err error) {
	switch v := next.(type) {
	case *jsontree.Object:
		if m.value.shape == class {
			return c.body(m.value.body, v)
		}
	case []any:
		if m.value.shape == list {
			return c.list(m.value, v)
		}
	default:
		if m.value.shape == single {
			return c.single(m.value, next)
		}
	}
	text, err := c.spellMember(m.name, next, c.indentAt(m.start), m)
	c.replace(m.start, m.end, text)
	return err
}

// single replaces a single value, unless it means the same.
func (c *changer) single(old value, next any) error {
	if means(old.is, next) {
		return nil
	}
	text, err := c.spell(next, old.is)
	if old.start == old.end { // a name alone on a line of BattlEye's
		text = " " + text
	}
	c.replace(old.start, old.end, text)
	return err
}

// means reports whether a stored value is the one that is wanted: the game has 1 and 0 for true and false.
func means(old, next any) bool {
	return jsontree.Equal(asNumber(old), asNumber(next))
}

func asNumber(v any) any {
	switch v {
	case true:
		return jsontree.Number("1")
	case false:
		return jsontree.Number("0")
	}
	return v
}

// list changes the elements of a list: those that its start and its end share with the old one stay as written.
func (c *changer) list(old value, next []any) error {
	was := make([]any, len(old.list))
	for i, member := range old.list {
		was[i] = member.tree()
	}
	head := 0
	for head < min(len(was), len(next)) && means(was[head], next[head]) {
		head++
	}
	tail := 0
	for tail < min(len(was), len(next))-head && means(was[len(was)-1-tail], next[len(next)-1-tail]) {
		tail++
	}
	both := min(len(was), len(next)) - tail
	for i := head; i < both; i++ {
		if err := c.element(old.list[i], next[i]); err != nil {
			return err
		}
	}
	switch {
	case len(next) == 0 && len(was) > 0:
		c.replace(old.start+1, old.end-1, "")
	case both < len(was)-tail:
		c.cut(old.list, both, len(was)-tail)
	case both < len(next)-tail:
		return c.insert(old, both, next[both:len(next)-tail])
	}
	return nil
}

// element changes an element of a list.
func (c *changer) element(old value, next any) error {
	if members, isList := next.([]any); isList && old.shape == list {
		return c.list(old, members)
	}
	if old.shape == single && means(old.is, next) {
		return nil
	}
	text, err := c.spellElement(next, old.is)
	c.replace(old.start, old.end, text)
	return err
}

// cut removes the elements of a list from one to before another, with a comma beside them.
func (c *changer) cut(elements []value, from, to int) {
	if from > 0 {
		c.replace(elements[from-1].end, elements[to-1].end, "")
		return
	}
	c.replace(elements[0].start, elements[to].start, "")
}

// insert adds elements before the one at an index, laid out as the elements that are there.
func (c *changer) insert(old value, at int, next []any) error {
	between := c.separator(old)
	var text strings.Builder
	for i, element := range next {
		spelled, err := c.spellElement(element, nil)
		if err != nil {
			return err
		}
		if i > 0 {
			text.WriteString(between)
		}
		text.WriteString(spelled)
	}
	switch {
	case at > 0:
		c.replace(old.list[at-1].end, old.list[at-1].end, between+text.String())
	case len(old.list) > 0:
		c.replace(old.list[0].start, old.list[0].start, text.String()+between)
	default:
		c.replace(old.start+1, old.start+1, text.String())
	}
	return nil
}

// separator returns what stands between two elements of a list.
func (c *changer) separator(old value) string {
	if len(old.list) == 0 {
		return ", "
	}
	lead, first := c.src[old.start+1:old.list[0].start], ""
	if len(old.list) > 1 {
		first = c.src[old.list[0].end:old.list[1].start]
	}
	switch {
	case strings.Trim(first, ", \t\r\n") == "" && first != "":
		return first
	case strings.Contains(lead, "\n"):
		return "," + c.newline + c.indentAt(old.list[0].start)
	}
	return ", "
}
