package gameserver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/control"
	"quartermaster/internal/modlist"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const startLineForm = "start-line"

func serverModsURL(r *site.Request) string { return r.Instance.URL + "/server-mods" }

func startLineURL(r *site.Request) string { return serverModsURL(r) + "/start-line" }

// showStartLine shows the start line that the list makes, and takes another one.
func showStartLine(ctx context.Context, r *site.Request) (site.Response, error) {
	list, err := modlist.Read(ctx, r.Site.DB, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.StartLine{Line: modlist.StartLine(list), Mods: len(list), Form: r.Restore(newStartLineForm(r))}
	told, err := toldMods(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if len(told) > 0 {
		view.Running = &ui.Form{
			ID: "running", Action: serverModsURL(r) + "/running",
			Submit: fmt.Sprintf("Take the %s of the server", ui.Plural(len(told), "mod", "mods")), Quiet: true,
		}
		view.Differs = differences(modlist.Compare(list, told))
	}
	page := r.Inside("Start line", ui.Link{Label: "Mods of the server", URL: serverModsURL(r)})
	return site.Response{Page: page, View: view}, nil
}

func newStartLineForm(r *site.Request) ui.Form {
	form := ui.Form{
		ID: startLineForm, Action: startLineURL(r), Submit: "Take the mods", Cancel: serverModsURL(r),
		Sets: []ui.Fieldset{{Fields: []ui.Field{{
			Name: "text", Label: "Start line or script", Kind: ui.TextArea, Required: true, Wide: true, Code: true, MaxLength: 100000,
			Help: "The command that starts the server, or the whole .bat or .sh file: what -mod= and -serverMod= name becomes the list, in that " +
				"order. Variables of the script are put in. Nothing else of the text is kept.",
		}}}},
	}
	form.Fill(r.Input)
	return form
}

// toldMods returns what the game server tells of its mods, or told when it last ran.
func toldMods(ctx context.Context, r *site.Request) ([]modlist.Mod, error) {
	state, err := r.Site.Control.State(ctx, r.Scope())
	if errors.Is(err, control.ErrNoAddress) || control.Problem(err) != "" {
		err = nil
	}
	if err != nil || state.Seen == nil {
		return nil, err
	}
	return modlist.OfServer(state.Seen.Mods), nil
}

// differences say how the running server differs from the list.
func differences(d modlist.Difference) (lines []string) {
	if len(d.Missing) > 0 {
		lines = append(lines, "Only on this list: "+strings.Join(d.Missing, ", ")+".")
	}
	if len(d.Added) > 0 {
		lines = append(lines, "Only on the server: "+strings.Join(d.Added, ", ")+".")
	}
	if d.Order {
		lines = append(lines, "The server has loaded them in a different order.")
	}
	return lines
}

func takeStartLine(ctx context.Context, r *site.Request) (site.Response, error) {
	mods := modlist.OfStartLine(r.Text("text"))
	if len(mods) == 0 {
		var problems validate.Errors
		problems.AddSentence("text", "No mods found: the list follows -mod= or -serverMod=, or starts with an @.")
		return r.Invalid(startLineForm, startLineURL(r), problems), nil
	}
	return takeMods(ctx, r, mods)
}

func takeRunning(ctx context.Context, r *site.Request) (site.Response, error) {
	told, err := toldMods(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if len(told) == 0 {
		return r.Done(startLineURL(r), "No mod list received."), nil
	}
	return takeMods(ctx, r, told)
}

func takeMods(ctx context.Context, r *site.Request, mods []modlist.Mod) (site.Response, error) {
	if err := modlist.Take(ctx, r.Site.DB, r.Scope(), mods); err != nil {
		return site.Response{}, err
	}
	return r.Done(serverModsURL(r), "The list has "+ui.Plural(len(mods), "mod", "mods")+" now."), nil
}
