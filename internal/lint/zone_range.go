package lint

import (
	"quartermaster/internal/record"
)

var zoneRange = &Rule{
	ID: "zone-range", Severity: Warning, Title: "Zone of an event with min above max",
	Says: sentences{
		"negative": "{field} of the zone is {value}, below 0.",
		"swapped":  "{least} of the zone is {min} and {most} {max}.",
	},
	Check: func(w *world, report report) {
		for _, s := range w.EventSpawns {
			checkZone(report, s, "smin", "smax", &s.ZoneSMin, &s.ZoneSMax)
			checkZone(report, s, "dmin", "dmax", &s.ZoneDMin, &s.ZoneDMax)
			for _, z := range []struct {
				name  string
				value *float64
			}{{"smin", s.ZoneSMin}, {"smax", s.ZoneSMax}, {"dmin", s.ZoneDMin}, {"dmax", s.ZoneDMax}, {"r", s.ZoneR}} {
				if valueOf(z.value) < 0 {
					report(s, says("negative", "field", z.name, "value", *z.value), nil)
				}
			}
		}
	},
}

func checkZone(report report, s *record.EventSpawn, minimum, maximum string, least, most **float64) {
	if *most != nil && valueOf(*least) > **most {
		report(s, says("swapped", "least", minimum, "min", **least, "most", maximum, "max", **most),
			mend(says("swap"), func() { *least, *most = *most, *least }))
	}
}
