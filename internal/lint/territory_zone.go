package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

var territoryZone = &Rule{
	ID: "territory-zone", Severity: Warning, Title: "Zone of a territory that cannot work",
	Says: sentences{
		"sum":      "smax of all zones together is {sum}, more than ZombieMaxCount in globals.xml allows on the map ({most}).",
		"twice":    "The zone “{zone}” (line {line}) appears twice at the same place.",
		"static":   "The zone “{zone}” (line {line}) has smin {min} and smax {max}.",
		"dynamic":  "The zone “{zone}” (line {line}) has dmin {min} and dmax {max}.",
		"radius":   "The zone “{zone}” (line {line}) has the radius {radius}.",
		"corner":   "The zone “{zone}” (line {line}) has its centre at x 0, z 0, in the corner of the map.",
		"outside":  "The zone “{zone}” (line {line}) has its centre at x {x}, z {z}, outside the map.",
		"inactive": "The zone “{zone}” (line {line}) belongs to an event that is not active.",
		"no-event": "The zone “{zone}” (line {line}) belongs to an event that does not exist.",
	},
	needs: []string{"events"},
	Check: func(w *world, report report) {
		active := map[string]bool{}
		for _, e := range w.Events {
			active[strings.ToLower(e.Name)] = active[strings.ToLower(e.Name)] || e.Active
		}
		for f := range w.territories() {
			z, found := zoneCheck{world: w, active: active, told: names{}, zones: map[string]bool{}}, few{report: report, about: f.about}
			for e := range w.elementsOf(strings.ToLower(f.about.Path), "zone") {
				if problem := z.problem(e); !problem.IsNone() {
					found.tell(func() message { return problem.With("zone", e.Attr("name"), "line", inLine(e.Line)) })
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
			report(f.about, says("sum", "sum", z.always, "most", most), nil)
		}
	}
}

// problem returns what is wrong with a zone, if anything. An event that is missing is told once.
func (z *zoneCheck) problem(e *ce.Element) message {
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
		return says("twice")
	case parsed(e.Attr("smin")) > parsed(e.Attr("smax")):
		return says("static", "min", e.Attr("smin"), "max", e.Attr("smax"))
	case parsed(e.Attr("dmin")) > parsed(e.Attr("dmax")):
		return says("dynamic", "min", e.Attr("dmin"), "max", e.Attr("dmax"))
	case e.Has("r") && parsed(e.Attr("r")) <= 0:
		return says("radius", "radius", e.Attr("r"))
	case e.Has("x") && e.Has("z") && x == 0 && y == 0:
		return says("corner")
	case z.MapSize > 0 && z.outside(x, y):
		return says("outside", "x", x, "z", y)
	case !startsWith(name, "Infected") || len(z.active) == 0 || z.told.has(name) || active:
		return message{}
	}
	z.told.add(name)
	if there {
		return says("inactive")
	}
	return says("no-event")
}
