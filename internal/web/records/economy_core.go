package records

import (
	"context"
	"net/http"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const economyCoreForm = "economy-core"

func economyCore() recordform.Form {
	return recordform.Form{Resource: record.EconomyCores, Sets: []recordform.Set{
		{
			Title: "Infected around players", Help: "How the game spawns infected outside zones with their own settings.",
			Fields: []string{"dyn_radius", "dyn_smin", "dyn_smax", "dyn_dmin", "dyn_dmax"},
		},
		{Title: "Start", Fields: []string{"save_events_startup", "save_types_startup"}},
		{Title: "Log", Help: "What the economy writes to the server's log.", Fields: []string{
			"log_ce_loop", "log_ce_dynamicevent", "log_ce_vehicle", "log_ce_lootspawn", "log_ce_lootcleanup", "log_ce_lootrespawn",
			"log_ce_statistics", "log_ce_zombie", "log_storageinfo", "log_hivewarning", "log_missionfilewarning",
		}},
	}}
}

func economyCoreURL(r *site.Request) string { return r.Instance.URL + "/economy-core" }

func showEconomyCore(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.EconomyCore(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	form, err := drawEconomyCore(ctx, r, row)
	if err == nil {
		form, err = r.RestoreRecord(ctx, form, record.EconomyCores, row)
	}
	return site.Response{Page: r.Inside("Economy core"), View: ui.FormView{
		Lead: "The defaults in cfgeconomycore.xml, which apply to the whole economy.",
		Form: form,
		Delete: &ui.Confirm{
			Label: "Reset to the defaults", Title: "Reset the economy core?", Text: "All values go back to those of a new instance.",
			Form: ui.Form{ID: "reset", Action: economyCoreURL(r), Method: http.MethodDelete, Submit: "Reset", Danger: true},
		},
	}}, err
}

// drawEconomyCore draws the form with what is stored.
func drawEconomyCore(ctx context.Context, r *site.Request, row record.Row) (ui.Form, error) {
	sets, err := economyCore().Fieldsets(ctx, r, row, false)
	return ui.Form{
		ID: economyCoreForm, One: "economy core", Action: economyCoreURL(r), Method: http.MethodPut, Submit: "Save", Sets: sets,
	}, err
}

func saveEconomyCore(ctx context.Context, r *site.Request) (site.Response, error) {
	return site.Merging(func() (site.Response, error) { return saveEconomyCoreOnce(ctx, r) })
}

func saveEconomyCoreOnce(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.EconomyCore(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	form, err := drawEconomyCore(ctx, r, row)
	if err != nil {
		return site.Response{}, err
	}
	url := economyCoreURL(r)
	answer, kept, conflict := r.Conflicts(form, url)
	if conflict {
		return answer, nil
	}
	values, problems, err := economyCore().Accept(ctx, r.Input, row, store.References{DB: r.Site.DB, Scope: r.Scope()}, true)
	if err == nil && len(problems) > 0 {
		return r.Invalid(economyCoreForm, url, problems), nil
	}
	if err == nil {
		_, err = r.Site.DB.UpdateEconomyCore(ctx, r.Scope(), values, r.Unmoved(record.EconomyCores, row))
	}
	return r.Done(url, "The economy core was saved."+site.AlsoChanged(kept)), err
}

func resetEconomyCore(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.DB.ResetEconomyCore(ctx, r.Scope()); err != nil {
		return site.Response{}, err
	}
	return r.Done(economyCoreURL(r), "The economy core was reset to the defaults."), nil
}
