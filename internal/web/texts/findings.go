package texts

import (
	"context"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// findingsShown is the most findings of the lint that the editor shows beside those of the reader.
const findingsShown = 100

// findingsIn returns what the lint has found in a file and its records as they are stored, at their lines in the text as far as these
// are known. What cannot be read is told by the reader already.
func findingsIn(ctx context.Context, r *site.Request, t mission.Text) (list []pages.TextProblem, err error) {
	found, err := r.Site.Lint.Check(ctx, r.Scope())
	if err != nil {
		return nil, err
	}
	of := t.Kind.Resource()
	for _, f := range found {
		line := 0
		switch {
		case len(list) == findingsShown:
			return list, nil
		case f.Vanilla || strings.HasPrefix(f.Rule.ID, "broken-"):
			continue
		case f.Resource == record.Files && f.Path == t.Path:
			line = f.Says.Line()
		case of != nil && f.Resource == of:
			if line = lineOf(t.Text, f.Name); line == 0 {
				continue
			}
		default:
			continue
		}
		list = append(list, pages.TextProblem{Line: line, Message: "As saved: " + f.Message(), IsError: f.Severity == lint.Error})
	}
	return list, nil
}

// lineOf returns the first line of a text that has a name in quotes, or 0.
func lineOf(text, name string) int {
	if name == "" {
		return 0
	}
	at := strings.Index(text, `"`+name+`"`)
	if at < 0 {
		return 0
	}
	return 1 + strings.Count(lineFeeds(text[:at]), "\n")
}

// recordLinks leads from a file to the records in it.
func recordLinks(r *site.Request, kind mission.Kind) []ui.Link {
	res := kind.Resource()
	if res == nil {
		return nil
	}
	c := r.Site.CollectionOf(res.Name)
	if c == nil || c.URL == nil {
		return nil
	}
	return []ui.Link{{Label: ui.Capital(c.Many), URL: c.URL(r), Quiet: true}}
}

// documentOf returns what a file is whose values have a form, by its path; nil for another one.
func documentOf(name string) *document.Document {
	running := ""
	if folders := strings.SplitN(name, "/", 3); len(folders) == 3 {
		running = folders[1]
	}
	if d := document.At(name, running); d != nil && len(d.Fields()) > 0 {
		return d
	}
	return nil
}

// labelOf names what a file is.
func labelOf(t *mission.Text) string {
	if d := documentOf(t.Path); d != nil && t.Kind == mission.KindOther {
		return d.Title
	}
	return t.Kind.Label()
}

// formLink leads from a file that can be read to the form of its values, if it has one.
func formLink(ctx context.Context, r *site.Request, view pages.Text, kind mission.Kind) ([]ui.Link, error) {
	packs, err := r.Site.Missions.PacksOf(ctx, r.Scope())
	if err != nil {
		return nil, err
	}
	hasForm := documentOf(view.Path) != nil || packs.Document(view.Path, "") != nil
	if kind.Resource() != nil || view.Broken || view.Copy != nil || !hasForm {
		return nil, nil
	}
	return []ui.Link{{Label: "Edit as form", URL: r.FormURL(view.Path).With("at", ""), Quiet: true}}, nil
}
