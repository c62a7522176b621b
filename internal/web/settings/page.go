package settings

import (
	"context"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// form returns the form of the part of the document that the page shows.
func (s *setting) form() docform.Form {
	return s.part.Form(s.schema, s.document.Tree, s.document.Text)
}

// draw shows the part of the document, with input and errors if the form is shown again.
func (s *setting) draw(ctx context.Context, input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	form := s.form()
	merged, err := s.merged(ctx, form, input)
	if err != nil {
		return site.Response{}, err
	}
	view, ok := s.part.Draw(form, input, problems, merged)
	if !ok {
		return s.part.Nearest(form)
	}
	if view.Places {
		view.Lead, view.Whole, view.Preset = s.schema.About, s.whole(), s.presetPanel("")
	}
	return site.Response{Page: s.page(form.Cursor()), View: view}, nil
}

// drawNew shows the form of a new member of the list or map at the path.
func (s *setting) drawNew(input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	view, cursor, ok := s.part.DrawNew(s.form(), input, problems)
	if !ok {
		return site.Response{}, site.ErrNotFound
	}
	return site.Response{Page: s.page(cursor), View: view}, nil
}

// merged merges the input of a form that is shown again with what is stored.
func (s *setting) merged(ctx context.Context, form docform.Form, input *jsontree.Object) (ui.Merged, error) {
	if input == nil {
		return ui.Merged{}, nil
	}
	merged, _ := form.Merge(input)
	if len(merged.Conflicts) == 0 || s.row == nil {
		return merged, nil
	}
	res := record.ExpansionSettings
	return merged, s.r.NameAuthors(ctx, merged.Conflicts, res, res.SID(s.row))
}

// page returns the page of a value in the document; crumbs lead to it through those around it.
func (s *setting) page(cursor *docform.Cursor) *ui.Page {
	crumbs := []ui.Link{{Label: settingsTitle, URL: documents.URL(s.r)}}
	page := s.r.Inside(s.part.TitleOf(cursor), append(crumbs, s.part.Crumbs(cursor, s.schema.Title)...)...)
	page.Actions = []ui.Link{{Label: "Download " + s.file(), URL: s.url() + "/generate", Download: true, Quiet: true}}
	if s.part.At == "" {
		page.Actions = append(page.Actions, ui.Link{Label: "Edit as JSON", URL: s.url() + "?view=raw", Quiet: true})
		if s.row != nil {
			page.Actions = append(page.Actions, s.r.RecordTextLinks(record.ExpansionSettings, s.row)...)
			page.Actions = append(page.Actions, s.r.RecordHistoryLink(record.ExpansionSettings, s.row))
			page.About = site.AboutRecord(record.ExpansionSettings, s.row)
		}
	}
	return page
}

// whole describes the whole file.
func (s *setting) whole() *pages.SettingWhole {
	res := record.ExpansionSettings
	whole := &pages.SettingWhole{
		Path:   strings.ReplaceAll(s.schema.Path, "<mission>", s.r.Instance.Text("mission")),
		Import: s.url() + "/import", Limit: ui.HumanSize(s.r.Site.UploadLimit),
		Unknown: unknownKeys(s.schema, s.document.Tree), Missing: missingKeys(s.schema, s.document.Tree),
	}
	if s.row != nil {
		whole.Changed = time.UnixMicro(s.row[res.Index("updated_at")].(int64))
	}
	if version, ok := expansion.VersionOf(s.document.Tree, s.schema.VersionField); ok {
		whole.Version = strconv.FormatInt(version, 10)
		if version != int64(s.schema.Version) {
			whole.Newest = strconv.Itoa(s.schema.Version)
		}
	}
	return whole
}

func unknownKeys(d *expansion.Schema, document *jsontree.Object) (keys []string) {
	for key := range document.All() {
		if d.Field(key) == nil {
			keys = append(keys, key)
		}
	}
	return keys
}

func missingKeys(d *expansion.Schema, document *jsontree.Object) (keys []string) {
	for _, f := range d.Fields() {
		if !document.Has(f.Name) && f.Removed == 0 {
			keys = append(keys, f.Name)
		}
	}
	return keys
}
