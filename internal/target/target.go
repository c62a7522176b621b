package target

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// ErrNone is returned for an instance that has no target.
var ErrNone = errors.New("this instance has no server to connect to")

// Service stores and opens targets.
type Service struct {
	db      *store.DB
	opener  remote.Opener
	folders []string // roots of folder targets
}

// New returns a service that opens targets with opener. Folder targets lie below the folders.
func New(db *store.DB, opener remote.Opener, folders []string) *Service {
	return &Service{db: db, opener: opener, folders: folders}
}

// Target is the target of an instance. It holds no secrets.
type Target struct {
	Protocol      remote.Protocol
	Host          string
	Port          int // 0: the usual one of the protocol
	Username      string
	HasPassword   bool
	HasPrivateKey bool
	PublicKey     string // of a private key that the service has made, as a line of authorized_keys
	Dir           string
	ImplicitTLS   bool
	Pinned        string  // fingerprint; empty: taken at the first connection
	Folders       Folders // where its owner says they are
	Mission       string  // the mission that the instance generates files for
	Tested        *Test   // the last test; nil if there was none

	sealed secrets
}

// secrets are the encrypted columns.
type secrets struct{ password, privateKey, passphrase sql.NullString }

// Get returns the target of an instance of the user, or ErrNone. It returns store.ErrNotFound if there is no such instance.
func (s *Service) Get(ctx context.Context, scope store.Scope) (Target, error) {
	t, err := read(ctx, s.db, scope)
	if err == nil && !t.set() {
		err = ErrNone
	}
	return t, err
}

// querier is a database or a transaction.
type querier interface {
	QueryRow(ctx context.Context, query string, args ...any) store.Row
}

// read returns a Target without host and folder where the instance has none.
func read(ctx context.Context, from querier, scope store.Scope) (t Target, err error) {
	const text = `SELECT COALESCE(i.hostname, ''), COALESCE(i.connection_port, 0), COALESCE(i.username, ''), i.password, i.is_sftp = 1,
		COALESCE(i.dir, ''), COALESCE(i.mission, ''), COALESCE(t.protocol, ''), t.private_key, t.passphrase, COALESCE(t.public_key, ''),
		COALESCE(t.implicit_tls, 0) = 1, COALESCE(t.pinned, ''), COALESCE(t.mission_folder, ''), COALESCE(t.profiles_folder, ''),
		COALESCE(t.battleye_folder, ''), COALESCE(t.tested, '')
		FROM instances i LEFT JOIN targets t ON t.instance_id = i.id WHERE i.id = $1 AND i.user_id = $2`
	var sftp bool
	var tested string
	row := from.QueryRow(ctx, text, scope.InstanceID, scope.UserID)
	err = row.Scan(&t.Host, &t.Port, &t.Username, &t.sealed.password, &sftp, &t.Dir, &t.Mission, &t.Protocol, &t.sealed.privateKey,
		&t.sealed.passphrase, &t.PublicKey, &t.ImplicitTLS, &t.Pinned, &t.Folders.Mission, &t.Folders.Profiles, &t.Folders.BattlEye, &tested)
	t.Protocol = protocol(sftp, t.Protocol)
	t.HasPassword, t.HasPrivateKey = t.sealed.password.Valid, t.sealed.privateKey.Valid
	if err == nil && tested != "" {
		t.Tested = new(Test)
		err = json.Unmarshal([]byte(tested), t.Tested)
	}
	return t, err
}

// protocol returns the protocol that the two names of the connection amount to: is_sftp of the instance counts first.
func protocol(sftp bool, kept remote.Protocol) remote.Protocol {
	switch {
	case sftp:
		return remote.SFTP
	case kept == remote.FTPS, kept == remote.Folder:
		return kept
	}
	return remote.FTP
}

// set reports whether there is anything to connect to.
func (t *Target) set() bool { return t.Host != "" || t.Protocol == remote.Folder && t.Dir != "" }

// Layout returns where generated files lie on the server, as its owner says or else as the last test has found.
func (t *Target) Layout() Layout {
	if t.Tested == nil {
		return NewLayout(t.Mission, t.Folders)
	}
	return NewLayout(t.Mission, t.Folders.Or(t.Tested.Folders), t.Tested.Lists...)
}

// Address names the server and the user's folder on it, as a URL without secrets. Another address is another server.
func (t *Target) Address() string {
	if t.Protocol == remote.Folder {
		return "folder://" + t.Dir
	}
	address := string(t.Protocol) + "://" + t.Host
	if t.Username != "" {
		address = string(t.Protocol) + "://" + t.Username + "@" + t.Host
	}
	if t.Port != 0 {
		address += fmt.Sprintf(":%d", t.Port)
	}
	return address + "/" + clean(t.Dir)
}

// unsealed returns the target with its secrets, to connect to.
func (s *Service) unsealed(t *Target) (remote.Target, error) {
	to := remote.Target{
		Protocol: t.Protocol, Host: t.Host, Port: t.Port, Username: t.Username, Dir: t.Dir, ImplicitTLS: t.ImplicitTLS, Pinned: t.Pinned,
	}
	var errs [3]error
	to.Password, errs[0] = s.unseal(t.sealed.password, "instances", "password")
	to.PrivateKey, errs[1] = s.unseal(t.sealed.privateKey, "targets", "private_key")
	to.Passphrase, errs[2] = s.unseal(t.sealed.passphrase, "targets", "passphrase")
	return to, cmp.Or(errs[0], errs[1], errs[2])
}

func (s *Service) unseal(sealed sql.NullString, table, column string) (string, error) {
	if !sealed.Valid {
		return "", nil
	}
	return s.db.Unseal(sealed.String, table, column)
}
