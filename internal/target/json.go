package target

import (
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/shape"
)

// TargetView is a target as it goes over the wire.
type TargetView struct {
	Protocol      remote.Protocol   `field:"protocol" in:"sftp,ftps,ftp,folder" example:"sftp"`
	Host          string            `field:"host,null" help:"Null for a folder of the service's own machine." example:"files.example.org"`
	Port          int               `field:"port,null" help:"Null: the usual one of the protocol."`
	Username      string            `field:"username,null" example:"dayz"`
	HasPassword   bool              `field:"has_password" example:"true"`
	HasPrivateKey bool              `field:"has_private_key" help:"The key is used instead of the password."`
	PublicKey     string            `field:"public_key,null" help:"The public half of the private key, as a line of authorized_keys."`
	Dir           string            `field:"dir,null" help:"The folder of the game's files." example:"/srv/dayz"`
	ImplicitTLS   bool              `field:"implicit_tls" help:"FTPS: encrypted from the first byte on, usually at port 990."`
	Pinned        string            `field:"pinned,null" help:"The fingerprint of the host key or certificate that the server must show."`
	Folders       TargetFoldersView `field:"folders" example:"{\"mission\":null,\"profiles\":null,\"battleye\":null}"`
	Tested        *TargetTestView   `field:"tested" help:"The last test."`
}

// TargetFoldersView are the folders of a target as they go over the wire.
type TargetFoldersView struct {
	_        struct{} `help:"Folders below the target's folder; null: where they usually are, or where a test has found them."`
	Mission  string   `field:"mission,null" example:"mpmissions/dayzOffline.chernarusplus"`
	Profiles string   `field:"profiles,null" example:"profiles"`
	BattlEye string   `field:"battleye,null" example:"battleye"`
}

// TargetTestView is a test as it goes over the wire.
type TargetTestView struct {
	OK          bool              `field:"ok" help:"There are no problems." example:"true"`
	Fingerprint string            `field:"fingerprint,null" example:"SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"`
	Pinned      string            `field:"pinned,null" help:"What it should have shown, if that is something else."`
	Layout      string            `field:"layout,null" help:"Whose folders these are, such as “Nitrado, Xbox”." example:"PC server"`
	Mission     string            `field:"mission,null" help:"The mission that the server runs." example:"dayzOffline.chernarusplus"`
	Folders     TargetFoldersView `field:"folders"`
	Config      string            `field:"config,null" help:"Where serverDZ.cfg is." example:"serverDZ.cfg"`
	Lists       []string          `field:"lists" help:"Lists of players that a console takes from files."`
	Files       int               `field:"files" help:"How many files of the server are configuration." example:"134"`
	Problems    []string          `field:"problems"`
	Notes       []string          `field:"notes" help:"What is odd and hinders nothing."`
	At          record.Moment     `field:"tested_at"`
}

// View returns the target as it goes over the wire.
func (t *Target) View() TargetView {
	v := TargetView{
		Protocol: t.Protocol, Host: t.Host, Port: t.Port, Username: t.Username, HasPassword: t.HasPassword, HasPrivateKey: t.HasPrivateKey,
		PublicKey: t.PublicKey, Dir: t.Dir, ImplicitTLS: t.ImplicitTLS && t.Protocol == remote.FTPS, Pinned: t.Pinned, Folders: t.Folders.view(),
	}
	if t.Tested != nil {
		v.Tested = new(t.Tested.View())
	}
	return v
}

// View returns the test as it goes over the wire.
func (t *Test) View() TargetTestView {
	return TargetTestView{
		t.OK, t.Fingerprint, t.Pinned, t.Layout, t.Mission, t.Folders.view(), t.Config, t.Lists, t.Files, Sentences(t.Problems),
		Sentences(t.Notes),
		record.Moment(t.At),
	}
}

// AppendJSON appends the test as it goes over the wire.
func (t *Test) AppendJSON(b []byte) []byte { return shape.Append(b, t.View()) }

func (f Folders) view() TargetFoldersView {
	return TargetFoldersView{Mission: f.Mission, Profiles: f.Profiles, BattlEye: f.BattlEye}
}
