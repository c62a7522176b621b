package operation

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/lint"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// Lint are what one can do about mistakes in the records of an instance.
var Lint = []*Operation{
	define("lint", get, "lint", access.Read, "All findings, the gravest first.", findings, choosing(record.Findings),
		about("The problems in the records of the instance, the most severe first. Each rule has a page in the documentation.")),
	define("count findings", get, "lint/summary", access.Read, "How many findings each rule has.", countFindings, choosing(record.Findings),
		about("How many problems each rule has found, the most severe rules first. Rules that have found nothing are left out.")),
	define("list lint rules", get, "lint/rules", access.Read, "The rules with their severities.", listLintRules,
		about("The lint rules, with their severities in this instance.")),
	define("update lint rules", put, "lint/rules", access.Edit, "Change severities, and what the rules go by.", updateLintRules,
		unreviewed,
		about("Changes the severities of rules in this instance, and the settings that rules use. Rules that are left out are not changed.")),
	define("fix findings", post, "lint/fix", access.Edit, "Settle findings as one change, or tell with dry_run what would change.",
		fixFindings,
		about("Fixes problems that have a fix, in one revision. With `dry_run` nothing is changed, and the response lists what would change.")),
}

// found returns all that is wrong with the records of an instance, or what of it the filter finds.
func found(ctx context.Context, call *Call) ([]lint.Finding, error) {
	all, err := call.Lint.Check(ctx, call.Scope)
	if err != nil {
		return nil, err
	}
	return chosen(ctx, call, record.Findings, call.Sent, all)
}

// findings answers what is wrong, each flood as one.
func findings(ctx context.Context, call *Call, _ none) (list []lint.FindingView, err error) {
	all, err := found(ctx, call)
	for _, f := range lint.Fold(all) {
		list = append(list, f.View())
	}
	return list, err
}

func countFindings(ctx context.Context, call *Call, _ none) (list []lint.FindingCountView, err error) {
	all, err := found(ctx, call)
	for _, t := range lint.TallyUp(all) {
		list = append(list, t.View())
	}
	return list, err
}

func listLintRules(ctx context.Context, call *Call, _ none) (lint.LintRulesView, error) {
	settings, err := call.Lint.Settings(ctx, call.Scope)
	return settings.View(), err
}

func updateLintRules(ctx context.Context, call *Call, in lint.LintRulesInput) (lint.LintRulesView, error) {
	settings, err := call.Lint.Configure(ctx, call.Scope, in)
	return settings.View(), err
}

type fixInput struct {
	Findings []fixedFinding `field:"findings,required,max=1000" example:"[{\"rule\":\"unused-preset\"}]"`
	DryRun   bool           `field:"dry_run" help:"Only show what would change." example:"true"`
}

type fixedFinding struct {
	Rule string `field:"rule,required"`
	Own  bool   `field:"own" help:"Without a sid: leave out what unmodified files of the game have as well."`
	SID  string `field:"sid" help:"That of the record; without it, all problems of the rule that have a fix."`
}

type fixed struct {
	DryRun  bool                   `field:"dry_run" example:"true"`
	Changes []lint.FixedRecordView `field:"changes"`
}

// fixFindings carries out the fixes of findings, or returns what they would change.
func fixFindings(ctx context.Context, call *Call, in fixInput) (fixed, error) {
	choices := make([]lint.Choice, len(in.Findings))
	for i, f := range in.Findings {
		choices[i] = lint.Choice{Rule: f.Rule, SID: f.SID, Own: f.Own}
	}
	changes, err := fix(ctx, call, choices, in.DryRun)
	answer := fixed{DryRun: in.DryRun}
	for _, c := range changes {
		answer.Changes = append(answer.Changes, lint.ViewFixed(c))
	}
	return answer, fixError(err)
}

func fix(ctx context.Context, call *Call, choices []lint.Choice, dry bool) ([]record.Difference, error) {
	if dry {
		return call.Lint.Preview(ctx, call.Scope, choices)
	}
	changes, _, err := call.Lint.Fix(ctx, call.Scope, choices)
	return changes, err
}

// fixError says which of the findings cannot be fixed.
func fixError(err error) error {
	var nothing lint.NothingToFix
	if !errors.As(err, &nothing) {
		return err
	}
	return validate.Refusal("findings."+strconv.Itoa(nothing.Choice),
		"There is nothing to fix: the problem has been fixed already, or has to be fixed by hand.")
}
