package problems

import (
	"context"
	"net/http"
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const hour = 3600

// neverRestarts is the longest interval that the settings take; nothing that the rules look at lasts longer.
const neverRestarts = 7 * 24 * hour

// askRestart returns the form that asks how often the server restarts, or nil if that is known or nothing depends on it.
func askRestart(ctx context.Context, r *site.Request) (*ui.Form, error) {
	seconds, err := r.Site.Lint.Restart(ctx, r.Scope())
	if err != nil || seconds > 0 {
		return nil, err
	}
	counts, err := r.Site.DB.CountAll(ctx, r.Scope(), []*record.Resource{record.Types})
	if err != nil || counts[0] == 0 {
		return nil, err
	}
	interval := ui.Field{
		Name: "restart_interval", Label: "How often does the server restart?", Kind: ui.Select, Required: true,
		Options: []ui.Option{{Label: "Choose"}},
	}
	for _, hours := range []int{1, 2, 3, 4, 6, 8, 12, 24} {
		interval.Options = append(interval.Options, ui.Option{
			Value: strconv.Itoa(hours * hour), Label: "every " + ui.Plural(hours, "hour", "hours"),
		})
	}
	interval.Options = append(interval.Options, ui.Option{Value: strconv.Itoa(neverRestarts), Label: "at no fixed time"})
	return &ui.Form{
		ID: "restart", Action: lintURL(r) + "/rules", Method: http.MethodPut, Submit: "Save",
		Sets: []ui.Fieldset{{Fields: []ui.Field{interval}}},
	}, nil
}
