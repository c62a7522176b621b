package lint

var damageRange = &Rule{
	ID: "damage-range", Severity: Warning, Title: "Damage with min above max, or outside 0 to 1",
	Says: sentences{
		"outside": "{end} of the damage is {value}.",
		"swapped": "min of the damage is {min} and max {max}.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			least, most := t.DamageMin, t.DamageMax
			for name, n := range map[string]**float64{"min": &t.DamageMin, "max": &t.DamageMax} {
				if value := valueOf(*n); value < 0 || value > 1 {
					within := min(max(value, 0), 1)
					report(t, says("outside", "end", name, "value", value), mend(says("set", "value", within), func() { *n = &within }))
				}
			}
			if least != nil && most != nil && *least > *most {
				report(t, says("swapped", "min", *least, "max", *most),
					mend(says("swap"), func() { t.DamageMin, t.DamageMax = most, least }))
			}
		}
	},
}
