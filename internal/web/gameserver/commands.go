package gameserver

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/control"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// addCommands adds the forms for RCon, or why they are not there.
func addCommands(ctx context.Context, r *site.Request, view *pages.GameServer, s control.State) error {
	_, err := r.Site.Control.Access(ctx, r.Scope())
	switch {
	case errors.Is(err, control.ErrNoRCon):
		view.RCon = ui.Link{Label: "Set up RCon", URL: rconURL(r)}
		view.RConText = "With BattlEye’s RCon you see who plays, write to players, kick them, and shut the server down from here."
		return nil
	case err != nil:
		return err
	}
	view.RCon = ui.Link{Label: "RCon settings", URL: rconURL(r)}
	view.RConText = control.Problem(s.RConError)
	view.Commands = &pages.ServerCommands{
		Message: r.Restore(messageForm(r)), Warn: r.Restore(warnForm(r)),
		Buttons: []pages.CommandButton{
			{Action: commandURL(r, control.LoadBans), Label: "Load bans again"},
		},
	}
	if r.May(access.Deliver) {
		view.Commands.Buttons = append(view.Commands.Buttons,
			pages.CommandButton{Action: commandURL(r, control.Lock), Label: "Lock the server"},
			pages.CommandButton{Action: commandURL(r, control.Unlock), Label: "Unlock the server"})
		view.Commands.Shutdown = shutdown(r)
	}
	return nil
}

// commandForm is a form that gives a command; its address says which one.
func commandForm(r *site.Request, command, submit string, fields ...ui.Field) ui.Form {
	return ui.PlainForm(command, commandURL(r, command), submit, fields...)
}

func commandURL(r *site.Request, command string) string {
	return serverURL(r) + "/commands?command=" + command
}

func messageForm(r *site.Request) ui.Form {
	return commandForm(r, control.Message, "Send to all", ui.Field{
		Name: "text", Label: "Message to all players", Kind: ui.Text, Required: true, Wide: true, MaxLength: 200,
	})
}

func warnForm(r *site.Request) ui.Form {
	form := commandForm(r, control.Warn, "Announce the restart",
		ui.Field{
			Name: "minutes", Label: "The server restarts in", Kind: ui.Number, Unit: "min", Value: "10", Min: "1", Max: "1440", Required: true,
		},
		ui.Field{Name: "text", Label: "What else to say", Kind: ui.Text, MaxLength: 200})
	form.Quiet = true
	return form
}

func shutdown(r *site.Request) ui.Confirm {
	form := commandForm(r, control.Shutdown, "Shut down")
	form.Danger = true
	return ui.Confirm{
		Form: form, Label: "Shut down the server", Title: "Shut the server down?", Keep: "Leave it running",
		Text: "All players are disconnected. Whether it restarts depends on your host.",
	}
}

// notices say that a command was carried out.
var notices = map[string]string{
	control.Message: "The message was sent.", control.Warn: "The restart was announced.", control.Kick: "The player was kicked.",
	control.LoadBans: "The server reloaded its bans.", control.Lock: "The server is locked: nobody can join.",
	control.Unlock: "The server is unlocked.", control.Shutdown: "The server is shutting down.",
}

// command gives the game server the command of a form.
func command(ctx context.Context, r *site.Request) (site.Response, error) {
	order, err := shape.Accept[control.Command](ctx, r.Input)
	if err == nil {
		err = r.Site.Control.Do(ctx, r.Scope(), order)
	}
	var wrong validate.Errors
	switch problem := control.Problem(err); {
	case errors.As(err, &wrong):
		return r.Invalid(r.Text("command"), serverURL(r), wrong), nil
	case problem != "":
		return r.Tell(serverURL(r), ui.Notice{Tone: ui.Bad, Text: problem}), nil
	case err != nil:
		return site.Response{}, err
	}
	return r.Done(serverURL(r), notices[r.Text("command")]), nil
}

// showKick asks for the reason of a kick.
func showKick(ctx context.Context, r *site.Request) (site.Response, error) {
	number, err := strconv.Atoi(r.Param("player"))
	if err != nil {
		return site.Response{}, site.ErrNotFound
	}
	state, err := r.Site.Control.State(ctx, r.Scope())
	if err != nil && control.Problem(err) == "" {
		return site.Response{}, err
	}
	for _, p := range state.People {
		if p.Number == number {
			return kickPage(r, p), nil
		}
	}
	return r.Tell(serverURL(r), ui.Notice{Tone: ui.Warn, Text: "That player has left the server."}), nil
}

func kickPage(r *site.Request, p gameserver.Player) site.Response {
	form := commandForm(r, control.Kick, "Kick",
		ui.Field{Name: "text", Label: "Reason", Kind: ui.Text, MaxLength: 200, Wide: true, Help: "Shown to the player."})
	form.Action += "&player=" + strconv.Itoa(p.Number) + "&guid=" + url.QueryEscape(p.GUID)
	form.Danger, form.Cancel = true, serverURL(r)
	return site.Response{
		Page: r.Inside("Kick "+p.Name+"?", ui.Link{Label: "Live server", URL: serverURL(r)}),
		View: ui.FormView{
			Lead: "The player is disconnected and can join again. To keep a player out, add them to the bans.", Form: r.Restore(form),
		},
	}
}
