package serverfiles

import (
	"context"
	"errors"
	"net/url"

	"quartermaster/internal/docset"
	"quartermaster/internal/document"
	"quartermaster/internal/store"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// presetsOf returns the presets of a document, with the addresses of their previews.
func presetsOf(s *shownFile) (list []pages.GamePreset) {
	for _, p := range s.Presets {
		list = append(list, pages.GamePreset{Title: p.Title, About: p.About, URL: presetURL(s, p.Name)})
	}
	return list
}

func presetURL(s *shownFile, name string) string {
	address := listURL(s.r) + "/" + s.Slug + "/presets/" + name
	if s.Name != "" {
		address += "?file=" + url.QueryEscape(s.Name)
	}
	return address
}

func presetUse(r *site.Request) docset.PresetUse {
	return docset.PresetUse{Slug: r.Param("document"), File: r.Text("file"), Preset: r.Param("preset")}
}

// showPreset shows what a preset would change.
func showPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	would, err := documentsOf(r).PreviewPreset(ctx, r.Scope(), presetUse(r))
	if err != nil {
		return site.Response{}, presetError(err)
	}
	s := shown(r, would.File)
	view := pages.GamePresetPreview{
		Lead: would.Preset.About, Notes: s.Notes, Action: presetURL(s, would.Preset.Name), Base: documents.BaseOf(s.Text), Present: s.Present,
		Back: s.part.URL(),
	}
	for _, d := range would.Differences {
		view.Changes = append(view.Changes, pages.PresetChange{
			Label: labelOf(s.Document, d), Code: d.Path, Before: wordOf(d, d.Old), After: wordOf(d, d.New),
		})
	}
	page := r.Inside(would.Preset.Title, ui.Link{Label: title, URL: listURL(r)}, ui.Link{Label: s.title(), URL: s.part.URL()})
	return site.Response{Page: page, View: view}, nil
}

// labelOf returns the label of a value with those of the values around it.
func labelOf(d *document.Document, difference document.Difference) string {
	form := docform.Form{Schema: d.Schema, Tree: d.Default(), At: difference.Path}
	label := difference.Field.Label
	cursor := form.Cursor()
	if cursor == nil {
		return label
	}
	for up := cursor.Up(); up != nil && up.Up() != nil; up = up.Up() {
		label = up.Title() + ": " + label
	}
	return label
}

func wordOf(d document.Difference, value any) string {
	if value == nil {
		return "not in the file"
	}
	return docform.Words(d.Field, value)
}

// errMoved ends a preset whose document is not what the preview has shown.
var errMoved = errors.New("the document has changed")

// applyPreset changes the document as the preview has shown it.
func applyPreset(ctx context.Context, r *site.Request) (site.Response, error) {
	use := presetUse(r)
	use.Check = func(f *docset.File) error {
		if documents.IsStale(r, f.Text) {
			return errMoved
		}
		return nil
	}
	done, err := documentsOf(r).ApplyPreset(ctx, r.Scope(), use)
	var rejected docset.Rejection
	switch {
	case errors.Is(err, errMoved):
		return r.Tell(presetURL(shown(r, done.File), use.Preset), ui.Notice{
			Tone: ui.Warn, Text: "Someone has saved this file in the meantime. Here is what would change now.",
		}), nil
	case errors.As(err, &rejected):
		return r.Tell(presetURL(shown(r, done.File), use.Preset), ui.Notice{Tone: ui.Bad, Text: "Nothing was changed: " + rejected.Error()}), nil
	case err != nil:
		return site.Response{}, presetError(err)
	}
	text := done.Preset.Title + ": " + ui.Plural(len(done.Differences), "value was changed.", "values were changed.")
	return r.Tell(urlOf(r, done.File), ui.Notice{Tone: ui.Good, Text: text}), nil
}

// presetError returns the error of a page for that of a document.
func presetError(err error) error {
	if errors.Is(err, docset.ErrWhich) || errors.Is(err, docset.ErrBroken) || errors.Is(err, store.ErrNotFound) {
		return site.ErrNotFound
	}
	return err
}
