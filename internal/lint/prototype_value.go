package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

var prototypeValue = &Rule{
	ID: "prototype-value", Severity: Warning, Title: "Building with impossible numbers",
	Says: sentences{
		"twice":     "Line {line}: “{building}” appears twice (before in line {first}), and the game uses one of them. Merge the two.",
		"no-number": "Line {line}: {attribute} of <{element}> “{name}” is “{value}”, which is not a number. Enter one.",
		"negative":  "Line {line}: {attribute} of <{element}> “{name}” is {value}, below 0. Enter 0 or more.",
		"place": "Line {line}: {attribute} of <{element}> “{name}” is “{value}”; a place is three numbers with blanks between them. " +
			"Enter them.",
		"no-number-in": "Line {line}: {attribute} of <{element}> in “{building}” is “{value}”, which is not a number. Enter one.",
		"negative-in":  "Line {line}: {attribute} of <{element}> in “{building}” is {value}, below 0. Enter 0 or more.",
		"place-in": "Line {line}: {attribute} of <{element}> in “{building}” is “{value}”; a place is three numbers with blanks " +
			"between them. Enter them.",
	},
	Check: func(w *world, report report) {
		f := w.Game[prototypesPath]
		if f == nil {
			return
		}
		c, found := prototypeCheck{seen: map[string]int{}}, few{report: report, about: f.about}
		for e := range ce.Elements(f.text) {
			if problem := c.problem(e); !problem.IsNone() {
				found.tell(func() message { return problem.With("line", inLine(e.Line)) })
			}
		}
		found.end()
	},
}

// prototypeCheck goes through mapgroupproto.xml.
type prototypeCheck struct {
	group string
	seen  map[string]int // the lines of the buildings
}

// problem returns what is wrong with an element, if anything.
func (c *prototypeCheck) problem(e *ce.Element) message {
	switch e.Name {
	case "group":
		c.group = e.Attr("name")
		key := strings.ToLower(c.group)
		before := c.seen[key]
		c.seen[key] = e.Line
		if key != "" && before > 0 {
			return says("twice", "building", c.group, "first", inLine(before))
		}
		return c.negative(e, "lootmax")
	case "container", "default":
		return c.negative(e, "lootmax")
	case "point":
		return c.point(e)
	case "proxy":
		return c.triple(e, "pos")
	}
	return message{}
}

// negative returns what is wrong with a number that must not be below 0.
func (c *prototypeCheck) negative(e *ce.Element, name string) message {
	switch text := e.Attr(name); {
	case notDecimal(text):
		return c.says("no-number", e, name)
	case parsed(text) < 0:
		return c.says("negative", e, name)
	}
	return message{}
}

// says tells of an attribute of an element, with the building that it is in.
func (c *prototypeCheck) says(variant string, e *ce.Element, name string) message {
	said := says(variant, "attribute", name, "element", e.Name, "value", e.Attr(name))
	if e.Name == "group" || c.group == "" {
		return said.With("name", e.Attr("name"))
	}
	said.Rule += "-in"
	return said.With("building", c.group)
}

// point returns what is wrong with a loot point.
func (c *prototypeCheck) point(e *ce.Element) message {
	for _, name := range []string{"range", "height"} {
		if problem := c.negative(e, name); !problem.IsNone() {
			return problem
		}
	}
	return c.triple(e, "pos")
}

// triple returns what is wrong with a place, which is three numbers.
func (c *prototypeCheck) triple(e *ce.Element, name string) message {
	if text := e.Attr(name); len(floatsIn(text)) != 3 {
		return c.says("place", e, name)
	}
	return message{}
}

// floatsIn returns the numbers between the blanks of a text; nil if a word is none.
func floatsIn(text string) (list []float64) {
	for _, word := range strings.Fields(text) {
		if notDecimal(word) {
			return nil
		}
		list = append(list, parsed(word))
	}
	return list
}
