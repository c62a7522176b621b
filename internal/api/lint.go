package api

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// lint answers everything that is wrong with the records of an instance, or what of it a filter finds, each flood as one.
func (a *API) lint(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	found, err := a.findings(ctx, scope, in)
	if err != nil {
		return response{}, err
	}
	return ok(append(lint.AppendFindings([]byte(`{"data":`), lint.Fold(found)), '}')), nil
}

func (a *API) findings(ctx context.Context, scope store.Scope, in *jsontree.Object) ([]lint.Finding, error) {
	found, err := a.Lint.Check(ctx, scope)
	if err != nil {
		return nil, err
	}
	return chosen(ctx, record.Findings, in, found, lint.AppendFinding)
}

// countFindings answers how many findings each rule has.
func (a *API) countFindings(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	found, err := a.findings(ctx, scope, in)
	if err != nil {
		return response{}, err
	}
	return ok(append(lint.AppendTallies([]byte(`{"data":`), lint.TallyUp(found)), '}')), nil
}

// listLintRules answers how an instance is checked.
func (a *API) listLintRules(ctx context.Context, r *request, scope store.Scope) (response, error) {
	settings, err := a.Lint.Settings(ctx, scope)
	if err != nil {
		return response{}, err
	}
	return ok(lintSettings(settings)), nil
}

// updateLintRules changes how an instance is checked.
func (a *API) updateLintRules(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	settings, err := a.Lint.Configure(ctx, scope, in)
	if err != nil {
		return response{}, err
	}
	return ok(lintSettings(settings)), nil
}

func lintSettings(s lint.Settings) []byte {
	b := []byte(`{"data":{"restart_interval":`)
	if s.Restart == nil {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendInt(b, *s.Restart)
	}
	return append(s.AppendRules(append(b, `,"rules":`...)), "}}"...)
}

// maxFixes is how many findings one request names; a rule without a record names all of its own.
const maxFixes = 1_000

// fixRules are the rules of a body that asks for fixes.
var fixRules = validate.Compile(validate.Rules{
	{Name: "findings", Rules: []validate.Rule{validate.Required(), validate.List(), validate.Custom(isList), validate.Max(maxFixes)}},
	{Name: "findings.*", Rules: []validate.Rule{validate.Custom(isObject)}},
	{Name: "findings.*.rule", Rules: []validate.Rule{validate.Required(), validate.String()}},
	{Name: "findings.*.own", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "findings.*.sid", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

// fixFindings carries out the fixes of findings, or returns what they would change.
func (a *API) fixFindings(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	dry := isDry(in)
	changes, err := a.fix(ctx, scope, choicesOf(in), dry)
	if err != nil {
		return response{}, fixError(err)
	}
	b := jsontree.AppendBool([]byte(`{"data":{"dry_run":`), dry)
	return ok(append(lint.AppendDifferences(append(b, `,"changes":`...), changes), "}}"...)), nil
}

func (a *API) fix(ctx context.Context, scope store.Scope, choices []lint.Choice, dry bool) ([]lint.Difference, error) {
	if dry {
		return a.Lint.Preview(ctx, scope, choices)
	}
	changes, _, err := a.Lint.Fix(ctx, scope, choices)
	return changes, err
}

func choicesOf(in *jsontree.Object) []lint.Choice {
	value, _ := in.Get("findings")
	list, _ := value.([]any)
	choices := make([]lint.Choice, len(list))
	for i, member := range list {
		finding, _ := member.(*jsontree.Object)
		choices[i] = lint.Choice{Rule: record.TextParam(finding, "rule"), SID: record.TextParam(finding, "sid"), Own: isTrue(finding, "own")}
	}
	return choices
}

// fixError says which of the findings cannot be fixed.
func fixError(err error) error {
	var nothing lint.NothingToFix
	if !errors.As(err, &nothing) {
		return err
	}
	return validate.Refusal("findings."+strconv.Itoa(nothing.Choice), "There is nothing to fix: the problem has been fixed already, or has to be fixed by hand.")
}
