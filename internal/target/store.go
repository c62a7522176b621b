package target

import (
	"context"

	"quartermaster/internal/store"
)

// keep stores what the instance does not hold of its target.
func keep(ctx context.Context, tx *store.Tx, scope store.Scope, t *Target) error {
	const text = `INSERT INTO targets (instance_id, protocol, private_key, passphrase, public_key, implicit_tls, pinned, mission_folder,
			profiles_folder, battleye_folder, tested, updated_at)
		SELECT i.id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 FROM instances i WHERE i.id = $12 AND i.user_id = $13
		ON CONFLICT (instance_id)
		DO UPDATE SET protocol = excluded.protocol, private_key = excluded.private_key, passphrase = excluded.passphrase,
			public_key = excluded.public_key, implicit_tls = excluded.implicit_tls, pinned = excluded.pinned, 
			mission_folder = excluded.mission_folder,
			profiles_folder = excluded.profiles_folder, battleye_folder = excluded.battleye_folder, tested = excluded.tested, 
			updated_at = excluded.updated_at`
	tested, err := t.Tested.stored()
	if err != nil {
		return err
	}
	n, err := tx.Exec(ctx, text, string(t.Protocol), t.sealed.privateKey, t.sealed.passphrase, t.PublicKey, number(t.ImplicitTLS), t.Pinned,
		t.Folders.Mission, t.Folders.Profiles, t.Folders.BattlEye, tested, tx.Now(), scope.InstanceID, scope.UserID)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	return err
}

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
