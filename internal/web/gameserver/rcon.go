package gameserver

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/control"
	"quartermaster/internal/docset"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// reach returns how RCon is reached; known is false where it is not set up.
func reach(ctx context.Context, r *site.Request) (a control.Access, known bool, err error) {
	a, err = r.Site.Control.Access(ctx, r.Scope())
	if errors.Is(err, control.ErrNoRCon) {
		return a, false, nil
	}
	return a, err == nil, err
}

// battlEye is what BattlEye's configuration among the files of the instance says about RCon.
type battlEye struct {
	path       string // empty where there is no such file
	port       int64
	password   string
	restricted bool // players cannot be kicked, nor the server commanded
}

// readBattlEye reads the configuration. Names count without regard to letter case, as for BattlEye.
func readBattlEye(ctx context.Context, r *site.Request) (is battlEye, err error) {
	f, err := docset.New(r.Site.DB, r.Site.Missions).Find(ctx, r.Scope(), "battleye", "")
	if err != nil || !f.Present || f.Tree == nil {
		return is, err
	}
	is.path = f.Path
	for name, value := range f.Tree.All() {
		text := validate.Text(value)
		switch strings.ToLower(name) {
		case "rconport":
			is.port, _ = strconv.ParseInt(text, 10, 64)
		case "rconpassword":
			is.password = text
		case "restrictrcon":
			is.restricted = text == "1" || text == "true"
		}
	}
	return is, nil
}

// offer completes the form with what the configuration says.
func (is battlEye) offer(port, password *ui.Field, known bool) {
	if is.port > 0 && !known {
		port.Value = strconv.FormatInt(is.port, 10)
	} else if is.port > 0 && port.Value != strconv.FormatInt(is.port, 10) {
		port.Help += " The file of this instance says " + strconv.FormatInt(is.port, 10) + "."
	}
	if is.password != "" && password.Required {
		password.Required = false
		password.Help += " Leave empty to take the one in the file of this instance."
	}
}

func rconForm(r *site.Request, a control.Access, known bool, is battlEye) ui.Form {
	port := ui.Field{
		Name: "port", Label: "RCon port", Kind: ui.Number, Required: true, Min: "1", Max: "65535",
		Help: "RConPort in BEServer_x64.cfg. Not the game port or the query port.",
	}
	password := ui.Field{
		Name: "password", Label: "RCon password", Kind: ui.Password, Autocomplete: "new-password", Required: !a.HasPassword,
		Help: "RConPassword in BEServer_x64.cfg. Stored encrypted and never shown again.",
	}
	if known {
		port.Value = strconv.Itoa(a.Port)
	}
	if a.HasPassword {
		password.Help += " Leave empty to keep the stored one."
	}
	is.offer(&port, &password, known)
	host := ui.Field{
		Name: "host", Label: "Host", Kind: ui.Text, Code: true, Value: a.Host, MaxLength: 255,
		Help: "Empty: the server address in the settings of the instance.",
	}
	form := ui.PlainForm("rcon", rconURL(r), "Save", port, password, host)
	form.Method, form.Cancel, form.One = http.MethodPut, serverURL(r), "access"
	return form
}

// readAccess returns how RCon is reached, whether that is known, and what the configuration of the server says of it.
func readAccess(ctx context.Context, r *site.Request) (a control.Access, known bool, is battlEye, err error) {
	if a, known, err = reach(ctx, r); err != nil {
		return a, known, is, err
	}
	is, err = readBattlEye(ctx, r)
	return a, known, is, err
}

func showRCon(ctx context.Context, r *site.Request) (site.Response, error) {
	a, known, is, err := readAccess(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := ui.FormView{
		Lead: "RCon is BattlEye’s remote console. It is on where BEServer_x64.cfg, in the folder of BattlEye, has a password and a port." +
			is.remark(),
		Form: r.Restore(rconForm(r, a, known, is)),
	}
	if known {
		view.Delete = forgetRCon(r)
	}
	return site.Response{Page: r.Inside("RCon", ui.Link{Label: "Live server", URL: serverURL(r)}), View: view}, nil
}

// remark says what the owner should know about the configuration.
func (is battlEye) remark() string {
	switch {
	case is.path != "" && is.restricted:
		return " In " + is.path + ", RestrictRCon is 1: nobody can be kicked, and the server takes no commands."
	case is.path != "" && is.password == "":
		return " In " + is.path + " there is no password, so RCon is off."
	}
	return ""
}

func forgetRCon(r *site.Request) *ui.Confirm {
	form := ui.PlainForm("delete", rconURL(r), "Forget RCon")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{
		Form: form, Label: "Forget RCon", Title: "Remove RCon access?",
		Text: "This deletes port and password here. Nothing changes on the server.",
	}
}

func saveRCon(ctx context.Context, r *site.Request) (site.Response, error) {
	a, known, is, err := readAccess(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(rconForm(r, a, known, is), rconURL(r))
	if conflict {
		return answer, nil
	}
	change, err := shape.Accept[control.AccessChange](ctx, rconBody(r, a, is))
	if err == nil {
		_, err = r.Site.Control.SetAccess(ctx, r.Scope(), change)
	}
	var wrong validate.Errors
	if errors.As(err, &wrong) {
		return r.Invalid("rcon", rconURL(r), wrong), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(serverURL(r), "RCon access saved."+site.AlsoChanged(kept)), nil
}

// rconBody makes a body of the form. An empty password is left out, so that the stored one stays; where there is none, it is that of the
// configuration.
func rconBody(r *site.Request, a control.Access, is battlEye) *jsontree.Object {
	body := new(jsontree.Object)
	for _, name := range []string{"host", "port"} {
		value, _ := r.Input.Get(name)
		body.Set(name, value)
	}
	password := r.Text("password")
	if password == "" && !a.HasPassword {
		password = is.password
	}
	if password != "" {
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
