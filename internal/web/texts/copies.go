package texts

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"

	"quartermaster/internal/mission"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// offerCopy offers what can be done with a file that is a copy of another one: compare it with that, and put it in its place. It returns
// nil where the other one has no text.
func offerCopy(ctx context.Context, r *site.Request, copied mission.Text) (*pages.TextCopy, error) {
	live, err := r.Site.Missions.Text(ctx, r.Scope(), copied.CopyOf)
	var unwritten mission.WriteError
	switch {
	case errors.Is(err, mission.ErrNotText), errors.As(err, &unwritten):
		return nil, nil
	case err != nil:
		return nil, err
	}
	name, from := path.Base(live.Path), "?"+url.Values{"from": {copied.Path}}.Encode()
	return &pages.TextCopy{
		Of:      ui.Link{Label: live.Path, URL: r.TextURL(live.Path)},
		Compare: ui.Link{Label: "Compare with " + name, URL: r.TextURL(live.Path) + from},
		Use: ui.Confirm{
			Label: "Use as " + name, Title: "Put this copy in the place of " + name + "?",
			Text: "The text of the copy replaces that of " + live.Path +
				", with the records that are in it. It is one revision, which you can undo, and the copy stays.",
			Form: ui.Form{
				ID: "use", Action: r.TextURL(live.Path) + from, Method: http.MethodPut, Base: baseOf(&live), Submit: "Use it", Danger: true,
			},
		},
	}, nil
}

// source returns the text that the address wants in the editor in the place of the stored one, or nil.
func source(ctx context.Context, r *site.Request) (*mission.Text, error) {
	name := r.URL.Query().Get("from")
	if name == "" {
		return nil, nil
	}
	t, err := r.Site.Missions.Text(ctx, r.Scope(), name)
	return &t, refused(err)
}
