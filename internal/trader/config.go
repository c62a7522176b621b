package trader

import (
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// LineType is the type of a line of TraderConfig.txt.
type LineType int

// The types of lines.
const (
	Currency LineType = iota
	Trader
	Category
	Item
)

// Line is a line of TraderConfig.txt. A category belongs to the trader before it and an item to the category before it,
// also across the files that <OpenFile> joins. The nth trader has the number n-1, which TraderObjects.txt refers to: their
// order is their identity.
type Line struct {
	Type     LineType
	Name     string // a class for currencies and items, a title for traders and categories
	Value    int64  // of a currency
	Quantity string // of an item, as written: *, W, M, V, VNK, S, K or a number
	Buy      int64  // what a player pays for an item, -1 when it is not for sale
	Sell     int64  // what a player gets for an item, -1 when it is not taken
}

// Config is TraderConfig.txt, or a file that it opens, taken apart.
type Config struct {
	*textfile.File[Line]
	CurrencyName string // empty when the file does not give it
	Next         string // the file in the same folder that is read next, empty when there is none
}

// ParseConfig parses TraderConfig.txt, or a file that it includes. What the game does not read as an entry stays in the
// skeleton, with a warning. The error names the line.
func ParseConfig(data []byte) (*Config, error) {
	src := string(data)
	if err := textfile.Check(src); err != nil {
		return nil, err
	}
	r := configReader{Cutter: textfile.Cut[Line](src)}
	for at := range textfile.Lines(src) {
		r.read(at, scanLine(at.Text))
	}
	r.finish()
	r.config.File = r.File()
	return &r.config, nil
}

// configReader reads a file line by line.
type configReader struct {
	*textfile.Cutter[Line]
	config     Config
	hasTraders bool
	last       int    // the line read last
	end        string // the tag that ended the file
}

func (r *configReader) read(at textfile.Line, l line) {
	r.last = at.Number
	switch {
	case l.isEmpty():
	case r.end != "":
		r.Warn(at.Number, say.New("behind-end", "tag", r.end))
	case l.tag == tagFileEnd || l.tag == tagOpenFile:
		r.close(l)
	case l.tag == "CurrencyName":
		r.config.CurrencyName = l.read()
	default:
		r.entry(at, l)
	}
}

func (r *configReader) close(l line) {
	r.end = l.tag
	if l.tag == tagOpenFile {
		r.config.Next = l.read()
	}
}

func (r *configReader) entry(at textfile.Line, l line) {
	kind, ok := l.lineType()
	if !ok {
		r.Warn(at.Number, say.New("no-entry"))
		return
	}
	value, problem := l.parse(kind)
	switch {
	case kind == Currency && r.hasTraders:
		r.Warn(at.Number, say.New("late-currency"))
		return
	case kind.isClass() && !isClassName(value.Name):
		r.Warn(at.Number, say.New("no-class", "name", value.Name))
		return
	case !problem.IsNone():
		r.Warn(at.Number, say.New("line-kept", "problem", problem))
	}
	r.hasTraders = r.hasTraders || kind == Trader
	r.Take(at.Start, at.End, at.Number, value)
}

func (r *configReader) finish() {
	if r.end == "" {
		r.Warn(r.last, say.New("no-end"))
	}
}

// lineType returns what the line declares; ok is false when it declares nothing.
func (l line) lineType() (kind LineType, ok bool) {
	for _, kind := range []LineType{Currency, Trader, Category} {
		if l.tag == kind.tag() {
			return kind, true
		}
	}
	return Item, l.tag == "" && strings.Contains(l.read(), ",")
}

// tag returns the tag of lines of the type; items have none.
func (k LineType) tag() string {
	switch k {
	case Currency:
		return "Currency"
	case Trader:
		return "Trader"
	case Category:
		return "Category"
	}
	return ""
}

// String returns the type as a word.
func (k LineType) String() string {
	if k == Item {
		return "item"
	}
	return strings.ToLower(k.tag())
}

// isClass reports whether such a line names a class. The game takes names that differ in letter case for one class.
func (k LineType) isClass() bool { return k == Currency || k == Item }

func isClassName(name string) bool {
	return name != "" && !strings.ContainsAny(name, textfile.Blanks+"\n,<>")
}

// texts returns what the line says, piece by piece.
func (l Line) texts() []string {
	switch l.Type {
	case Currency:
		return []string{l.Name, intText(l.Value)}
	case Item:
		return []string{l.Name, l.Quantity, intText(l.Buy), intText(l.Sell)}
	}
	return []string{l.Name}
}

// parse parses a line of that type. problem says nothing of one that is as it should be.
func (l line) parse(kind LineType) (value Line, problem say.Message) {
	value.Type = kind
	found, ok := l.fields(len(value.texts()))
	p := pieces{line: l, found: found}
	if !ok {
		p.problem = say.New("commas")
	}
	value.Name = p.text(0)
	switch kind {
	case Currency:
		value.Value = p.number(1)
	case Item:
		value.Quantity, value.Buy, value.Sell = p.text(1), p.number(2), p.number(3)
	}
	return value, p.problem
}

// pieces are the values of a line, and what is wrong with it.
type pieces struct {
	line    line
	found   []span
	problem say.Message
}

// text returns a piece, empty when the line ends before.
func (p *pieces) text(i int) string {
	if i >= len(p.found) {
		return ""
	}
	return p.line.at(p.found[i])
}

func (p *pieces) number(i int) int64 {
	n, ok := leadingInt(p.text(i))
	if !ok {
		p.problem = say.New("not-whole", "text", p.text(i), "read", n)
	}
	return n
}
