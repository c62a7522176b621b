package lint

var areaWithoutRadius = &Rule{
	ID: "area-without-radius", Severity: Warning, Title: "Effect area without a radius",
	Check: func(w *world, report report) {
		for _, a := range w.EffectAreas {
			if valueOf(a.Radius) <= 0 {
				report(a, "The area has no radius.", nil)
			}
		}
	},
}
