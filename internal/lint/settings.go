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

// Settings say how an instance is checked.
type Settings struct {
	Restart    int64               // seconds between restarts of the server
	Severities map[string]Severity // by rule, where they differ from what the rule proposes

	sid string // of the stored record; empty where the defaults count
}

// Of returns the severity that a rule has.
func (s Settings) Of(rule *Rule) Severity { return cmp.Or(s.Severities[rule.ID], rule.Severity) }

// Settings returns how an instance is checked.
func (s *Service) Settings(ctx context.Context, scope store.Scope) (Settings, error) {
	return read(ctx, outside{s.db, scope})
}

func read(ctx context.Context, from source) (Settings, error) {
	r := record.LintSettings
	rows, err := from.All(ctx, r, "")
	if err != nil {
		return Settings{}, err
	}
	settings := Settings{Restart: record.LintSettings.Field("restart_interval").Default.(int64), Severities: map[string]Severity{}}
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

// Configure changes how an instance is checked: body may hold restart_interval in seconds, and severities by rule, where
// null puts back what the rule proposes. What it leaves out stays. What is wrong with it are validate.Errors.
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

// wrongSeverities names what is no rule or no severity.
func wrongSeverities(body *jsontree.Object) (problems validate.Errors) {
	for id, value := range sent(body).All() {
		severity, _ := value.(string)
		switch {
		case Named(id) == nil:
			problems.AddSentence("severities."+id, "There is no rule "+id+".")
		case value != nil && !slices.Contains(Severities(), Severity(severity)):
			problems.AddFailure("severities."+id, validate.SelectionIsInvalid)
		}
	}
	return problems
}

func sent(body *jsontree.Object) *jsontree.Object {
	return body.Object("severities")
}

// save stores the settings with what the body changes.
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
	if restart, changed := values["restart_interval"].(int64); changed {
		s.Restart = restart
	}
	if s.sid == "" {
		_, err := e.Create(ctx, record.LintSettings, values)
		return err
	}
	_, err := e.Update(ctx, record.LintSettings, s.sid, values)
	return err
}

// tree holds the severities in the order of the rules.
func (s *Settings) tree() *jsontree.Object {
	o := new(jsontree.Object)
	for _, rule := range Rules() {
		if severity, set := s.Severities[rule.ID]; set {
			o.Set(rule.ID, string(severity))
		}
	}
	return o
}
