package lint

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
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

// LintRulesInput changes how an instance is checked. What it leaves out stays.
type LintRulesInput struct {
	Restart    *int64               `field:"restart_interval,clears,min=60,max=604800" help:"In seconds; null if not known." example:"14400"`
	Severities map[string]*Severity `field:"severities,keyed" help:"By rule; null is the default." example:"{\"min-over-nominal\":\"error\"}"`
}

// Check adds an error for each unknown rule.
func (in *LintRulesInput) Check(problems *validate.Errors) {
	for _, id := range slices.Sorted(maps.Keys(in.Severities)) {
		if Named(id) == nil {
			problems.AddNamed("severities."+id, "", validate.SelectionIsInvalid.Saying("There is no rule "+id+"."))
		}
	}
}

// Configure changes the settings of an instance by a change that was accepted. It returns store.ErrNotFound if there is no such instance.
func (s *Service) Configure(ctx context.Context, scope store.Scope, in LintRulesInput) (settings Settings, err error) {
	err = s.db.Edit(ctx, scope, "update", func(e *store.Edit) error {
		if settings, err = read(ctx, e); err != nil {
			return err
		}
		e.Summary = say.New("lint-settings")
		return settings.save(ctx, e, in)
	})
	return settings, err
}

// save applies a change to the settings and stores them.
func (s *Settings) save(ctx context.Context, e *store.Edit, in LintRulesInput) error {
	for id, severity := range in.Severities {
		if severity == nil || *severity == Named(id).Severity {
			delete(s.Severities, id)
		} else {
			s.Severities[id] = *severity
		}
	}
	values := record.Values{"severities": string(jsontree.AppendValue(nil, s.tree()))}
	if in.Restart != nil {
		s.Restart, values["restart_interval"] = nil, nil
		if *in.Restart != 0 {
			s.Restart, values["restart_interval"] = in.Restart, *in.Restart
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
