package tradermod

import (
	"path"
	"strconv"
	"strings"
)

// figures reads lines such as ExpansionTraderDenis.Weapons|x y z,x y z|yaw pitch roll|clothes.
func (e *expansionReader) figures(text string) {
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if parts[0] == "" || strings.HasPrefix(parts[0], "//") {
			continue
		}
		class, name, _ := strings.Cut(parts[0], ".")
		t := e.byFile[strings.ToLower(name)]
		if t == nil || len(parts) < 3 {
			e.note("no-trader", parts[0])
			continue
		}
		if p, ok := e.place(class, parts); ok {
			t.Places = append(t.Places, p)
		}
	}
}

func (e *expansionReader) place(class string, parts []string) (p Place, ok bool) {
	first, _, walks := strings.Cut(parts[1], ",")
	if walks {
		e.note("waypoint", class)
	}
	person, known := ofGame(class)
	if !known {
		e.note("figure", class)
	}
	p.Figure = person
	p.At, ok = words(first)
	p.Turn, _ = words(parts[2])
	if len(parts) > 3 {
		p.Wears = classes(strings.FieldsFunc(parts[3], func(c rune) bool { return c == ',' || c == '+' }))
	}
	return p, ok
}

// words reads three numbers with blanks between.
func words(text string) (v [3]float64, ok bool) {
	list := strings.Fields(text)
	for i := range min(len(list), len(v)) {
		n, err := strconv.ParseFloat(list[i], 64)
		if err != nil {
			return v, false
		}
		v[i] = n
	}
	return v, len(list) == len(v)
}

// place adds a line for a figure, unless one stands there for that trader.
func (e *expansionWriter) place(file string, p Place) {
	figure, known := ofExpansion(p.Figure)
	if !known {
		e.note("figure", p.Figure)
	}
	at := vectorText(p.At)
	if e.stands(file, p.At) {
		e.tallies["places"].Kept++
		return
	}
	e.tallies["places"].Added++
	e.figures.WriteString(strings.Join([]string{figure + "." + file, at, vectorText(p.Turn), strings.Join(p.Wears, ",")}, "|") + "\n")
}

// stands reports whether a .map file has a trader at a place.
func (e *expansionWriter) stands(file string, at [3]float64) bool {
	if e.standing == nil {
		e.standing = map[string]bool{}
		for _, f := range e.files {
			if isFigures(f.Path) {
				e.noteStanding(f.Text)
			}
		}
	}
	return e.standing[strings.ToLower(file)+"|"+vectorText(at)]
}

func (e *expansionWriter) noteStanding(text string) {
	for line := range strings.Lines(text) {
		figure, rest, _ := strings.Cut(line, "|")
		_, name, _ := strings.Cut(figure, ".")
		first, _, _ := strings.Cut(rest, "|")
		first, _, _ = strings.Cut(first, ",")
		if at, ok := words(first); ok {
			e.standing[strings.ToLower(name)+"|"+vectorText(at)] = true
		}
	}
}

func vectorText(v [3]float64) string {
	return floatText(v[0]) + " " + floatText(v[1]) + " " + floatText(v[2])
}

// saveFigures puts the lines of new figures behind those that were converted before.
func (e *expansionWriter) saveFigures() {
	if e.figures.Len() == 0 {
		return
	}
	usual := path.Join("mpmissions", e.wish.Mission, expansionFigures, "Converted.map")
	f := e.named(path.Base(usual))
	if f.Path == "" {
		f.Path = usual
	}
	if f.Text != "" && !strings.HasSuffix(f.Text, "\n") {
		f.Text += "\n"
	}
	e.put(f.Path, f.Text+e.figures.String())
}
