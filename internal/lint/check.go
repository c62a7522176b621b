package lint

import (
	"cmp"
	"log/slog"
	"runtime/debug"
	"slices"

	"quartermaster/internal/record"
)

// check runs the rules that are not Off and tells what they find. The types pass once, before all of them. It returns errors of reading.
func (w *world) check(rules []*Rule, settings Settings, tell func(Finding)) error {
	turns := w.turns(rules, settings, tell)
	err := w.pass(turns)
	for _, one := range turns {
		if one.rule.Check != nil && err == nil {
			one.attempt(func() { one.rule.Check(w, one.report) })
		}
	}
	return err
}

// turns begins with the rules that are not Off.
func (w *world) turns(rules []*Rule, settings Settings, tell func(Finding)) (turns []*turn) {
	for _, rule := range rules {
		if severity := settings.Of(rule); severity != Off && !slices.ContainsFunc(rule.needs, w.unread) {
			turns = append(turns, w.turn(rule, severity, tell))
		}
	}
	return turns
}

// pass shows the rules each type.
func (w *world) pass(turns []*turn) error {
	return w.passTypes(func(t *record.Type) {
		for _, one := range turns {
			one.look(t)
		}
	})
}

// turn is a rule at work.
type turn struct {
	world  *world
	rule   *Rule
	report report
	each   func(*record.Type) // nil for a rule that is not about types
	broken bool               // it has panicked
}

func (w *world) turn(rule *Rule, severity Severity, tell func(Finding)) *turn {
	t := &turn{world: w, rule: rule, report: func(about any, problem message, fix *Fix) {
		tell(w.finding(rule, severity, about, problem, fix))
	}}
	if rule.types != nil {
		t.attempt(func() { t.each = rule.types(w, t.report) })
	}
	return t
}

func (t *turn) look(one *record.Type) {
	if t.each != nil {
		t.attempt(func() { t.each(one) })
	}
}

// attempt calls fn, unless the rule has panicked. It logs and reports a panic, so that the other rules run.
func (t *turn) attempt(fn func()) {
	if t.broken {
		return
	}
	defer func() {
		if cause := recover(); cause != nil {
			t.broken = true
			slog.Error("panic", "rule", t.rule.ID, "cause", cause, "stack", string(debug.Stack()))
			t.report(t.world.Instance, says("broken-rule"), nil)
		}
	}()
	fn()
}

func (w *world) finding(rule *Rule, severity Severity, about any, problem message, fix *Fix) Finding {
	at, stands := "", 0
	switch value := about.(type) {
	case within:
		about, at = value.about, value.path
	case others:
		about, stands = value.about, value.count
	}
	e, known := w.entryOf(about)
	if !known {
		panic("lint: the rule " + rule.ID + " reports about something that is not in the world")
	}
	row := e.current(about)
	sid, _ := row[e.res.Index("sid")].(string)
	f := Finding{
		Rule: rule, Severity: severity, Resource: e.res, SID: sid, Name: e.res.TitleOf(row), At: at, Says: problem, Fix: fix, about: about,
		stands: stands,
	}
	f.File = e.fileOf(row, f.Name)
	if fix != nil {
		fix.rule = rule
	}
	f.Vanilla = f.isVanilla()
	if e.res == record.Files {
		f.Path = w.serverPath(f.Name)
	}
	return f
}

// fileOf returns the path of the file that a record is in, as it is stored; empty for the main file of its sort.
func (e entry) fileOf(row record.Row, name string) string {
	if e.res == record.Files || e.document != nil {
		return name
	}
	if !e.res.Has("source_file") {
		return ""
	}
	file, _ := row[e.res.Index("source_file")].(string)
	return file
}

// sortFindings puts the most severe first, and those of the same severity in the order of the rules.
func sortFindings(found []Finding) {
	place := map[*Rule]int{}
	for i, rule := range Rules() {
		place[rule] = i
	}
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Severity.rank(), b.Severity.rank()), cmp.Compare(place[a.Rule], place[b.Rule]))
	})
}
