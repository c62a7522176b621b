package endpoint

import "net/http"

// gui is where the forms of the Expansion mod are.
const gui = "/instance/{instance}/expansion/gui"

// expansion are the resources of surface C: forms with a session cookie and a CSRF token.
func expansion() []Resource {
	return []Resource{settings(), marketTraders(), marketCategories(), loadouts(), traderZones()}
}

func form(name, title, about string, endpoints ...Endpoint) Resource {
	return Resource{Name: name, Title: title, About: about, Surface: C, Endpoints: endpoints}
}

func settings() Resource {
	const one = gui + "/{setting}"
	return form("settings", "Settings", "The settings files of the Expansion mod, by slug.",
		Endpoint{Method: http.MethodGet, Path: one, Summary: "Open the structured editor."},
		Endpoint{Method: http.MethodPut, Path: one, Summary: "Save form values to the setting."},
		Endpoint{Method: http.MethodPost, Path: one + "/import", Summary: "Import an uploaded JSON file."},
		Endpoint{Method: http.MethodGet, Path: one + "/generate", Summary: "Download the generated JSON."},
		Endpoint{Method: http.MethodPost, Path: one + "/ai-preset/generate", Summary: "Preview a preset made from a prompt."},
		Endpoint{Method: http.MethodPost, Path: one + "/ai-preset/apply", Summary: "Apply a generated preset."},
	)
}

// forms are the endpoints that traders, categories and loadouts have in common.
func forms(base, param string) []Endpoint {
	one := base + "/{" + param + "}"
	return []Endpoint{
		{Method: http.MethodGet, Path: base, Summary: "Index."},
		{Method: http.MethodGet, Path: base + "/create", Summary: "Form of a new one."},
		{Method: http.MethodPost, Path: base, Summary: "Create one."},
		{Method: http.MethodPost, Path: base + "/import", Summary: "Import a JSON file."},
		{Method: http.MethodGet, Path: one, Summary: "Detail page."},
		{Method: http.MethodGet, Path: one + "/edit", Summary: "Edit form."},
		{Method: http.MethodPut, Path: one, Summary: "Change one."},
		{Method: http.MethodDelete, Path: one, Summary: "Delete one."},
		{Method: http.MethodGet, Path: one + "/generate", Summary: "Download one as a JSON file."},
	}
}

func marketTraders() Resource {
	return form("market-traders", "Market Traders", "The traders of the Expansion market.",
		forms(gui+"/market-traders", "expansionMarketTrader")...)
}

func marketCategories() Resource {
	const base, param = gui + "/market-categories", "expansionMarketCategory"
	return form("market-categories", "Market Categories", "The categories of the Expansion market with their items.",
		append(forms(base, param),
			Endpoint{Method: http.MethodPut, Path: base + "/{" + param + "}/items/{item}", Summary: "Change one item."},
			Endpoint{Method: http.MethodGet, Path: gui + "/market/generate-all", Summary: "Download all categories and traders as a ZIP."},
		)...)
}

func loadouts() Resource {
	return form("ai-loadouts", "AI Loadouts", "What the AI of the Expansion mod wears and carries.",
		forms(gui+"/ai-loadouts", "expansionAILoadout")...)
}

func traderZones() Resource {
	const base, one = gui + "/trader-zones", gui + "/trader-zones/{expansionTraderZone}"
	return form("trader-zones", "Trader Zones", "The zones in which the traders of the Expansion market share their stock.",
		Endpoint{Method: http.MethodGet, Path: base, Summary: "Index, with the form of a new one."},
		Endpoint{Method: http.MethodPost, Path: base, Summary: "Create one."},
		Endpoint{Method: http.MethodPost, Path: base + "/import", Summary: "Import a JSON file."},
		Endpoint{Method: http.MethodGet, Path: one + "/edit", Summary: "Edit form."},
		Endpoint{Method: http.MethodPut, Path: one, Summary: "Change one."},
		Endpoint{Method: http.MethodDelete, Path: one, Summary: "Delete one."},
		Endpoint{Method: http.MethodGet, Path: one + "/generate", Summary: "Download one as a JSON file."},
	)
}
