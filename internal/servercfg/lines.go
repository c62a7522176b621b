package servercfg

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// ParseLines reads BattlEye's configuration. What BattlEye takes for a number is one in the tree, everything else a text. An error is a
// *jsontree.SyntaxError.
func ParseLines(text string) (*File, error) {
	f, p := &File{text: text, lines: true}, parser{src: text}
	if err := p.check(); err != nil {
		return nil, err
	}
	f.body.end = len(text)
	for line := range textfile.Lines(text) {
		p.pos = line.Start + len(line.Text) - len(strings.TrimLeft(line.Text, textfile.Blanks))
		if isNote(text[p.pos:line.End]) {
			continue
		}
		m, err := p.pair(line.End)
		if err != nil {
			return nil, err
		}
		f.body.members = append(f.body.members, m)
	}
	return f, nil
}

// isNote reports whether a line is empty or a comment.
func isNote(line string) bool {
	line = strings.TrimSpace(line)
	return line == "" || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, ";")
}

// pair reads the name and value of a line, which ends at that offset.
func (p *parser) pair(end int) (*member, error) {
	m := &member{start: p.pos}
	m.name = p.word()
	rest := p.src[p.pos:end]
	text := strings.TrimSpace(rest)
	switch {
	case m.name == "":
		return nil, p.fail(p.pos, "a name is expected here, not %s", p.next())
	case strings.HasPrefix(text, "="):
		return nil, p.fail(p.pos+strings.IndexByte(rest, '='), "no equals sign belongs between name and value")
	case text != "" && !strings.ContainsAny(rest[:1], " \t"):
		return nil, p.fail(p.pos, "a blank is expected behind %s, not %s", m.name, p.next())
	}
	m.value.start = p.pos + strings.Index(rest, text)
	m.value.end = m.value.start + len(text)
	m.end = m.value.end
	m.value.is = lineValue(m.name, text)
	return m, nil
}

// lineValue returns what a text stands for. Passwords and addresses are texts, whatever they look like.
func lineValue(name, text string) any {
	switch strings.ToLower(name) {
	case "rconport", "restrictrcon", "maxping":
		if numberPattern.MatchString(text) {
			return jsontree.Number(text)
		}
	}
	return text
}
