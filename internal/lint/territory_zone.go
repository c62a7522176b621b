package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
)

var territoryZone = &Rule{
	ID: "territory-zone", Severity: Warning, Title: "Zone of a territory that cannot work",
	needs: []string{"events"},
	Check: func(w *world, report report) {
		active := map[string]bool{}
		for _, e := range w.Events {
			active[strings.ToLower(e.Name)] = active[strings.ToLower(e.Name)] || e.Active
		}
		for f := range w.territories() {
			z, found := zoneCheck{world: w, active: active, told: names{}, zones: map[string]bool{}}, few{report: report, about: f.about}
			for e := range w.elementsOf(strings.ToLower(f.about.Path), "zone") {
				if problem := z.problem(e); problem != "" {
					found.tell(func() string {
						return fmt.Sprintf("The zone %s (line %d) %s.", quoted(e.Attr("name")), e.Line, problem)
					})
				}
			}
			found.end()
			z.checkSum(report, f)
		}
	},
}

type zoneCheck struct {
	*world
	active map[string]bool // by the names of events
	told   names           // events that are missing
	zones  map[string]bool // with their places
	always float64         // the sum of smax of all zones of infected in the file
}

// checkSum reports zones that want more infected at all times than the game allows on the whole map.
func (z *zoneCheck) checkSum(report report, f *gameFile) {
	for e := range z.variables() {
		if most := parsed(e.Attr("value")); e.Attr("name") == "ZombieMaxCount" && most > 0 && z.always > most {
			report(f.about, fmt.Sprintf("smax of all zones together is %s, more than ZombieMaxCount in globals.xml allows on the map (%s).", number(z.always), number(most)), nil)
		}
	}
}

// problem returns what is wrong with a zone, or "". An event that is missing is told once.
func (z *zoneCheck) problem(e *ce.Element) string {
	name, x, y := e.Attr("name"), parsed(e.Attr("x")), parsed(e.Attr("z"))
	if startsWith(name, "Infected") {
		z.always += parsed(e.Attr("smax"))
	}
	active, there := z.active[strings.ToLower(name)]
	key := strings.Join([]string{name, e.Attr("x"), e.Attr("z"), e.Attr("r")}, " ")
	twice := startsWith(name, "Infected") && z.zones[key] // animals have the same place in several territories
	z.zones[key] = true
	switch {
	case twice:
		return "stands twice at the same place"
	case parsed(e.Attr("smin")) > parsed(e.Attr("smax")):
		return "has smin " + e.Attr("smin") + " and smax " + e.Attr("smax")
	case parsed(e.Attr("dmin")) > parsed(e.Attr("dmax")):
		return "has dmin " + e.Attr("dmin") + " and dmax " + e.Attr("dmax")
	case e.Has("r") && parsed(e.Attr("r")) <= 0:
		return "has the radius " + e.Attr("r")
	case e.Has("x") && e.Has("z") && x == 0 && y == 0:
		return "has its centre at x 0, z 0, in the corner of the map"
	case z.MapSize > 0 && z.outside(x, y):
		return "has its centre at x " + number(x) + ", z " + number(y) + ", outside the map"
	case !startsWith(name, "Infected") || len(z.active) == 0 || z.told.has(name) || active:
		return ""
	}
	z.told.add(name)
	if there {
		return "belongs to an event that is not active"
	}
	return "belongs to an event that does not exist"
}
