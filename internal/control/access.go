package control

import (
	"context"
	"database/sql"
	"errors"

	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Access is how the RCon of a game server is reached. It holds no secret.
type Access struct {
	Host        string `field:"host,null" help:"Null for the instance's ip."`
	Port        int    `field:"port,min=1,max=65535" example:"2305"`
	HasPassword bool   `field:"has_password" example:"true"` // false once the key that it was sealed with is lost

	sealed sql.NullString
}

// Access returns how the RCon of an instance's game server is reached, or ErrNoRCon. It returns store.ErrNotFound if there is no such
// instance.
func (s *Service) Access(ctx context.Context, scope store.Scope) (Access, error) {
	return reach(ctx, s.db, scope)
}

func reach(ctx context.Context, from querier, scope store.Scope) (a Access, err error) {
	var port sql.Null[int]
	row := from.QueryRow(ctx, `SELECT COALESCE(c.host, ''), c.port, c.password FROM instances i LEFT JOIN rcon c ON c.instance_id = i.id
		WHERE i.id = $1 AND i.user_id = $2`, scope.InstanceID, scope.UserID)
	err = row.Scan(&a.Host, &port, &a.sealed)
	if err == nil && !port.Valid {
		err = ErrNoRCon
	}
	a.Port, a.HasPassword = port.V, a.sealed.Valid
	return a, err
}

// AccessChange is how RCon is to be reached. A password that is left out stays as it is.
type AccessChange struct {
	Host     string  `field:"host,max=255,host" help:"Empty: the instance's ip."`
	Port     int     `field:"port,required,min=1,max=65535" help:"RConPort in BEServer_x64.cfg." example:"2305"`
	Password *string `field:"password,secret,max=255" help:"RConPassword in BEServer_x64.cfg. Left out: kept." example:"what only you know"`
}

// SetAccess stores how RCon is reached. It returns validate.Errors without a password where none is stored, and store.ErrNotFound if there
// is no such instance.
func (s *Service) SetAccess(ctx context.Context, scope store.Scope, change AccessChange) (a Access, err error) {
	defer s.forget(scope.InstanceID)
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		if a, err = reach(ctx, tx, scope); err != nil && !errors.Is(err, ErrNoRCon) {
			return err
		}
		a.Host, a.Port = change.Host, change.Port
		return s.keepAccess(ctx, tx, scope, &a, change.Password)
	})
	return a, err
}

func (s *Service) keepAccess(ctx context.Context, tx *store.Tx, scope store.Scope, a *Access, password *string) (err error) {
	switch {
	case password != nil:
		a.sealed.Valid = true
		a.sealed.String, err = s.db.Seal(*password, "rcon", "password")
	case !a.HasPassword:
		err = validate.Wrong("password", validate.IsRequired)
	}
	if err != nil {
		return err
	}
	a.HasPassword = true
	const text = `INSERT INTO rcon (instance_id, host, port, password, updated_at) SELECT i.id, $1, $2, $3, $4 FROM instances i
		WHERE i.id = $5 AND i.user_id = $6
		ON CONFLICT (instance_id)
		DO UPDATE SET host = excluded.host, port = excluded.port, password = excluded.password, updated_at = excluded.updated_at`
	_, err = tx.Exec(ctx, text, a.Host, a.Port, a.sealed.String, tx.Now(), scope.InstanceID, scope.UserID)
	if err != nil {
		return err
	}
	return audit(ctx, tx, scope, a.Host, "set")
}

// audit keeps that it was changed how RCon is reached.
func audit(ctx context.Context, tx *store.Tx, scope store.Scope, host, how string) error {
	return tx.Audit(ctx, store.Audited{
		What: store.AuditTarget, InstanceID: scope.InstanceID, About: host, Details: map[string]string{"protocol": "rcon", "change": how},
	})
}

// ForgetAccess deletes how RCon is reached. It returns store.ErrNotFound where there is nothing to delete.
func (s *Service) ForgetAccess(ctx context.Context, scope store.Scope) error {
	defer s.forget(scope.InstanceID)
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		const text = `DELETE FROM rcon WHERE instance_id IN (SELECT i.id FROM instances i WHERE i.id = $1 AND i.user_id = $2)`
		gone, err := tx.Exec(ctx, text, scope.InstanceID, scope.UserID)
		if err == nil && gone == 0 {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		return audit(ctx, tx, scope, "", "deleted")
	})
}
