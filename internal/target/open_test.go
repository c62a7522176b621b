package target_test

import (
	"context"
	"errors"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

// opener stands for a server: it keeps what it was asked for.
type opener struct {
	fingerprint string
	asked       []remote.Target
}

func (o *opener) Open(_ context.Context, t remote.Target) (*remote.Connection, error) {
	o.asked = append(o.asked, t)
	if t.Pinned != "" && t.Pinned != o.fingerprint {
		return nil, &remote.PinError{Pinned: t.Pinned, Shown: o.fingerprint}
	}
	return &remote.Connection{Fingerprint: o.fingerprint}, nil
}

// instance makes a user with an instance, whose fields values set.
func instance(t *testing.T, db *store.DB, values record.Values) store.Scope {
	t.Helper()
	user := storetest.User(t, db)
	values["name"], values["map_id"] = "My server", int64(1)
	row, err := db.CreateInstance(t.Context(), user, values)
	if err != nil {
		t.Fatal(err)
	}
	return store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
}

func TestTheConnectionOfAnInstanceIsItsTarget(t *testing.T) {
	t.Parallel()
	db, server := storetest.Open(t), &opener{fingerprint: "SHA256:one"}
	scope := instance(t, db, record.Values{
		"hostname": "files.example.com", "username": "me", "password": "pass word", "is_sftp": int64(1), "dir": "/srv",
	})
	s := target.New(db, server, nil)
	got, err := s.Get(t.Context(), scope)
	if err != nil || got.Protocol != remote.SFTP || got.Address() != "sftp://me@files.example.com/srv" || !got.HasPassword {
		t.Fatalf("%+v, %v", got, err)
	}
	place, err := s.Open(t.Context(), scope)
	if err != nil || place.Path("ban.txt") != "ban.txt" {
		t.Fatalf("%+v, %v", place, err)
	}
	want := remote.Target{Protocol: remote.SFTP, Host: "files.example.com", Username: "me", Password: "pass word", Dir: "/srv"}
	if server.asked[0] != want {
		t.Errorf("asked for %+v", server.asked[0])
	}
}

func TestTheFirstFingerprintIsPinned(t *testing.T) {
	t.Parallel()
	db, server := storetest.Open(t), &opener{fingerprint: "SHA256:one"}
	scope := instance(t, db, record.Values{"hostname": "files.example.com", "is_sftp": int64(1)})
	s := target.New(db, server, nil)
	if _, err := s.Open(t.Context(), scope); err != nil {
		t.Fatal(err)
	}
	server.fingerprint = "SHA256:two"
	var changed *remote.PinError
	if _, err := s.Open(t.Context(), scope); !errors.As(err, &changed) || changed.Pinned != "SHA256:one" || changed.Shown != "SHA256:two" {
		t.Errorf("%v", err)
	}
}

func TestThereIsNoTargetWithoutAServer(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	scope := instance(t, db, record.Values{})
	s := target.New(db, &opener{}, nil)
	if _, err := s.Open(t.Context(), scope); !errors.Is(err, target.ErrNone) {
		t.Error(err)
	}
	for _, other := range []store.Scope{{UserID: scope.UserID + 1, InstanceID: scope.InstanceID}, {UserID: scope.UserID, InstanceID: 99}} {
		if _, err := s.Get(t.Context(), other); !errors.Is(err, store.ErrNotFound) {
			t.Error(err)
		}
	}
}
