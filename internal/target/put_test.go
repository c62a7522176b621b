package target_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

func put(t *testing.T, s *target.Service, scope store.Scope, body string) (target.Target, error) {
	t.Helper()
	in, err := shape.Accept[target.TargetInput](t.Context(), jsontree.ParseBody([]byte(body)))
	if err != nil {
		return target.Target{}, err
	}
	return s.Put(t.Context(), scope, in)
}

func TestSecretsStayUntilTheyAreSent(t *testing.T) {
	t.Parallel()
	db, server := storetest.Open(t), &opener{}
	scope := instance(t, db, record.Values{})
	s := target.New(db, server, nil)
	_, err := put(t, s, scope, `{"protocol":"sftp","host":"example.com","password":"one","generate_key":true,"pinned":"SHA256:x"}`)
	check(t, err)
	got, err := put(t, s, scope, `{"protocol":"sftp","host":"example.com","username":"me"}`)
	if err != nil || !got.HasPassword || !got.HasPrivateKey || !strings.HasPrefix(got.PublicKey, "ssh-ed25519 ") || got.Pinned != "SHA256:x" {
		t.Fatalf("%+v, %v", got, err)
	}
	got, err = put(t, s, scope, `{"protocol":"ftps","host":"other.example.com","private_key":null,"password":null}`)
	if err != nil || got.HasPassword || got.HasPrivateKey || got.PublicKey != "" || got.Pinned != "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestTheInstanceAndItsTargetAreOneConnection(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := instance(t, db, record.Values{})
	s := target.New(db, &opener{}, []string{"/srv"})
	for body, want := range map[string]string{
		`{"protocol":"sftp","host":"h","port":22,"username":"u","dir":"/d"}`: "h 22 u 1 /d",
		`{"protocol":"ftps","host":"h","implicit_tls":true}`:                 "h 0  0 ",
		`{"protocol":"folder","dir":"/srv/dayz","host":"h"}`:                 " 0  0 /srv/dayz",
	} {
		_, err := put(t, s, scope, body)
		check(t, err)
		var got string
		check(t,
			db.QueryRow(t.Context(),
				`SELECT COALESCE(hostname, '') || ' ' || COALESCE(connection_port, 0) || ' ' || COALESCE(username, '') || ' ' || is_sftp || ' ' ||
			COALESCE(dir, '') FROM instances WHERE id = $1`, scope.InstanceID).Scan(&got))
		if got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
	check(t, s.Delete(t.Context(), scope))
	if _, err := s.Get(t.Context(), scope); !errors.Is(err, target.ErrNone) {
		t.Error(err)
	}
}

func TestWhatIsWrongWithATarget(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := instance(t, db, record.Values{})
	without, with := target.New(db, &opener{}, nil), target.New(db, &opener{}, []string{"/srv"})
	for _, c := range []struct {
		s           *target.Service
		body, field string
	}{
		{without, `{}`, "protocol"},
		{without, `{"protocol":"scp","host":"h"}`, "protocol"},
		{without, `{"protocol":"sftp"}`, "host"},
		{without, `{"protocol":"sftp","host":"sftp://h/x"}`, "host"},
		{without, `{"protocol":"sftp","host":"h","port":70000}`, "port"},
		{without, `{"protocol":"ftp","host":"h","username":"a\nDELE x"}`, "username"},
		{without, `{"protocol":"ftp","host":"h","dir":"a\r\nDELE x"}`, "dir"},
		{without, `{"protocol":"sftp","host":"h","private_key":"nonsense"}`, "private_key"},
		{without, `{"protocol":"sftp","host":"h","private_key":"a","generate_key":true}`, "generate_key"},
		{without, `{"protocol":"sftp","host":"h","pinned":"nonsense"}`, "pinned"},
		{without, `{"protocol":"sftp","host":"h","folders":{"mission":"../up"}}`, "folders.mission"},
		{without, `{"protocol":"folder","dir":"/srv"}`, "protocol"},
		{with, `{"protocol":"folder"}`, "dir"},
		{with, `{"protocol":"folder","dir":"/srv/../etc"}`, "dir"},
		{with, `{"protocol":"folder","dir":"/srvx"}`, "dir"},
	} {
		_, err := put(t, c.s, scope, c.body)
		var wrong validate.Errors
		if !errors.As(err, &wrong) || len(wrong) != 1 || wrong[0].Field != c.field {
			t.Errorf("%s: %v, want one about %s", c.body, err, c.field)
		}
	}
}

// lockedKey returns a private key with the passphrase opensesame.
func lockedKey(t *testing.T) string {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	check(t, err)
	block, err := ssh.MarshalPrivateKeyWithPassphrase(key, "", []byte("opensesame"))
	check(t, err)
	return string(pem.EncodeToMemory(block))
}

// TestSecretsAreSealed: nothing of them is in the database in the clear.
func TestSecretsAreSealed(t *testing.T) {
	t.Parallel()
	db, server := storetest.Open(t), &opener{}
	scope := instance(t, db, record.Values{})
	s := target.New(db, server, nil)
	key := lockedKey(t)
	_, err := s.Put(t.Context(), scope, target.TargetInput{Protocol: remote.SFTP, Host: "h", PrivateKey: &key, Passphrase: "opensesame"})
	check(t, err)
	var stored string
	check(t, db.QueryRow(t.Context(), `SELECT private_key || passphrase FROM targets`).Scan(&stored))
	if strings.Contains(stored, "PRIVATE") || strings.Contains(stored, "opensesame") {
		t.Error(stored)
	}
	_, _ = s.Open(t.Context(), scope)
	if got := server.asked[0]; got.PrivateKey != key || got.Passphrase != "opensesame" || got.Protocol != remote.SFTP {
		t.Errorf("asked for %+v", got)
	}
	if _, err := put(t, s, scope, `{"protocol":"sftp","host":"h","private_key":`+string(jsontree.AppendString(nil, key))+`}`); err == nil {
		t.Error("a locked key was taken without its passphrase")
	}
}
