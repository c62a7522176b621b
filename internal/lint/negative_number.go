package lint

import (
	"quartermaster/internal/record"
)

var negativeNumber = &Rule{
	ID: "negative-number", Severity: Warning, Title: "Number below 0",
	Says: sentences{
		"below":          "{field} is {value}.",
		"below-of-child": "{field} of the child “{child}” is {value}.",
		"fix":            "Set {field} to 0.",
		"fix-of-child":   "Set {field} of the child “{child}” to 0.",
	},
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			checkBelowZero(report, t, "nominal", &t.Nominal)
			checkBelowZero(report, t, "min", &t.Min)
			checkBelowZero(report, t, "restock", &t.Restock)
			checkBelowZero(report, t, "cost", &t.Cost)
		}
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			checkNegativeEvent(report, e)
		}
		for _, m := range w.Messages {
			checkBelowZero(report, m, "delay", &m.Delay)
			checkBelowZero(report, m, "repeat", &m.Repeat)
			checkBelowZero(report, m, "deadline", &m.Deadline)
		}
	},
}

func checkNegativeEvent(report report, e *record.Event) {
	checkBelowZero(report, e, "nominal", &e.Nominal)
	checkBelowZero(report, e, "min", &e.Min)
	checkBelowZero(report, e, "max", &e.Max)
	checkBelowZero(report, e, "lifetime", &e.Lifetime)
	checkBelowZero(report, e, "restock", &e.Restock)
	checkBelowZero(report, e, "saferadius", &e.SafeRadius)
	checkBelowZero(report, e, "distanceradius", &e.DistanceRadius)
	checkBelowZero(report, e, "cleanupradius", &e.CleanupRadius)
	for i := range e.Children {
		c := &e.Children[i]
		checkChildBelowZero(report, e, c.Type, "min", &c.Min)
		checkChildBelowZero(report, e, c.Type, "max", &c.Max)
		checkChildBelowZero(report, e, c.Type, "lootmin", &c.LootMin)
		checkChildBelowZero(report, e, c.Type, "lootmax", &c.LootMax)
	}
}

// checkBelowZero reports a number below 0; the fix sets it to 0.
func checkBelowZero(report report, about any, field string, n **int64) {
	if valueOf(*n) < 0 {
		report(about, says("below", "field", field, "value", **n), mend(says("fix", "field", field), func() { *n = new(int64) }))
	}
}

func checkChildBelowZero(report report, e *record.Event, child, field string, n **int64) {
	if valueOf(*n) < 0 {
		report(e, says("below-of-child", "field", field, "child", child, "value", **n),
			mend(says("fix-of-child", "field", field, "child", child), func() { *n = new(int64) }))
	}
}
