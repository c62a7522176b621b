package lint

import (
	"cmp"
	"context"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Settings hold how an instance is checked.
type Settings struct {
	Restart    *int64              // seconds between restarts of the server; nil if unknown
	Severities map[string]Severity // by rule, where they differ from the defaults

	sid string // of the stored record; empty if there is none
}

// Of returns the severity of a rule.
func (s Settings) Of(rule *Rule) Severity { return cmp.Or(s.Severities[rule.ID], rule.Severity) }

// Settings returns the settings of an instance.
func (s *Service) Settings(ctx context.Context, scope store.Scope) (Settings, error) {
	return read(ctx, outside{s.db, scope})
}

func read(ctx context.Context, from source) (Settings, error) {
	r := record.LintSettings
	rows, err := from.All(ctx, r, "")
	if err != nil {
		return Settings{}, err
	}
	settings := Settings{Severities: map[string]Severity{}}
	if len(rows) > 0 {
		settings.decode(rows[0])
	}
	return settings, nil
}

func (s *Settings) decode(row record.Row) {
	var stored record.LintSetting
	record.LintSettings.Decode(row, &stored)
	s.sid, s.Restart = stored.SID, stored.RestartInterval
	for id, severity := range jsontree.ParseBody([]byte(stored.Severities)).All() {
		s.Severities[id] = Severity(validate.Text(severity))
	}
}

// Configure changes the settings of an instance: body may hold restart_interval in seconds, null if it is unknown, and severities by rule,
// where null stands for the default. What it leaves out stays. It returns validate.Errors for an invalid body.
func (s *Service) Configure(ctx context.Context, scope store.Scope, body *jsontree.Object) (settings Settings, err error) {
	values, err := accept(ctx, body)
	if err != nil {
		return settings, err
	}
	err = s.db.Edit(ctx, scope, "update", func(e *store.Edit) error {
		if settings, err = read(ctx, e); err != nil {
			return err
		}
		e.Summary = "lint settings"
		return settings.save(ctx, e, body, values)
	})
	return settings, err
}

func accept(ctx context.Context, body *jsontree.Object) (record.Values, error) {
	values, problems, err := record.LintSettings.Accept(ctx, body, nil, true)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		problems = wrongSeverities(body)
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return values, nil
}

// wrongSeverities returns an error for each unknown rule or severity.
func wrongSeverities(body *jsontree.Object) (problems validate.Errors) {
	for id, value := range sent(body).All() {
		severity, _ := value.(string)
		switch {
		case Named(id) == nil:
			problems.AddNamed("severities."+id, "", validate.SelectionIsInvalid.Saying("There is no rule "+id+"."))
		case value != nil && !slices.Contains(Severities(), Severity(severity)):
			problems.AddFailure("severities."+id, validate.SelectionIsInvalid)
		}
	}
	return problems
}

func sent(body *jsontree.Object) *jsontree.Object {
	return body.Object("severities")
}

// save applies the body to the settings and stores them.
func (s *Settings) save(ctx context.Context, e *store.Edit, body *jsontree.Object, values record.Values) error {
	for id, value := range sent(body).All() {
		severity := Severity(validate.Text(value))
		if severity == "" || severity == Named(id).Severity {
			delete(s.Severities, id)
		} else {
			s.Severities[id] = severity
		}
	}
	values["severities"] = string(jsontree.AppendValue(nil, s.tree()))
	if restart, sent := values["restart_interval"]; sent {
		s.Restart = nil
		if seconds, known := restart.(int64); known {
			s.Restart = &seconds
		}
	}
	if s.sid == "" {
		_, err := e.Create(ctx, record.LintSettings, values)
		return err
	}
	_, err := e.Update(ctx, record.LintSettings, s.sid, values)
	return err
}

// tree returns the severities in the order of the rules.
func (s *Settings) tree() *jsontree.Object {
	o := new(jsontree.Object)
	for _, rule := range Rules() {
		if severity, set := s.Severities[rule.ID]; set {
			o.Set(rule.ID, string(severity))
		}
	}
	return o
}
