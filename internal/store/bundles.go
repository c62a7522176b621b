package store

import (
	"context"
	"errors"
)

// bundleKeys is the column of the key that bundles are signed with.
var bundleKeys = secret{"bundle_keys", "secret"}

// BundleKey returns the key that bundles are signed with. Where there is none that can be read it is made, by a function that returns the
// public and the secret half; where another process has just made one, that one counts.
func (db *DB) BundleKey(ctx context.Context, create func() (public, secret string, err error)) (public, secret string, err error) {
	public, secret, err = db.bundleKey(ctx)
	if !errors.Is(err, ErrNotFound) {
		return public, secret, err
	}
	if public, secret, err = create(); err != nil {
		return "", "", err
	}
	sealed, err := db.Seal(secret, bundleKeys.table, bundleKeys.column)
	if err != nil {
		return "", "", err
	}
	const text = `INSERT INTO bundle_keys (id, public, secret) VALUES (1, $1, $2)
		ON CONFLICT (id) DO UPDATE SET public = excluded.public, secret = excluded.secret WHERE bundle_keys.secret IS NULL`
	if _, err := db.Exec(ctx, text, public, sealed); err != nil {
		return "", "", err
	}
	return db.bundleKey(ctx)
}

func (db *DB) bundleKey(ctx context.Context) (public, secret string, err error) {
	var sealed string
	err = db.QueryRow(ctx, `SELECT public, secret FROM bundle_keys WHERE secret IS NOT NULL`).Scan(&public, &sealed)
	if err == nil {
		secret, err = db.Unseal(sealed, bundleKeys.table, bundleKeys.column)
	}
	return public, secret, err
}

// PublicBundle is a bundle that a user has made public.
type PublicBundle struct {
	ID, UserID                                int64
	SID, Name, Version, About, Licence, Owner string // Owner is the name of the user
	Size, CreatedAt                           int64
	Content                                   []byte // the file; nil in lists
}

const bundleColumns = `SELECT b.id, b.user_id, b.sid, b.name, b.version, b.about, b.licence, u.name, b.size, b.created_at`

func (b *PublicBundle) columns() []any {
	return []any{&b.ID, &b.UserID, &b.SID, &b.Name, &b.Version, &b.About, &b.Licence, &b.Owner, &b.Size, &b.CreatedAt}
}

// PublicBundles returns what users have made public, by name, without the files.
func (db *DB) PublicBundles(ctx context.Context) (list []PublicBundle, err error) {
	const text = bundleColumns + ` FROM public_bundles b JOIN users u ON u.id = b.user_id ORDER BY lower(b.name), b.id`
	return list, db.collect(ctx, db, text, nil, func(rows *Rows) error {
		var b PublicBundle
		err := rows.Scan(b.columns()...)
		list = append(list, b)
		return err
	})
}

// PublicBundle returns one with its file, or ErrNotFound.
func (db *DB) PublicBundle(ctx context.Context, sid string) (b PublicBundle, err error) {
	const text = bundleColumns + `, b.content FROM public_bundles b JOIN users u ON u.id = b.user_id WHERE b.sid = $1`
	return b, db.QueryRow(ctx, text, sid).Scan(append(b.columns(), &b.Content)...)
}

// AddPublicBundle makes a bundle public for a user, in the place of his own of the same name, and completes it. It returns ErrFull where he
// has as many as he may.
func (db *DB) AddPublicBundle(ctx context.Context, b *PublicBundle, most int) error {
	return db.Tx(ctx, func(tx *Tx) error {
		err := tx.QueryRow(ctx, `SELECT sid FROM public_bundles WHERE user_id = $1 AND name = $2`, b.UserID, b.Name).Scan(&b.SID)
		if errors.Is(err, ErrNotFound) {
			b.SID, err = NewSID(), tx.roomForBundle(ctx, b.UserID, most)
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM public_bundles WHERE sid = $1`, b.SID); err != nil {
			return err
		}
		b.Size, b.CreatedAt = int64(len(b.Content)), tx.Now()
		const text = `INSERT INTO public_bundles (sid, user_id, name, version, about, licence, size, content, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`
		return tx.QueryRow(ctx, text, b.SID, b.UserID, b.Name, b.Version, b.About, b.Licence, b.Size, b.Content, b.CreatedAt).Scan(&b.ID)
	})
}

func (tx *Tx) roomForBundle(ctx context.Context, user int64, most int) error {
	var n int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM public_bundles WHERE user_id = $1`, user).Scan(&n)
	if err == nil && n >= most {
		err = ErrFull
	}
	return err
}

// DeletePublicBundle takes a bundle back that the user has made public; administrators take back any. It returns ErrNotFound where there is
// none that he may take back.
func (db *DB) DeletePublicBundle(ctx context.Context, sid string, user int64) error {
	const text = `DELETE FROM public_bundles WHERE sid = $1
		AND (user_id = $2 OR EXISTS (SELECT 1 FROM users u WHERE u.id = $3 AND u.is_admin = 1))`
	return found(db.Exec(ctx, text, sid, user, user))
}

// LayerBundle is the bundle that a layer was made of.
type LayerBundle struct {
	LayerID                       int64
	Layer                         string // the sid of the layer
	Name, Version, Signature, Key string
	Content                       []byte // its rows as they were installed, and what was answered
	File                          []byte // the bundle itself; nil for a large one, and in lists
}

// LayerBundles returns the bundles that layers of the scope's instance were made of, by the layers' ids.
func (db *DB) LayerBundles(ctx context.Context, s Scope) (list []LayerBundle, err error) {
	const text = `SELECT b.layer_id, l.sid, b.name, b.version, b.signature, b.key, b.size, b.content FROM layer_bundles b
		JOIN layers l ON l.id = b.layer_id JOIN instances i ON i.id = l.instance_id WHERE i.id = $1 AND i.user_id = $2 ORDER BY b.layer_id`
	return list, db.collect(ctx, db, text, []any{s.InstanceID, s.UserID}, func(rows *Rows) error {
		var b LayerBundle
		var size int64
		err := rows.Scan(&b.LayerID, &b.Layer, &b.Name, &b.Version, &b.Signature, &b.Key, &size, &b.Content)
		if err == nil {
			b.Content, err = UnpackContent(b.Content, size)
		}
		list = append(list, b)
		return err
	})
}

// SetLayerBundle notes of which bundle a layer of the edit's instance was made.
func (e *Edit) SetLayerBundle(ctx context.Context, b LayerBundle) error {
	if _, err := e.Exec(ctx, `DELETE FROM layer_bundles WHERE layer_id = $1`, b.LayerID); err != nil {
		return err
	}
	const text = `INSERT INTO layer_bundles (layer_id, name, version, signature, key, size, content, file)
		SELECT l.id, $1, $2, $3, $4, $5, $6, $7 FROM layers l WHERE l.id = $8 AND l.instance_id = $9`
	return found(e.Exec(ctx, text, b.Name, b.Version, b.Signature, b.Key, int64(len(b.Content)), PackContent(b.Content), b.File, b.LayerID,
		e.Scope.InstanceID))
}

// BundleFile returns the bundle that a layer of the scope's instance was made of; nil for a large one. It returns ErrNotFound for a layer
// of none.
func (db *DB) BundleFile(ctx context.Context, s Scope, layer string) (file []byte, err error) {
	const text = `SELECT b.file FROM layer_bundles b JOIN layers l ON l.id = b.layer_id JOIN instances i ON i.id = l.instance_id
		WHERE l.sid = $1 AND i.id = $2 AND i.user_id = $3`
	return file, db.QueryRow(ctx, text, layer, s.InstanceID, s.UserID).Scan(&file)
}
