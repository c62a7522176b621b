package lint

var skippedArea = &Rule{
	ID: "skipped-area", Severity: Error, Title: "Effect area the game skips",
	Says: sentences{
		"none":   "The area has no radius, so the game skips it. Enter one in metres.",
		"radius": "The radius is {radius}, so the game skips the area. Enter it in metres.",
	},
	Check: func(w *world, report report) {
		for _, a := range w.EffectAreas {
			switch radius := valueOf(a.Radius); {
			case a.Radius == nil:
				report(a, says("none"), nil)
			case radius <= 0:
				report(a, says("radius", "radius", radius), nil)
			}
		}
	},
}
