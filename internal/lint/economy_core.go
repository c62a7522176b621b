package lint

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
)

var economyCore = &Rule{
	ID: "economy-core", Severity: Warning, Title: "Entry of cfgeconomycore.xml that the game cannot use",
	Says: sentences{
		"swapped":           "{least} is {low} and {most} {high}. Swap the two.",
		"no-folder":         "<{element}> (line {line}) has no folder, so the game finds none of its files. Enter the folder below the mission.",
		"no-name":           "<{element}> (line {line}) has no name, so the game skips it. Enter one, or delete the line.",
		"twice":             "<{element}> (line {line}) names “{name}” again (before in line {first}). Keep one of them.",
		"act":               "<{element}> (line {line}) has the act “{act}”; the game knows character and car. Enter one of them, or none.",
		"file-without-name": "<{element}> (line {line}) has no name, so the game loads nothing. Enter the name of the file.",
		"types-attribute": "<{element}> (line {line}) has “types” where “type” is right, so the game does not know what the file " +
			"holds. Rename the attribute.",
		"no-type": "<{element}> (line {line}) has no type, so the game does not know what is in “{file}”. Enter types, " +
			"spawnabletypes or events.",
		"type":             "<{element}> (line {line}) has the type “{type}”, which the game does not know.",
		"type-near":        "<{element}> (line {line}) has the type “{type}”, which the game does not know; did you mean “{near}”?",
		"folder-backslash": "<{element}> (line {line}) has the folder “{path}”, which a server on Linux does not find. Separate folders by /.",
		"name-backslash":   "<{element}> (line {line}) has the name “{path}”, which a server on Linux does not find. Separate folders by /.",
		"default-near":     "<{element}> (line {line}) sets “{name}”, which the game does not know; did you mean “{near}”?",
		"switch":           "<{element}> (line {line}) sets “{name}” to “{value}”; the game knows true and false. Enter one of them.",
		"no-number":        "<{element}> (line {line}) sets “{name}” to “{value}”, which is not a number. Enter one.",
		"negative":         "<{element}> (line {line}) sets “{name}” to {value}, below 0. Enter 0 or more.",
		"report":           "<{element}> (line {line}) has reportMemoryLOD “{report}”; the game knows yes and no. Enter one of them.",
	},
	Check: func(w *world, report report) {
		if w.CoreFile == nil || w.CoreFile.Content == nil {
			return
		}
		c := coreCheck{numbers: map[string]float64{}, seen: map[string]int{}}
		for e := range ce.Elements(*w.CoreFile.Content) {
			if problem := c.problem(e); !problem.IsNone() {
				report(w.CoreFile, problem.With("element", e.Name, "line", inLine(e.Line)), nil)
			}
		}
		for _, pair := range [][2]string{{"dyn_smin", "dyn_smax"}, {"dyn_dmin", "dyn_dmax"}} {
			if least, most := c.numbers[pair[0]], c.numbers[pair[1]]; least > most {
				report(w.CoreFile, says("swapped", "least", pair[0], "low", least, "most", pair[1], "high", most), nil)
			}
		}
	},
}

// coreKinds are the types of files that the game loads.
var coreKinds = []string{"types", "spawnabletypes", "events", "globals", "economy", "messages"}

// coreCheck goes through cfgeconomycore.xml.
type coreCheck struct {
	numbers map[string]float64 // defaults that are numbers
	seen    map[string]int     // the lines of defaults and root classes
}

// problem returns what is wrong with an element, if anything.
func (c *coreCheck) problem(e *ce.Element) message {
	name := e.Attr("name")
	switch {
	case e.Name == "ce":
		if folder := e.Attr("folder"); folder != "" {
			return unless(!strings.Contains(folder, `\`), says("folder-backslash", "path", folder))
		}
		return says("no-folder")
	case e.Name == "file" && e.Parent == "ce":
		return c.file(e)
	case e.Name != "rootclass" && e.Name != "default":
		return message{}
	case name == "":
		return says("no-name")
	case c.seen[e.Name+" "+name] > 0:
		return says("twice", "name", name, "first", inLine(c.seen[e.Name+" "+name]))
	}
	c.seen[e.Name+" "+name] = e.Line
	if e.Name == "rootclass" {
		return rootClass(e)
	}
	return c.value(name, e.Attr("value"))
}

// rootClass returns what is wrong with the words of a root class, if anything.
func rootClass(e *ce.Element) message {
	act, report := e.Attr("act"), e.Attr("reportMemoryLOD")
	switch {
	case !slices.Contains([]string{"", "character", "car"}, act):
		return says("act", "act", act)
	case !slices.Contains([]string{"", "yes", "no"}, report):
		return says("report", "report", report)
	}
	return message{}
}

func (c *coreCheck) file(e *ce.Element) message {
	kind := e.Attr("type")
	switch {
	case e.Attr("name") == "":
		return says("file-without-name")
	case kind == "" && e.Has("types"):
		return says("types-attribute")
	case kind == "":
		return says("no-type", "file", e.Attr("name"))
	case !slices.Contains(coreKinds, kind):
		return nearly("type", ce.Nearest(kind, coreKinds), "type", kind)
	}
	return unless(!strings.Contains(e.Attr("name"), `\`), says("name-backslash", "path", e.Attr("name")))
}

// value returns what is wrong with the value of a default, if anything. Other names than the game's may be of its newer versions.
func (c *coreCheck) value(name, value string) message {
	usual := slices.IndexFunc(ce.EngineDefaults(), func(d ce.Default) bool { return d.Name == name })
	if usual < 0 {
		near := ce.Nearest(name, defaultNames())
		return unless(near == "" || strings.HasPrefix(name, "log_ce_"), says("default-near", "name", name, "near", near))
	}
	_, err := strconv.Atoi(ce.EngineDefaults()[usual].Value)
	isSwitch := slices.Contains([]string{"true", "false", "0", "1"}, strings.ToLower(value))
	switch {
	case err != nil:
		return unless(isSwitch, says("switch", "name", name, "value", value))
	case value == "" || notDecimal(value):
		return says("no-number", "name", name, "value", value)
	}
	c.numbers[name] = parsed(value)
	return unless(c.numbers[name] >= 0, says("negative", "name", name, "value", value))
}

func defaultNames() (list []string) {
	for _, d := range ce.EngineDefaults() {
		list = append(list, d.Name)
	}
	return list
}
