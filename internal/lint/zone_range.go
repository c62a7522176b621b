package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var zoneRange = &Rule{
	ID: "zone-range", Severity: Warning, Title: "Zone of an event with min above max",
	Check: func(w *world, report report) {
		for _, s := range w.EventSpawns {
			checkZone(report, s, "smin", "smax", &s.ZoneSMin, &s.ZoneSMax)
			checkZone(report, s, "dmin", "dmax", &s.ZoneDMin, &s.ZoneDMax)
			for _, z := range []struct {
				name  string
				value *float64
			}{{"smin", s.ZoneSMin}, {"smax", s.ZoneSMax}, {"dmin", s.ZoneDMin}, {"dmax", s.ZoneDMax}, {"r", s.ZoneR}} {
				if valueOf(z.value) < 0 {
					report(s, z.name+" of the zone is "+number(*z.value)+", below 0.", nil)
				}
			}
		}
	},
}

func checkZone(report report, s *record.EventSpawn, minimum, maximum string, least, most **float64) {
	if *most != nil && valueOf(*least) > **most {
		report(s, fmt.Sprintf("%s of the zone is %s and %s %s.", minimum, number(**least), maximum, number(**most)),
			mend("Swap the two.", func() { *least, *most = *most, *least }))
	}
}
