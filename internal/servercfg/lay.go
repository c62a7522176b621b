package servercfg

import (
	"strings"

	"quartermaster/internal/jsontree"
)

// remove deletes a member: with its line, if nothing else stands there than a comment on it.
func (c *changer) remove(m *member) {
	start, end := c.lineStart(m.start), c.lineEnd(m.end)
	alone := strings.Trim(c.src[start:m.start], " \t\ufeff") == ""
	if alone && c.isRestOfLine(m.end) {
		if strings.HasPrefix(c.src[start:], "\ufeff") {
			start += len("\ufeff")
		}
		c.replace(start, end, "")
		return
	}
	rest := c.src[m.end:]
	c.replace(m.start, len(c.src)-len(strings.TrimLeft(rest, " \t")), "")
}

// isRestOfLine reports whether a line has nothing more than a comment behind an offset.
func (c *changer) isRestOfLine(at int) bool {
	rest := strings.TrimSpace(c.src[at:c.lineEnd(at)])
	inside, isComment := strings.CutPrefix(rest, "/*")
	return rest == "" || strings.HasPrefix(rest, "//") || isComment && strings.Index(inside, "*/") == len(inside)-2
}

// lineStart returns where the line of an offset begins, lineEnd where the next one does.
func (c *changer) lineStart(at int) int { return strings.LastIndexByte(c.src[:at], '\n') + 1 }

func (c *changer) lineEnd(at int) int {
	if length := strings.IndexByte(c.src[at:], '\n'); length >= 0 {
		return at + length + 1
	}
	return len(c.src)
}

// indentAt returns the blanks that the line of an offset begins with.
func (c *changer) indentAt(at int) string {
	line := strings.TrimPrefix(c.src[c.lineStart(at):at], "\ufeff")
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// add adds the wanted members behind the last setting that stays, classes behind the last member.
func (c *changer) add(b *body, stay []*member, next *jsontree.Object, wanted map[string]any) error {
	var settings, classes []string
	like, last := lastSetting(stay), lastOf(stay)
	indent := c.indentOf(b, stay)
	for name := range next.All() {
		v, isNew := wanted[strings.ToLower(name)]
		if !isNew {
			continue
		}
		delete(wanted, strings.ToLower(name))
		text, err := c.spellMember(name, v, indent, like)
		if err != nil {
			return err
		}
		if _, isClass := v.(*jsontree.Object); isClass {
			classes = append(classes, text)
		} else {
			settings = append(settings, text)
		}
	}
	if like == nil {
		like = last
		c.addBefore(b, like, indent, settings)
	} else {
		c.addBehind(like, indent, settings)
	}
	if last == nil {
		c.addBefore(b, nil, indent, classes)
	} else {
		c.addBehind(last, indent, classes)
	}
	return nil
}

func lastSetting(members []*member) (last *member) {
	for _, m := range members {
		if m.value.shape != class {
			last = m
		}
	}
	return last
}

func lastOf(members []*member) *member {
	if len(members) == 0 {
		return nil
	}
	return members[len(members)-1]
}

// indentOf returns how the members of a body are indented.
func (c *changer) indentOf(b *body, members []*member) string {
	switch {
	case len(members) > 0:
		return c.indentAt(members[0].start)
	case b.start == 0 || c.lines:
		return ""
	}
	return c.indentAt(b.start) + "\t"
}

// addBehind adds members behind another, on lines of their own if it ends its line.
func (c *changer) addBehind(m *member, indent string, added []string) {
	end := c.lineEnd(m.end)
	for _, text := range added {
		switch {
		case !c.isRestOfLine(m.end):
			c.replace(m.end, m.end, " "+text)
		case strings.HasSuffix(c.src[:end], "\n"):
			c.replace(end, end, indent+text+c.newline)
		default:
			c.replace(end, end, c.newline+indent+text)
		}
	}
}

// addBefore adds members before the first of a body, or at its end if it has none that stays.
func (c *changer) addBefore(b *body, before *member, indent string, added []string) {
	at := b.end
	if before != nil {
		at = before.start
	}
	start := c.lineStart(at)
	opens := strings.Trim(c.src[start:at], " \t") == "" && start >= b.start
	for _, text := range added {
		switch {
		case opens:
			c.replace(start, start, indent+text+c.newline)
		case b.start == 0 && before == nil: // the last line has no end
			c.replace(at, at, c.newline+indent+text)
		case b.start == 0:
			c.replace(at, at, text+c.newline)
		default:
			c.replace(at, at, " "+text+" ")
		}
	}
}
