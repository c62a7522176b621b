package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
)

var economyCore = &Rule{
	ID: "economy-core", Severity: Warning, Title: "Entry of cfgeconomycore.xml that the game cannot use",
	Check: func(w *world, report report) {
		if w.CoreFile == nil || w.CoreFile.Content == nil {
			return
		}
		c := coreCheck{numbers: map[string]float64{}, seen: map[string]int{}}
		for e := range ce.Elements(*w.CoreFile.Content) {
			if problem := c.problem(e); problem != "" {
				report(w.CoreFile, fmt.Sprintf("<%s> (line %d) %s.", e.Name, e.Line, problem), nil)
			}
		}
		for _, pair := range [][2]string{{"dyn_smin", "dyn_smax"}, {"dyn_dmin", "dyn_dmax"}} {
			if least, most := c.numbers[pair[0]], c.numbers[pair[1]]; least > most {
				report(w.CoreFile, fmt.Sprintf("%s is %s and %s %s. Swap the two.", pair[0], number(least), pair[1], number(most)), nil)
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

// problem returns what is wrong with an element, or "".
func (c *coreCheck) problem(e *ce.Element) string {
	name := e.Attr("name")
	switch {
	case e.Name == "ce":
		if folder := e.Attr("folder"); folder != "" {
			return withBackslash("folder", folder)
		}
		return "has no folder, so the game finds none of its files. Enter the folder below the mission"
	case e.Name == "file" && e.Parent == "ce":
		return c.file(e)
	case e.Name != "rootclass" && e.Name != "default":
		return ""
	case name == "":
		return "has no name, so the game passes over it. Enter one, or delete the line"
	case c.seen[e.Name+" "+name] > 0:
		return fmt.Sprintf("names %s again (before in line %d). Keep one of them", quoted(name), c.seen[e.Name+" "+name])
	}
	c.seen[e.Name+" "+name] = e.Line
	if e.Name == "rootclass" {
		return rootClass(e)
	}
	return c.value(name, e.Attr("value"))
}

// rootClass returns what is wrong with the words of a root class, or "".
func rootClass(e *ce.Element) string {
	act, report := e.Attr("act"), e.Attr("reportMemoryLOD")
	switch {
	case !slices.Contains([]string{"", "character", "car"}, act):
		return "has the act " + quoted(act) + "; the game knows character and car. Enter one of them, or none"
	case !slices.Contains([]string{"", "yes", "no"}, report):
		return "has reportMemoryLOD " + quoted(report) + "; the game knows yes and no. Enter one of them"
	}
	return ""
}

func (c *coreCheck) file(e *ce.Element) string {
	kind := e.Attr("type")
	switch {
	case e.Attr("name") == "":
		return "has no name, so the game loads nothing. Enter the name of the file"
	case kind == "" && e.Has("types"):
		return "has “types” where “type” is right, so the game does not know what the file holds. Rename the attribute"
	case kind == "":
		return "has no type, so the game does not know what is in " + quoted(e.Attr("name")) + ". Enter types, spawnabletypes or events"
	case !slices.Contains(coreKinds, kind):
		return "has the type " + quoted(kind) + ", which the game does not know" + strings.TrimSuffix(meant(ce.Nearest(kind, coreKinds)), ".")
	}
	return withBackslash("name", e.Attr("name"))
}

func withBackslash(attribute, path string) string {
	return unless(!strings.Contains(path, `\`),
		"has the "+attribute+" "+quoted(path)+", which a server on Linux does not find. Separate folders by /")
}

// value returns what is wrong with the value of a default, or "". Other names than the game's may be of its newer versions.
func (c *coreCheck) value(name, value string) string {
	usual := slices.IndexFunc(ce.EngineDefaults(), func(d ce.Default) bool { return d.Name == name })
	if usual < 0 {
		near := ce.Nearest(name, defaultNames())
		return unless(near == "" || strings.HasPrefix(name, "log_ce_"), "sets "+quoted(name)+", which the game does not know; "+quoted(near)+" may have been meant")
	}
	_, err := strconv.Atoi(ce.EngineDefaults()[usual].Value)
	isSwitch := slices.Contains([]string{"true", "false", "0", "1"}, strings.ToLower(value))
	switch {
	case err != nil:
		return unless(isSwitch, "sets "+quoted(name)+" to "+quoted(value)+"; the game knows true and false. Enter one of them")
	case value == "" || notDecimal(value):
		return "sets " + quoted(name) + " to " + quoted(value) + ", which is not a number. Enter one"
	}
	c.numbers[name] = parsed(value)
	return unless(c.numbers[name] >= 0, "sets "+quoted(name)+" to "+value+", below 0. Enter 0 or more")
}

func defaultNames() (list []string) {
	for _, d := range ce.EngineDefaults() {
		list = append(list, d.Name)
	}
	return list
}
