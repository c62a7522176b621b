package web

import (
	"context"
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

const economyCoreForm = "economy-core"

func economyCore() recordForm {
	return recordForm{resource: record.EconomyCores, sets: []fieldSet{
		{
			"Infected around players", "How the game spawns infected outside the zones that set this themselves.",
			[]string{"dyn_radius", "dyn_smin", "dyn_smax", "dyn_dmin", "dyn_dmax"},
		},
		{"Start", "", []string{"save_events_startup", "save_types_startup"}},
		{"Log", "What the economy writes to the server's log.", []string{
			"log_ce_loop", "log_ce_dynamicevent", "log_ce_vehicle", "log_ce_lootspawn", "log_ce_lootcleanup", "log_ce_lootrespawn",
			"log_ce_statistics", "log_ce_zombie", "log_storageinfo", "log_hivewarning", "log_missionfilewarning",
		}},
	}}
}

func economyCoreURL(r *request) string { return r.instance.url + "/economy-core" }

func showEconomyCore(ctx context.Context, r *request) (response, error) {
	row, err := r.web.DB.EconomyCore(ctx, r.scope())
	if err != nil {
		return response{}, err
	}
	sets, err := economyCore().fieldsets(ctx, r, row, false)
	if err != nil {
		return response{}, err
	}
	url := economyCoreURL(r)
	return response{Page: r.inside("Economy core"), View: ui.FormView{
		Lead: "The defaults in cfgeconomycore.xml, which apply to the whole economy.",
		Form: r.restore(ui.Form{ID: economyCoreForm, Action: url, Method: http.MethodPut, Submit: "Save", Sets: sets}),
		Delete: &ui.Confirm{
			Label: "Reset to the defaults", Title: "Reset the economy core?", Text: "All values go back to those of a new instance.",
			Form: ui.Form{ID: "reset", Action: url, Method: http.MethodDelete, Submit: "Reset", Danger: true},
		},
	}}, nil
}

func saveEconomyCore(ctx context.Context, r *request) (response, error) {
	row, err := r.web.DB.EconomyCore(ctx, r.scope())
	if err != nil {
		return response{}, err
	}
	url := economyCoreURL(r)
	values, problems, err := economyCore().accept(ctx, r.input, row, store.References{DB: r.web.DB, Scope: r.scope()}, true)
	if err != nil {
		return response{}, err
	}
	if len(problems) > 0 {
		return r.invalid(economyCoreForm, url, problems), nil
	}
	if _, err := r.web.DB.UpdateEconomyCore(ctx, r.scope(), values); err != nil {
		return response{}, err
	}
	return r.done(url, "The economy core was saved."), nil
}

func resetEconomyCore(ctx context.Context, r *request) (response, error) {
	if err := r.web.DB.ResetEconomyCore(ctx, r.scope()); err != nil {
		return response{}, err
	}
	return r.done(economyCoreURL(r), "The economy core was reset to the defaults."), nil
}
