package palette

import (
	"net/url"
	"path"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// settingsFile is a file of settings of the game or of the mod.
type settingsFile struct {
	*expansion.Schema
	of, page string
}

// settings returns the files whose titles or names hold the words, and the settings in them whose labels or keys do.
func settings(r *site.Request, q string) (found []pages.Found) {
	if !inInstance(r) {
		return nil
	}
	files := settingsFiles(r)
	for _, file := range files {
		if fits(file.Title+" settings "+path.Base(file.Path), q) {
			found = append(found, pages.Found{Label: file.Title, Note: file.of, URL: file.page})
		}
	}
	for _, file := range files {
		if !fits(file.Title, q) {
			found = append(found, file.fields(file.Fields(), file.Title, q)...)
		}
	}
	return found[:min(len(found), most)]
}

// settingsFiles returns the files that an instance has one of each, those of the game first.
func settingsFiles(r *site.Request) (list []settingsFile) {
	for _, d := range document.All() {
		if !d.Several && expansion.Setting(d.Slug) == nil {
			list = append(list, settingsFile{d.Schema, "Settings of the game", r.Instance.URL + "/documents/" + d.Slug})
		}
	}
	c := r.Site.CollectionOf(record.ExpansionSettings.Name)
	if c == nil {
		return list
	}
	for _, schema := range expansion.Settings() {
		list = append(list, settingsFile{schema, "Settings of the Expansion mod", c.EditURL(r, schema.Slug, "")})
	}
	return list
}

// fields returns what fits the words among fields, and within those that are objects. under is what they stand in.
func (s settingsFile) fields(fields []*expansion.Field, under, q string) (found []pages.Found) {
	for _, f := range fields {
		if f.Removed == 0 && fits(f.Label+" "+f.Name+" "+under, q) && len(found) < most {
			found = append(found, pages.Found{Label: f.Label, Note: under, URL: s.page + "?" + url.Values{"q": {f.Name}}.Encode()})
		}
		if f.Type == expansion.Object && f.Shape == expansion.Single {
			found = append(found, s.fields(f.Fields, under+" · "+f.Label, q)...)
		}
	}
	return found
}
