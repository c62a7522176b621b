package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
)

var areaWithoutRadius = &Rule{
	ID: "area-without-radius", Severity: Warning, Title: "Area that covers nothing",
	Says: sentences{
		"zone":    "Radius is {radius}, so the zone covers nothing. Enter it in metres.",
		"corners": "{zone} has fewer than {corners} corners, so it covers nothing. Enter the others, or delete the zone.",
		"radius":  "{zone} has the radius {radius}, so it covers nothing. Enter it in metres, or delete the zone.",
	},
	Check: func(w *world, report report) {
		for _, z := range w.Mod.Zones {
			if radius, there := numberAt(z.Tree, "Radius"); there && radius <= 0 {
				report(within{z.about, "Radius"}, says("zone", "radius", radius), nil)
			}
		}
		if d := w.Mod.Settings["safe-zone"]; d != nil {
			checkSafeZones(report, d)
		}
	},
}

// corners is how many corners a zone must have to cover something.
const corners = 3

// checkSafeZones reports the safe zones of the Expansion mod that cover nothing.
func checkSafeZones(report report, d *document) {
	for _, list := range []string{"CircleZones", "CylinderZones", "PolygonZones"} {
		for i, zone := range d.Tree.Objects(list) {
			at := fmt.Sprintf("%s.%d", list, i)
			if problem := emptyZone(zone, strings.HasPrefix(list, "Polygon")); !problem.IsNone() {
				report(within{d.about, at}, problem.With("zone", at), nil)
			}
		}
	}
}

// emptyZone says why a zone covers nothing, or nothing if it covers something.
func emptyZone(zone *jsontree.Object, isPolygon bool) message {
	radius, isRound := numberAt(zone, "Radius")
	n := len(zone.List("Positions"))
	switch {
	case isPolygon && zone.Has("Positions") && n < corners:
		return says("corners", "corners", corners)
	case isRound && radius <= 0:
		return says("radius", "radius", radius)
	}
	return message{}
}
