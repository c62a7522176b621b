package lint

import "fmt"

var damageRange = &Rule{
	ID: "damage-range", Severity: Warning, Title: "Damage with min above max, or outside 0 to 1",
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			least, most := t.DamageMin, t.DamageMax
			for name, n := range map[string]**float64{"min": &t.DamageMin, "max": &t.DamageMax} {
				if value := valueOf(*n); value < 0 || value > 1 {
					within := min(max(value, 0), 1)
					report(t, fmt.Sprintf("%s of the damage is %s.", name, number(value)), mend("Set it to "+number(within)+".", func() { *n = &within }))
				}
			}
			if least != nil && most != nil && *least > *most {
				report(t, fmt.Sprintf("min of the damage is %s and max %s.", number(*least), number(*most)),
					mend("Swap the two.", func() { t.DamageMin, t.DamageMax = most, least }))
			}
		}
	},
}
