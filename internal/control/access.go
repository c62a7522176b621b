package control

import (
	"context"
	"database/sql"
	"errors"
	"net/netip"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Access is how the RCon of a game server is reached. It holds no secret.
type Access struct {
	Host        string // empty: the instance's server address
	Port        int
	HasPassword bool // false once the key that it was sealed with is lost

	sealed sql.NullString
}

// Access returns how the RCon of an instance's game server is reached, or ErrNoRCon. It returns store.ErrNotFound if there is no such
// instance.
func (s *Service) Access(ctx context.Context, scope store.Scope) (Access, error) {
	return access(ctx, s.db, scope)
}

func access(ctx context.Context, from querier, scope store.Scope) (a Access, err error) {
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

// maxPassword is how long a password may be; BattlEye's own limit is lower.
const maxPassword = 255

var accessRules = validate.Compile(validate.Rules{
	{Name: "host", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Max(255), validate.Custom(isHost)}},
	{Name: "port", Rules: []validate.Rule{validate.Required(), validate.Integer(), validate.Min(1), validate.Max(65535)}},
	{Name: "password", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Max(maxPassword)}},
})

// isHost refuses what is neither a name nor an address.
func isHost(value any) validate.Failure {
	host := validate.Text(value)
	if _, err := netip.ParseAddr(host); err == nil || !strings.ContainsAny(host, " \t\n/:@[]\\") {
		return validate.Failure{}
	}
	return validate.FormatIsInvalid
}

// SetAccess stores how RCon is reached: host, port and password of the body. A password that is left out stays as it is. It returns
// validate.Errors for an invalid body, and store.ErrNotFound if there is no such instance.
func (s *Service) SetAccess(ctx context.Context, scope store.Scope, body *jsontree.Object) (a Access, err error) {
	if err := accessRules.Check(ctx, body); err != nil {
		return a, err
	}
	defer s.forget(scope.InstanceID)
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		if a, err = access(ctx, tx, scope); err != nil && !errors.Is(err, ErrNoRCon) {
			return err
		}
		host, _ := body.Get("host")
		port, _ := body.Get("port")
		a.Host, a.Port = validate.Text(host), int(validate.Int(port))
		return s.keepAccess(ctx, tx, scope, &a, body)
	})
	return a, err
}

func (s *Service) keepAccess(ctx context.Context, tx *store.Tx, scope store.Scope, a *Access, body *jsontree.Object) (err error) {
	password, _ := body.Get("password")
	switch {
	case password != nil:
		a.sealed.Valid = true
		a.sealed.String, err = s.db.Seal(validate.Text(password), "rcon", "password")
	case !a.HasPassword:
		err = validate.Wrong("password", validate.IsRequired)
	}
	if err != nil {
		return err
	}
	a.HasPassword = true
	const text = `INSERT INTO rcon (instance_id, host, port, password, updated_at) SELECT i.id, $1, $2, $3, $4 FROM instances i WHERE i.id = $5 AND i.user_id = $6
		ON CONFLICT (instance_id) DO UPDATE SET host = excluded.host, port = excluded.port, password = excluded.password, updated_at = excluded.updated_at`
	_, err = tx.Exec(ctx, text, a.Host, a.Port, a.sealed.String, tx.Now(), scope.InstanceID, scope.UserID)
	return err
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
		return err
	})
}
