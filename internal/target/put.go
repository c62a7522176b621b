package target

import (
	"cmp"
	"context"
	"database/sql"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// Put sets the target of an instance of the user by an input that was accepted. It returns validate.Errors for one that goes not together,
// and store.ErrNotFound if there is no such instance.
func (s *Service) Put(ctx context.Context, scope store.Scope, in TargetInput) (t Target, err error) {
	if err := s.check(&in); err != nil {
		return t, err
	}
	err = s.db.Edit(ctx, scope, "update", func(e *store.Edit) error {
		old, err := read(ctx, e, scope)
		if err != nil {
			return err
		}
		if t, err = s.changed(old, in); err != nil {
			return err
		}
		e.OfInstance = access.Deliver
		if err := s.updateInstance(ctx, e, connection(&t, in.Password)); err != nil {
			return err
		}
		if err := keep(ctx, e.Tx, scope, &t); err != nil {
			return err
		}
		if t, err = read(ctx, e, scope); err != nil {
			return err
		}
		return audit(ctx, e.Tx, scope, t, "")
	})
	return t, err
}

// audit keeps that the target of an instance was changed, and how where it was not set as a whole.
func audit(ctx context.Context, tx *store.Tx, scope store.Scope, t Target, how string) error {
	details := map[string]string{"protocol": string(t.Protocol)}
	if how != "" {
		details["change"] = how
	}
	return tx.Audit(ctx, store.Audited{What: store.AuditTarget, InstanceID: scope.InstanceID, About: cmp.Or(t.Host, t.Dir), Details: details})
}

// changed returns the target that the input makes of the old one.
func (s *Service) changed(old Target, in TargetInput) (Target, error) {
	t := Target{
		Protocol: in.Protocol, Host: in.Host, Port: in.Port, Username: in.Username, Dir: in.Dir, ImplicitTLS: in.ImplicitTLS,
		Folders: Folders(in.Folders), Mission: old.Mission, PublicKey: old.PublicKey, sealed: old.sealed,
	}
	if in.Pinned != nil {
		t.Pinned = *in.Pinned
	}
	if t.Protocol == remote.Folder {
		t.Host, t.Port, t.Username = "", 0, ""
	}
	if t.sameServer(old) {
		t.Tested = old.Tested
		if in.Pinned == nil {
			t.Pinned = old.Pinned
		}
	}
	return t, s.changeSecrets(&t, in)
}

// sameServer reports whether two targets are at one address, so that what is known of the one holds for the other.
func (t *Target) sameServer(other Target) bool {
	return t.Protocol == other.Protocol && t.Host == other.Host && t.Port == other.Port
}

// changeSecrets seals the secrets of the input beside the password, which is a field of the instance.
func (s *Service) changeSecrets(t *Target, in TargetInput) error {
	if in.GenerateKey {
		key, err := remote.MakeKey()
		if err != nil {
			return err
		}
		return s.setKey(t, key, "")
	}
	if in.PrivateKey != nil {
		return s.setKey(t, *in.PrivateKey, in.Passphrase)
	}
	return nil
}

func (s *Service) setKey(t *Target, key, passphrase string) (err error) {
	t.PublicKey = ""
	if key != "" {
		if t.PublicKey, err = remote.PublicKey(key, passphrase); err != nil {
			return err
		}
	}
	if t.sealed.privateKey, err = s.sealed(key, "private_key"); err != nil {
		return err
	}
	t.sealed.passphrase, err = s.sealed(passphrase, "passphrase")
	return err
}

func (s *Service) sealed(text, column string) (sql.NullString, error) {
	if text == "" {
		return sql.NullString{}, nil
	}
	sealed, err := s.db.Seal(text, "targets", column)
	return sql.NullString{String: sealed, Valid: true}, err
}

// connection returns the fields of the instance that hold a part of the target. A nil password is left as it is.
func connection(t *Target, password *string) record.Values {
	values := record.Values{
		"hostname": orNil(t.Host), "connection_port": nil, "username": orNil(t.Username), "is_sftp": number(t.Protocol == remote.SFTP),
		"dir": orNil(t.Dir),
	}
	if t.Port != 0 {
		values["connection_port"] = int64(t.Port)
	}
	if password != nil {
		values["password"] = orNil(*password)
	}
	return values
}

// orNil is nil for an empty text.
func orNil(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (s *Service) updateInstance(ctx context.Context, e *store.Edit, values record.Values) error {
	var sid string
	if err := e.QueryRow(ctx, `SELECT sid FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&sid); err != nil {
		return err
	}
	_, err := e.UpdateInstance(ctx, sid, values)
	return err
}

// Delete forgets the target of an instance of the user, with its secrets. It returns ErrNone if there is none, and store.ErrNotFound if
// there is no such instance.
func (s *Service) Delete(ctx context.Context, scope store.Scope) error {
	return s.db.Edit(ctx, scope, "update", func(e *store.Edit) error {
		t, err := read(ctx, e, scope)
		if err == nil && !t.set() {
			err = ErrNone
		}
		if err != nil {
			return err
		}
		if _, err := e.Exec(ctx, `DELETE FROM targets WHERE instance_id = $1`, scope.InstanceID); err != nil {
			return err
		}
		e.OfInstance = access.Deliver
		if err := s.updateInstance(ctx, e, connection(new(Target), new(""))); err != nil {
			return err
		}
		return audit(ctx, e.Tx, scope, t, "deleted")
	})
}

// Pin makes a fingerprint the one that the server of an instance must show. It returns the errors of Get.
func (s *Service) Pin(ctx context.Context, scope store.Scope, fingerprint string) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		t, err := read(ctx, tx, scope)
		if err == nil && !t.set() {
			err = ErrNone
		}
		if err != nil {
			return err
		}
		t.Pinned = fingerprint
		if err := keep(ctx, tx, scope, &t); err != nil {
			return err
		}
		return audit(ctx, tx, scope, t, "pinned")
	})
}
