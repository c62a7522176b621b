package gameserver

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/control"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// access returns how RCon is reached; known is false where it is not set up.
func access(ctx context.Context, r *site.Request) (a control.Access, known bool, err error) {
	a, err = r.Site.Control.Access(ctx, r.Scope())
	if errors.Is(err, control.ErrNoRCon) {
		return a, false, nil
	}
	return a, err == nil, err
}

func rconForm(r *site.Request, a control.Access, known bool) ui.Form {
	port := ui.Field{Name: "port", Label: "RCon port", Kind: ui.Number, Required: true, Min: "1", Max: "65535", Help: "RConPort in BEServer_x64.cfg. It is another one than the game port and the query port."}
	password := ui.Field{Name: "password", Label: "RCon password", Kind: ui.Password, Autocomplete: "new-password", Required: !a.HasPassword, Help: "RConPassword in BEServer_x64.cfg. Stored encrypted and never shown again."}
	if known {
		port.Value = strconv.Itoa(a.Port)
	}
	if a.HasPassword {
		password.Help += " Leave empty to keep the stored one."
	}
	host := ui.Field{Name: "host", Label: "Host", Kind: ui.Text, Code: true, Value: a.Host, MaxLength: 255, Help: "Empty: the server address in the settings of the instance."}
	form := ui.PlainForm("rcon", rconURL(r), "Save", port, password, host)
	form.Method, form.Cancel, form.One = http.MethodPut, serverURL(r), "access"
	return form
}

func showRCon(ctx context.Context, r *site.Request) (site.Response, error) {
	a, known, err := access(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := ui.FormView{
		Lead: "RCon is BattlEye’s remote console. It is on where BEServer_x64.cfg, in the folder of BattlEye, has a password and a port.",
		Form: r.Restore(rconForm(r, a, known)),
	}
	if known {
		view.Delete = forgetRCon(r)
	}
	return site.Response{Page: r.Inside("RCon", ui.Link{Label: "Game server", URL: serverURL(r)}), View: view}, nil
}

func forgetRCon(r *site.Request) *ui.Confirm {
	form := ui.PlainForm("delete", rconURL(r), "Forget RCon")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{Form: form, Label: "Forget RCon", Title: "Forget how RCon is reached?", Text: "Port and password are deleted here. Nothing is changed on the server."}
}

func saveRCon(ctx context.Context, r *site.Request) (site.Response, error) {
	a, known, err := access(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(rconForm(r, a, known), rconURL(r))
	if conflict {
		return answer, nil
	}
	_, err = r.Site.Control.SetAccess(ctx, r.Scope(), rconBody(r))
	var wrong validate.Errors
	if errors.As(err, &wrong) {
		return r.Invalid("rcon", rconURL(r), wrong), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(serverURL(r), "The access to RCon was saved."+site.AlsoChanged(kept)), nil
}

// rconBody makes a body of the form. An empty password is left out, so that the stored one stays.
func rconBody(r *site.Request) *jsontree.Object {
	body := new(jsontree.Object)
	for _, name := range []string{"host", "port"} {
		value, _ := r.Input.Get(name)
		body.Set(name, value)
	}
	if password := r.Text("password"); password != "" {
		body.Set("password", password)
	}
	return body
}

func deleteRCon(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.Control.ForgetAccess(ctx, r.Scope()); err != nil && !errors.Is(err, store.ErrNotFound) {
		return site.Response{}, err
	}
	return r.Tell(serverURL(r), ui.Notice{Tone: ui.Neutral, Text: "RCon was forgotten."}), nil
}
