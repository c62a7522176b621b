package problems

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const lintForm = "lint"

// showLintRules shows the form of the severities.
func showLintRules(ctx context.Context, r *site.Request) (site.Response, error) {
	settings, err := r.Site.Lint.Settings(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	url := lintURL(r)
	return site.Response{Page: r.Inside("Rules and severities", ui.Link{Label: "Problems", URL: url}), View: ui.FormView{
		Lead: "How severe each rule’s problems are. Rules that are off are not checked.",
		Form: r.Restore(rulesForm(url, settings)),
	}}, nil
}

// rulesForm draws the form with what is stored.
func rulesForm(url string, settings lint.Settings) ui.Form {
	return ui.Form{ID: lintForm, Action: url + "/rules", Method: http.MethodPut, Submit: "Save", Cancel: url, Sets: lintSets(settings)}
}

func lintSets(settings lint.Settings) []ui.Fieldset {
	declared := record.LintSettings.Field("restart_interval")
	interval := recordform.Form{Resource: record.LintSettings}.Control(declared)
	if settings.Restart != nil {
		interval.Value = strconv.FormatInt(*settings.Restart, 10)
	}
	sets := []ui.Fieldset{{Title: "Server", Fields: []ui.Field{interval}}}
	for _, g := range lint.Groups() {
		set := ui.Fieldset{Title: g.Title}
		for _, rule := range g.Rules {
			set.Fields = append(set.Fields, severityField(rule, settings.Severities[rule.ID]))
		}
		sets = append(sets, set)
	}
	return sets
}

// severityField offers the severities of a rule. The default is the rule's own.
func severityField(rule *lint.Rule, chosen lint.Severity) ui.Field {
	f := ui.Field{
		Name: "severities[" + rule.ID + "]", Label: rule.Title, Kind: ui.Select,
		Options: []ui.Option{{Label: "default: " + string(rule.Severity), Selected: chosen == ""}},
	}
	for _, severity := range lint.Severities() {
		f.Options = append(f.Options, ui.Option{Value: string(severity), Label: string(severity), Selected: severity == chosen})
	}
	return f
}

func saveLintRules(ctx context.Context, r *site.Request) (site.Response, error) {
	url := lintURL(r)
	settings, err := r.Site.Lint.Settings(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(rulesForm(url, settings), url+"/rules")
	if conflict {
		return answer, nil
	}
	body := new(jsontree.Object)
	for _, name := range []string{"restart_interval", "severities"} {
		if value, sent := r.Input.Get(name); sent {
			body.Set(name, value)
			if text, isText := value.(string); isText {
				body.Set(name, ui.Seconds(text))
			}
		}
	}
	in, err := shape.Accept[lint.LintRulesInput](ctx, body)
	if err == nil {
		_, err = r.Site.Lint.Configure(ctx, r.Scope(), in)
	}
	var problems validate.Errors
	switch {
	case errors.As(err, &problems):
		return r.Invalid(lintForm, url+"/rules", problems), nil
	case err != nil:
		return site.Response{}, err
	}
	return r.Done(url, "The rules were saved."+site.AlsoChanged(kept)), nil
}
