package lint

import (
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var playerSpawnValues = &Rule{
	ID: "player-spawn-values", Severity: Warning, Title: "Player spawns with impossible distances",
	Says: sentences{
		"group":     "<{of}>: there are two groups called “{group}”, so the game takes one for the other. Rename one of them.",
		"switch":    "<{of}>: {param} is “{value}”; the game knows true and false. Enter one of them.",
		"no-number": "<{of}>: {param} is “{value}”, which is not a number. Enter one.",
		"least":     "<{of}>: {param} is {value}, but the minimum is {least}. Enter the value that was meant.",
		"steepness": "<{of}>: {param} is {value}; slopes go from -90 to 90 degrees. Enter what was meant.",
		"swapped":   "<{of}>: min_{param} is {min} and max_{param} {max}, so no place fits both. Swap the two.",
	},
	Check: func(w *world, report report) {
		f := w.fileAt(playerSpawnsPath)
		if f == nil || f.Skeleton == nil || f.Broken != nil {
			return
		}
		c := spawnCheck{report: report, about: f}
		for e := range ce.Elements(skeletonText(f)) {
			c.element(e)
		}
		c.end()
	},
}

// spawnCheck goes through the parameters of cfgplayerspawnpoints.xml.
type spawnCheck struct {
	report report
	about  *record.File
	kind   string             // fresh, hop or travel
	values map[string]float64 // of the parameters in the present element
	groups map[string]bool    // the names of those of the kind
}

// spawnSections are the elements with parameters.
var spawnSections = newNames("spawn_params", "generator_params", "group_params")

func (c *spawnCheck) element(e *ce.Element) {
	switch {
	case e.Parent == "playerspawnpoints":
		c.end()
		c.kind, c.groups = e.Name, map[string]bool{}
	case spawnSections.has(e.Name):
		c.end()
		c.values = map[string]float64{}
	case spawnSections.has(e.Parent):
		c.value(e)
	case e.Name == "group":
		c.group(e.Attr("name"))
	}
}

func (c *spawnCheck) tell(problem message) { c.report(c.about, problem.With("of", c.kind), nil) }

// group reports a group of spawns that appears twice.
func (c *spawnCheck) group(name string) {
	if name != "" && c.groups[name] {
		c.tell(says("group", "group", name))
	}
	if c.groups != nil {
		c.groups[name] = true
	}
}

// spawnSwitches are the parameters that are true or false.
var spawnSwitches = newNames("enablegroups", "groups_as_regular")

func (c *spawnCheck) value(e *ce.Element) {
	text := e.Text()
	n := parsed(text)
	isSwitch := spawnSwitches.has(e.Name)
	switch lower := strings.ToLower(text); {
	case isSwitch && lower != "true" && lower != "false" && lower != "0" && lower != "1":
		c.tell(says("switch", "param", e.Name, "value", text))
	case isSwitch:
	case text == "" || notDecimal(text):
		c.tell(says("no-number", "param", e.Name, "value", text))
	case e.Name == "counter", e.Name == "lifetime": // -1 is without end
		c.least(e.Name, n, -1)
	case strings.HasSuffix(e.Name, "steepness"):
		c.steepness(e.Name, n)
	case strings.HasPrefix(e.Name, "grid_"):
		c.least(e.Name, n, 1)
	default:
		c.least(e.Name, n, 0)
	}
	c.values[e.Name] = n
}

func (c *spawnCheck) least(name string, n, least float64) {
	if n < least {
		c.tell(says("least", "param", name, "value", n, "least", least))
	}
}

func (c *spawnCheck) steepness(name string, n float64) {
	if n < -90 || n > 90 {
		c.tell(says("steepness", "param", name, "value", n))
	}
}

// end reports the minima that are above their maxima.
func (c *spawnCheck) end() {
	for _, what := range []string{"dist_infected", "dist_player", "dist_static", "dist_trigger", "steepness"} {
		least, most := c.values["min_"+what], c.values["max_"+what]
		if _, there := c.values["max_"+what]; there && least > most {
			c.tell(says("swapped", "param", what, "min", least, "max", most))
		}
	}
	c.values = nil
}
