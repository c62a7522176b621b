package ownpacks

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/pack"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Most is how many packs an account may have.
const Most = 20

// Pack is a pack of an account.
type Pack struct {
	Slug, Version, Text  string
	CreatedAt, UpdatedAt int64
}

// Read returns what the text of the pack says, or what is wrong with it since the program has changed.
func (p Pack) Read() (*pack.Pack, []pack.Mistake) { return pack.Parse([]byte(p.Text)) }

// changesOf returns how often the packs of a user have changed.
func changesOf(ctx context.Context, from store.Querier, user int64) (changes int64, err error) {
	return changes, store.Each(ctx, from, `SELECT pack_changes FROM users WHERE id = $1`, []any{user}, func(rows *store.Rows) error {
		return rows.Scan(&changes)
	})
}

func read(ctx context.Context, from store.Querier, user int64) (list []Pack, err error) {
	const text = `SELECT slug, version, content, created_at, updated_at FROM packs WHERE user_id = $1 ORDER BY slug`
	return list, store.Each(ctx, from, text, []any{user}, func(rows *store.Rows) error {
		var p Pack
		err := rows.Scan(&p.Slug, &p.Version, &p.Text, &p.CreatedAt, &p.UpdatedAt)
		list = append(list, p)
		return err
	})
}

// List returns the packs of an account, in the order of their slugs.
func (s *Service) List(ctx context.Context, user int64) ([]Pack, error) { return read(ctx, s.db, user) }

// Get returns a pack of an account, or store.ErrNotFound.
func (s *Service) Get(ctx context.Context, user int64, slug string) (Pack, error) {
	list, err := s.List(ctx, user)
	for _, p := range list {
		if p.Slug == slug {
			return p, err
		}
	}
	if err == nil {
		err = store.ErrNotFound
	}
	return Pack{}, err
}

// Saved is what became of a pack that was sent.
type Saved struct {
	Pack
	Replaces string   // the version that counted before; empty for none
	Shown    []string // what the former pack hid or left out and this one does not
}

// Put uses a pack for an account, in the place of one with its slug; with dryRun it only says what would become of it. It returns
// validate.Errors for a text that is no pack, with a sentence for each mistake, and where there are as many as there may be.
func (s *Service) Put(ctx context.Context, user int64, text string, dryRun bool) (saved Saved, err error) {
	fresh, wrong := pack.Parse([]byte(text))
	if len(wrong) > 0 {
		return saved, refused(wrong)
	}
	saved.Pack = Pack{Slug: fresh.Slug, Version: fresh.Version, Text: text}
	if dryRun {
		list, err := s.List(ctx, user)
		if err == nil {
			err = s.compare(list, fresh, &saved)
		}
		return saved, err
	}
	return saved, s.db.Tx(ctx, func(tx *store.Tx) error {
		list, err := lockedPacks(ctx, tx, user)
		if err == nil {
			err = s.compare(list, fresh, &saved)
		}
		if err != nil {
			return err
		}
		return s.store(ctx, tx, user, &saved.Pack)
	})
}

// refused returns mistakes in a pack as errors of the field that it is sent in.
func refused(wrong []pack.Mistake) error {
	var errs validate.Errors
	for _, m := range wrong {
		errs.AddSentence("pack", strings.TrimSpace(m.At+" "+m.Text)+".")
	}
	return errs.Err()
}

// compare finds out which of the packs of an account, or else of the program, a new one replaces. It returns validate.Errors where there is
// no room for it.
func (s *Service) compare(list []Pack, fresh *pack.Pack, saved *Saved) error {
	own, others := s.base.Pack(fresh.Slug), 0
	for _, p := range list {
		if p.Slug != fresh.Slug {
			others++
			continue
		}
		saved.CreatedAt, saved.UpdatedAt = p.CreatedAt, p.UpdatedAt
		if former, wrong := p.Read(); len(wrong) == 0 {
			own = former
		}
	}
	if others >= Most {
		return validate.Refusal("pack", fmt.Sprintf("Your account has %d packs already. Delete one that is not needed.", Most))
	}
	if own != nil {
		saved.Replaces, saved.Shown = own.Version, own.HidesBesides(fresh)
	}
	return nil
}

// lockedPacks returns the packs of a user, which nobody else changes until the transaction ends. It returns store.ErrNotFound where there
// is no such user.
func lockedPacks(ctx context.Context, tx *store.Tx, user int64) ([]Pack, error) {
	n, err := tx.Exec(ctx, `UPDATE users SET pack_changes = pack_changes + 1, record_changes = record_changes + 1 WHERE id = $1`, user)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return read(ctx, tx, user)
}

func (s *Service) store(ctx context.Context, tx *store.Tx, user int64, p *Pack) error {
	p.UpdatedAt = tx.Now()
	if p.CreatedAt == 0 {
		p.CreatedAt = p.UpdatedAt
	}
	const text = `INSERT INTO packs (user_id, slug, version, content, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id, slug) DO UPDATE SET version = excluded.version, content = excluded.content, updated_at = excluded.updated_at`
	if _, err := tx.Exec(ctx, text, user, p.Slug, p.Version, p.Text, p.CreatedAt, p.UpdatedAt); err != nil {
		return err
	}
	return tx.Audit(ctx, store.Audited{What: store.AuditPackUploaded, About: p.Slug, Details: map[string]string{"version": p.Version}})
}

// Delete deletes a pack of an account: from then on the one of the program counts, if it has one with the slug. It returns
// store.ErrNotFound where the account has no such pack.
func (s *Service) Delete(ctx context.Context, user int64, slug string) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		list, err := lockedPacks(ctx, tx, user)
		if err == nil && !slices.ContainsFunc(list, func(p Pack) bool { return p.Slug == slug }) {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM packs WHERE user_id = $1 AND slug = $2`, user, slug); err != nil {
			return err
		}
		return tx.Audit(ctx, store.Audited{What: store.AuditPackDeleted, About: slug})
	})
}

// ShownWithout returns what a pack of an account hides or leaves out and would not be, if it were deleted.
func (s *Service) ShownWithout(p Pack) []string {
	own, wrong := p.Read()
	if len(wrong) > 0 {
		return nil
	}
	return own.HidesBesides(s.base.Pack(p.Slug))
}
