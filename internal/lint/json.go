package lint

import (
	"encoding/json"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/shape"
)

// FindingView is a finding as it goes over the wire. A flood has how many it stands for, and those as records.
type FindingView struct {
	Severity Severity            `field:"severity" example:"warning"`
	Rule     string              `field:"rule" help:"Described at /docs/lint/{rule}." example:"min-over-nominal"`
	Resource string              `field:"resource" help:"As in the URL of the resource's list; also files and instances." example:"types"`
	SID      string              `field:"sid" help:"Empty for a file not stored yet, and a flood of several records." example:"aB3dE5fG7h"`
	Name     string              `field:"name" help:"Name of the record, or path of the file; may be empty." example:"AKM"`
	Message  string              `field:"message" help:"What is wrong, in a sentence." example:"min (10) is above nominal (5)."`
	Says     say.Message         `field:"says" help:"The same as data: a variant of the rule with its parameters."`
	Fix      string              `field:"fix,null" help:"What the automatic fix would do; null if there is none." example:"Lower min to 5."`
	Vanilla  bool                `field:"vanilla" help:"Whether an unmodified file of the game has the same problem."`
	Count    int                 `field:"count,omit" help:"How many problems a flood, many of one rule in one file, stands for."`
	Records  []FindingRecordView `field:"records,omit" help:"Of a flood, each of its problems. Other findings do not have it."`
}

// FindingRecordView is one of the problems of a flood.
type FindingRecordView struct {
	SID     string `field:"sid"`
	Name    string `field:"name"`
	Message string `field:"message"`
}

// View returns the finding as it goes over the wire.
func (f Finding) View() FindingView {
	v := FindingView{
		Severity: f.Severity, Rule: f.Rule.ID, Resource: f.Resource.Path, SID: f.SID, Name: f.Label(), Message: f.Message(), Says: f.Says,
		Vanilla: f.Vanilla,
	}
	if f.Fix != nil {
		v.Fix = f.Fix.Summary()
	}
	if f.Members != nil {
		v.Count = f.Count()
	}
	for _, m := range f.Members {
		v.Records = append(v.Records, FindingRecordView{m.SID, m.Label(), m.Message()})
	}
	return v
}

// AppendJSON appends the finding as it goes over the wire.
func (f Finding) AppendJSON(b []byte) []byte { return shape.Append(b, f.View()) }

// FindingCountView is a tally as it goes over the wire.
type FindingCountView struct {
	Rule     string   `field:"rule" help:"Described at /docs/lint/{rule}." example:"min-over-nominal"`
	Title    string   `field:"title" help:"What the rule looks for." example:"Min above nominal"`
	Severity Severity `field:"severity" example:"warning"`
	Count    int      `field:"count" help:"How many problems it has found, without those of unmodified files of the game." example:"1"`
	Fixable  int      `field:"fixable" help:"How many of them have an automatic fix." example:"1"`
	Vanilla  int      `field:"vanilla" help:"How many more unmodified files of the game have as well."`
}

// View returns the tally as it goes over the wire.
func (t Tally) View() FindingCountView {
	return FindingCountView{t.Rule.ID, t.Rule.Title, t.Severity, t.Count, t.Fixable, t.Vanilla}
}

// FixedRecordView is a difference as it goes over the wire. The side on which the record does not exist is null.
type FixedRecordView struct {
	Resource string           `field:"resource" help:"What follows the instance in the URL of the resource's list." example:"types"`
	SID      string           `field:"sid,null" help:"Null for a record that is created." example:"aB3dE5fG7h"`
	Title    string           `field:"title" help:"Name of the record, or path of the file; may be empty." example:"AKM"`
	Before   *jsontree.Object `field:"before,null" help:"The fields that differ; null if the record did not exist." example:"{\"min\":10}"`
	After    *jsontree.Object `field:"after,null" help:"The fields that differ; null if the record is deleted." example:"{\"min\":5}"`
}

// ViewFixed returns what fixes do to a record as it goes over the wire.
func ViewFixed(d record.Difference) FixedRecordView {
	return FixedRecordView{d.Resource.Path, d.SID, d.Title, treeOf(d.Resource, d.Before), treeOf(d.Resource, d.After)}
}

func treeOf(r *record.Resource, fields map[string]json.RawMessage) *jsontree.Object {
	if fields == nil {
		return nil
	}
	o := new(jsontree.Object)
	for _, f := range r.Fields {
		if text, there := fields[f.Name]; there {
			value, _ := jsontree.Parse(text) // written from a value
			o.Set(f.Name, value)
		}
	}
	return o
}

// LintRulesView says how an instance is checked, as it goes over the wire.
type LintRulesView struct {
	Restart *int64         `field:"restart_interval,min=60,max=604800" help:"Seconds between restarts; null if not known." example:"14400"`
	Rules   []LintRuleView `field:"rules"`
}

// LintRuleView is a rule with its severity in an instance.
type LintRuleView struct {
	Rule     string   `field:"rule" example:"min-over-nominal"`
	Title    string   `field:"title" help:"What the rule looks for." example:"Min above nominal"`
	Severity Severity `field:"severity" example:"warning"`
	Default  Severity `field:"default" example:"warning"`
}

// View returns the settings, with all rules, as they go over the wire.
func (s Settings) View() LintRulesView {
	v := LintRulesView{Restart: s.Restart}
	for _, rule := range Rules() {
		v.Rules = append(v.Rules, LintRuleView{rule.ID, rule.Title, s.Of(rule), rule.Severity})
	}
	return v
}
