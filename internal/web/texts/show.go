package texts

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/web/history"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// baseOf returns a digest of a text, by which a save finds that somebody else has changed it; "" for no text.
func baseOf(now *mission.Text) string {
	if now == nil {
		return ""
	}
	sum := sha256.Sum256([]byte(now.Text))
	return hex.EncodeToString(sum[:])
}

// show shows a file as text. With new, there need not be one yet.
func show(ctx context.Context, r *site.Request) (site.Response, error) {
	now, err := stored(ctx, r)
	switch {
	case errors.Is(err, mission.ErrNotText):
		return showBinary(r), nil
	case err != nil:
		return site.Response{}, err
	case now == nil && r.Text("new") == "":
		return site.Response{}, store.ErrNotFound
	}
	from, err := source(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := view(r, now)
	if now != nil {
		view.Text, view.Problems = shown(now.Text), problemViews(now.Problems)
		if line := lineOf(now.Text, r.Text("name")); line > 0 {
			view.Line = strconv.Itoa(line)
		}
	}
	switch {
	case from != nil:
		view.From, view.Text, view.Problems = from.Path, shown(from.Text), problemViews(from.Problems)
	case now != nil && now.CopyOf != "":
		if view.Copy, err = offerCopy(ctx, r, *now); err != nil {
			return site.Response{}, err
		}
		view.Language = languageOf(now.CopyOf)
	}
	return draw(ctx, r, view, kindOf(now))
}

// kindOf returns the kind of a text, or other for none.
func kindOf(now *mission.Text) mission.Kind {
	if now == nil {
		return mission.KindOther
	}
	return now.Kind
}

// stored returns the text of the request's file, or nil if there is no file.
func stored(ctx context.Context, r *site.Request) (*mission.Text, error) {
	t, err := r.Site.Missions.Text(ctx, r.Scope(), r.Param("*"))
	switch {
	case errors.Is(err, store.ErrNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &t, nil
}

// view returns the page of a file without a text in the editor.
func view(r *site.Request, now *mission.Text) pages.Text {
	name := r.Param("*")
	v := pages.Text{
		Path: name, Action: r.TextURL(name), Base: baseOf(now), Language: languageOf(name), Line: r.Text("line"), Cancel: r.Instance.URL,
	}
	if now == nil {
		v.IsNew = true
		return v
	}
	v.Stored, v.Kind, v.Encoding, v.Broken = shown(now.Text), labelOf(now), now.Encoding.Name(), now.Broken
	v.HasRecords = now.Kind.Resource() != nil
	v.Rename = ui.Form{
		ID: "rename", Action: v.Action, Method: http.MethodPatch, Submit: "Rename", Quiet: true, Sets: []ui.Fieldset{{Fields: []ui.Field{{
			Name: "path", Label: "New path", Kind: ui.Text, Value: name, Required: true, Code: true, Wide: true,
			Help: "Inside the server’s folder. The game finds most files by path: where it doesn’t look for such a file, its records go, " +
				"and the text stays.",
		}}}},
	}
	v.Delete = ui.Confirm{
		Label: "Delete file", Title: "Delete " + path.Base(name) + "?",
		Text: "Its records are deleted, too. You can undo this in the history.",
		Form: ui.Form{ID: "delete", Action: v.Action, Method: http.MethodDelete, Submit: "Delete file", Danger: true},
	}
	return v
}

func draw(ctx context.Context, r *site.Request, view pages.Text, kind mission.Kind) (site.Response, error) {
	page := r.Inside(path.Base(view.Path))
	if !view.IsNew {
		form, err := formLink(ctx, r, view, kind)
		if err != nil {
			return site.Response{}, err
		}
		page.Actions = append(append(recordLinks(r, kind), form...),
			ui.Link{Label: "Download", URL: history.FileURL(r, "files", view.Path), Download: true, Quiet: true},
			ui.Link{Label: "Changes since import", URL: history.FileURL(r, "diff", view.Path), Quiet: true},
		)
	}
	view.Rename = r.Restore(view.Rename)
	return site.Response{Page: page, View: view}, nil
}

// showBinary says that a file is no text.
func showBinary(r *site.Request) site.Response {
	name := r.Param("*")
	page := r.Inside(path.Base(name))
	page.Actions = []ui.Link{{Label: "Download", URL: history.FileURL(r, "files", name), Download: true}}
	return site.Response{Page: page, View: pages.Text{Path: name, IsBinary: true}}
}

func problemViews(list []mission.Problem) []pages.TextProblem {
	views := make([]pages.TextProblem, len(list))
	for i, p := range list {
		views[i] = pages.TextProblem{Line: p.Line, Column: p.Column, Message: ui.Capital(p.Message), IsError: p.IsError}
		if p.Line > 0 {
			views[i].Where = "Line " + strconv.Itoa(p.Line)
		}
	}
	return views
}

// languageOf names what the editor highlights in a file.
func languageOf(name string) string {
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".xml", ".json", ".cfg", ".c":
		return ext[1:]
	case ".map", ".dze":
		return "json"
	case ".txt":
		if strings.Contains(strings.ToLower(name), "trader") {
			return "trader"
		}
	}
	return "text"
}
