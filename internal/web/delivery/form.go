package delivery

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/remote"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const targetFormID = "target"

// What the form says about SSH keys, in the field key.
const (
	noKey   = "none"
	keepKey = "keep"
	makeKey = "make"
	newKey  = "new"
)

// targetForm draws the form of a target.
func targetForm(r *site.Request, t target.Target, known bool) ui.Form {
	form := ui.Form{
		ID: targetFormID, One: "target", Action: targetURL(r), Method: http.MethodPut, Submit: "Save and test", Cancel: r.Instance.URL,
		Sets: []ui.Fieldset{serverFields(r, t, known), signInFields(t), keyFields(t), folderFields(t), pinFields(t)},
	}
	return form
}

func serverFields(r *site.Request, t target.Target, known bool) ui.Fieldset {
	chosen := t.Protocol
	if !known {
		chosen = remote.SFTP
	}
	protocol := ui.Field{Name: "protocol", Label: "Protocol", Kind: ui.Select, Required: true}
	if !slices.Contains(r.Site.Targets.Protocols(), remote.Folder) {
		protocol.Help = "Is the game server on this machine? Start Quartermaster with --server-folders and its parent folder, such as " +
			"--server-folders /srv/dayz, and choose its folder here."
	}
	for _, p := range r.Site.Targets.Protocols() {
		protocol.Options = append(protocol.Options, ui.Option{Value: string(p), Label: protocolLabels[p], Selected: p == chosen})
	}
	if !slices.Contains(r.Site.Targets.Protocols(), chosen) {
		protocol.Options = append(protocol.Options, ui.Option{Value: string(chosen), Label: protocolLabels[chosen], Selected: true})
	}
	port := ui.Field{
		Name: "port", Label: "Port", Kind: ui.Number, Min: "1", Max: "65535", Help: "Empty: the usual one, 22 for SFTP and 21 for FTP.",
	}
	if t.Port != 0 {
		port.Value = strconv.Itoa(t.Port)
	}
	return ui.Fieldset{Title: "Server", Fields: []ui.Field{
		protocol,
		{
			Name: "host", Label: "Host", Kind: ui.Text, Code: true, Value: t.Host, MaxLength: 255,
			Help: "As your host’s panel shows it, without ftp://.",
		},
		port,
		{
			Name: "implicit_tls", Label: "FTPS is encrypted from the first byte on", Kind: ui.Switch, Value: flag(t.ImplicitTLS),
			Help: "Implicit TLS, usually at port 990.",
		},
		{
			Name: "dir", Label: "Folder on the server", Kind: ui.Text, Code: true, Value: t.Dir, MaxLength: 255, Wide: true,
			Help: "The folder with mpmissions in it. Empty: where you land after signing in.",
		},
	}}
}

var protocolLabels = map[remote.Protocol]string{
	remote.SFTP: "SFTP", remote.FTPS: "FTPS (FTP with TLS)", remote.FTP: "FTP (not encrypted)", remote.Folder: "A folder of this machine",
}

func flag(on bool) string {
	if on {
		return "1"
	}
	return "0"
}

func signInFields(t target.Target) ui.Fieldset {
	password := ui.Field{
		Name: "password", Label: "Password", Kind: ui.Password, Autocomplete: "new-password", Help: "Stored encrypted and never shown again.",
	}
	fields := []ui.Field{
		{Name: "username", Label: "User", Kind: ui.Text, Code: true, Value: t.Username, MaxLength: 255, Autocomplete: "off"}, password,
	}
	if t.HasPassword {
		fields[1].Help += " Leave empty to keep the stored one."
		fields = append(fields, ui.Field{Name: "forget_password", Label: "Delete the stored password", Kind: ui.Switch, Value: "0"})
	}
	return ui.Fieldset{Title: "Sign-in", Fields: fields}
}

func keyFields(t target.Target) ui.Fieldset {
	choice := ui.Field{
		Name: "key", Label: "SSH key", Kind: ui.Radios,
		Options: []ui.Option{{Value: noKey, Label: "None: sign in with the password", Selected: !t.HasPrivateKey}},
	}
	if t.HasPrivateKey {
		choice.Options = append(choice.Options, ui.Option{Value: keepKey, Label: "Use the stored key", Selected: true})
	}
	choice.Options = append(choice.Options,
		ui.Option{Value: makeKey, Label: "Make a new key", Help: "This page then shows its public half, which you add to the server."},
		ui.Option{Value: newKey, Label: "Use the key below"})
	return ui.Fieldset{Title: "SSH key", Help: "For SFTP: signs in instead of the password.", Fields: []ui.Field{
		choice,
		{
			Name: "private_key", Label: "Private key", Kind: ui.TextArea, Code: true,
			Help: "The text of a file such as id_ed25519. Stored encrypted and never shown again.",
		},
		{Name: "passphrase", Label: "Passphrase of the key", Kind: ui.Password, Autocomplete: "new-password"},
	}}
}

func folderFields(t target.Target) ui.Fieldset {
	var found target.Folders
	if t.Tested != nil {
		found = t.Tested.Folders
	}
	folder := func(name, label, value, found string) ui.Field {
		help := "Empty: the test looks for it."
		if found != "" {
			help = "Empty: " + found + ", as the test has found."
		}
		return ui.Field{Name: name, Label: label, Kind: ui.Text, Code: true, Value: value, MaxLength: 255, Help: help}
	}
	return ui.Fieldset{
		Title: "Folders", Help: "Inside the folder on the server. Fill in only what the test gets wrong.",
		Fields: []ui.Field{
			folder("mission_folder", "Mission", t.Folders.Mission, found.Mission),
			folder("profiles_folder", "Profiles", t.Folders.Profiles, found.Profiles),
			folder("battleye_folder", "BattlEye", t.Folders.BattlEye, found.BattlEye),
		},
	}
}

func pinFields(t target.Target) ui.Fieldset {
	return ui.Fieldset{Title: "Identity of the server", Fields: []ui.Field{{
		Name: "pinned", Label: "Fingerprint", Kind: ui.Text, Code: true, Wide: true, Value: t.Pinned, MaxLength: 255,
		Help: "Fingerprint of the host key or certificate. Empty: taken from the next connection. A server with a different one is not trusted.",
	}}}
}

// formNames are the fields of the form that a body has elsewhere.
var formNames = map[string]string{
	"folders.mission": "mission_folder", "folders.profiles": "profiles_folder", "folders.battleye": "battleye_folder", "generate_key": "key",
}

// bodyOf makes a body of the form, as scripts send it.
func bodyOf(r *site.Request) *jsontree.Object {
	body, folders := new(jsontree.Object), new(jsontree.Object)
	for _, name := range []string{"protocol", "host", "port", "username", "dir", "implicit_tls", "pinned"} {
		value, _ := r.Input.Get(name)
		body.Set(name, value)
	}
	for path, name := range formNames {
		if key, isFolder := strings.CutPrefix(path, "folders."); isFolder {
			value, _ := r.Input.Get(name)
			folders.Set(key, value)
		}
	}
	body.Set("folders", folders)
	if password := r.Text("password"); password != "" {
		body.Set("password", password)
	} else if r.Text("forget_password") == "1" {
		body.Set("password", nil)
	}
	setKey(r, body)
	return body
}

// setKey says what becomes of the SSH key. One that is entered counts, whatever is chosen.
func setKey(r *site.Request, body *jsontree.Object) {
	chosen := r.Text("key")
	if text := r.Text("private_key"); text != "" && chosen != makeKey {
		body.Set("private_key", text)
		body.Set("passphrase", r.Text("passphrase"))
		return
	}
	switch chosen {
	case makeKey:
		body.Set("generate_key", true)
	case noKey:
		body.Set("private_key", nil)
	case newKey:
		body.Set("private_key", "missing") // which is refused at its field
	}
}

// onForm returns errors under the names that the fields have in the form.
func onForm(problems validate.Errors) validate.Errors {
	for i, p := range problems {
		if name, differs := formNames[p.Field]; differs {
			problems[i] = p.At(name)
		}
	}
	return problems
}
