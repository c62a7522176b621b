package web

import (
	"context"
	"errors"
	"net/url"
	"path"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// addSettings adds the pages of the mod's settings.
func addSettings(web *Web) {
	web.collect(settingCollection())
	addPresets(web)
	in := web.forInstances(guiBase)
	in.get("", listSettings)
	in.get("/{setting}", showSetting)
	in.put("/{setting}", updateSetting)
	in.post("/{setting}/import", importSetting)
	in.get("/{setting}/generate", generateSetting)
}

// settingDocuments are the settings as records that each are a file. Their pages are their own.
func settingDocuments() *documentPages {
	return &documentPages{resource: record.ExpansionSettings, param: "setting"}
}

// settingsTitle is the title of the list of all settings.
const settingsTitle = "Expansion settings"

// settingCollection is what the rest of the site knows of the settings, which are addressed by their names.
func settingCollection() *collection {
	return &collection{
		resource: record.ExpansionSettings, group: expansionGroup, title: settingsTitle, one: "settings file", many: "expansion settings",
		url: func(r *request) string { return r.guiURL() }, editURL: func(r *request, title, _ string) string { return r.guiURL() + "/" + title },
	}
}

// setting is the settings file that a request is about.
type setting struct {
	r        *request
	schema   *expansion.Schema
	row      record.Row          // nil while the instance does not have the file
	document *expansion.Document // what is stored, or else the mod's defaults
	at       string              // the path of the value that the page shows
}

// findSetting returns the file of the route. One that the instance does not have yet is shown with the mod's defaults; it
// becomes a record with the first save.
func (r *request) findSetting(ctx context.Context) (*setting, error) {
	s := &setting{r: r, schema: expansion.Setting(r.param("setting")), at: r.text("at")}
	if s.schema == nil {
		return nil, errNotFound
	}
	row, err := r.web.DB.Get(ctx, record.ExpansionSettings, r.scope(), s.schema.Slug)
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.document, err = s.schema.NewDocument(), nil
	case err == nil:
		s.row = row
		s.document, err = settingDocuments().read(row)
	}
	return s, err
}

func (s *setting) url() string { return s.r.guiURL() + "/" + s.schema.Slug }

// pageURL is the address of the page that is shown, or of another place in the document.
func (s *setting) pageURL(at string) string {
	query := url.Values{}
	if at != "" {
		query.Set("at", at)
	}
	for _, name := range []string{"q", "page"} {
		if text := s.r.text(name); text != "" && at == s.at {
			query.Set(name, text)
		}
	}
	if len(query) == 0 {
		return s.url()
	}
	return s.url() + "?" + query.Encode()
}

// formID is the id of the form for a path in the document.
func (s *setting) formID() string { return "setting:" + s.schema.Slug + ":" + s.at }

func (s *setting) file() string { return path.Base(s.schema.Path) }

// base stands for the document as the page shows it.
func (s *setting) base() string { return baseOf(s.document.Text) }

func showSetting(ctx context.Context, r *request) (response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return response{}, err
	}
	if r.text("view") == "raw" {
		return s.drawSource(s.document.Text, nil), nil
	}
	left := r.flash()
	var input *jsontree.Object
	var problems validate.Errors
	if left.Form == s.formID() {
		input, problems = jsontree.ParseBody(left.Input), left.Problems
	}
	return s.draw(input, problems)
}

// generateSetting downloads the file as it stands.
func generateSetting(ctx context.Context, r *request) (response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return response{}, err
	}
	if s.row == nil {
		return r.generated(ctx, s.file(), []byte(s.document.Text))
	}
	return r.generated(ctx, s.file(), record.ExpansionSettings.FileOf(s.row))
}
