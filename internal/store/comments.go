package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// Comment is what a member says about something of an instance. Times are microseconds since 1970.
type Comment struct {
	SID, About, Text     string
	AuthorID             int64 // 0 where the account is gone
	Author               string
	CreatedAt, UpdatedAt int64
}

// MostComments is how many comments there may be about one thing.
const MostComments = 500

const commentsOf = ` FROM comments c JOIN instances i ON i.id = c.instance_id LEFT JOIN users u ON u.id = c.user_id
	WHERE i.id = $ AND i.user_id = $`

// Comments returns some of the comments about something of the scope's instance, about anything where about is empty, the oldest first,
// and how many there are in all.
func (db *DB) Comments(ctx context.Context, s Scope, about string, offset, limit int) (list []Comment, total int64, err error) {
	const condition = " AND (c.about = $ OR $ = '')"
	q := new(query).add("SELECT count(*)"+commentsOf, s.InstanceID, s.UserID).add(condition, about, about)
	if err := db.QueryRow(ctx, q.String(), q.args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	list, err = db.comments(ctx, s, condition+" ORDER BY c.id LIMIT $ OFFSET $", about, about, limit, offset)
	return list, total, err
}

// mostTogether is how many comments are read at once about many things.
const mostTogether = 1000

// CommentsAbout returns the comments about some things of the scope's instance by what they are about, the oldest first. Of very many it
// returns the newest.
func (db *DB) CommentsAbout(ctx context.Context, s Scope, about []string) (map[string][]Comment, error) {
	byAbout := map[string][]Comment{}
	if len(about) == 0 {
		return byAbout, nil
	}
	list, err := db.comments(ctx, s, " AND "+db.dialect.among("c.about")+" ORDER BY c.id DESC LIMIT $", db.dialect.texts(about), mostTogether)
	for _, c := range slices.Backward(list) {
		byAbout[c.About] = append(byAbout[c.About], c)
	}
	return byAbout, err
}

// Comment returns the comment of the scope's instance that has the public identifier, or ErrNotFound.
func (db *DB) Comment(ctx context.Context, s Scope, sid string) (Comment, error) {
	list, err := db.comments(ctx, s, " AND c.sid = $", sid)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Comment{}, err
	}
	return list[0], nil
}

func (db *DB) comments(ctx context.Context, s Scope, condition string, args ...any) (list []Comment, err error) {
	const columns = `SELECT c.sid, c.about, c.text, COALESCE(u.id, 0), COALESCE(u.name, ''), c.created_at, c.updated_at`
	q := new(query).add(columns+commentsOf, s.InstanceID, s.UserID).add(condition, args...)
	return list, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var c Comment
		err := rows.Scan(&c.SID, &c.About, &c.Text, &c.AuthorID, &c.Author, &c.CreatedAt, &c.UpdatedAt)
		list = append(list, c)
		return err
	})
}

// AddComment stores a comment of the scope's person and returns its public identifier. It returns ErrFull where there are as many about the
// same as there may be.
func (db *DB) AddComment(ctx context.Context, s Scope, about, text string) (sid string, err error) {
	sid = NewSID()
	return sid, db.Tx(ctx, func(tx *Tx) error {
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		var n int
		const count = `SELECT count(*) FROM comments WHERE instance_id = $1 AND about = $2`
		if err := tx.QueryRow(ctx, count, s.InstanceID, about).Scan(&n); err != nil {
			return err
		}
		if n >= MostComments {
			return ErrFull
		}
		const insert = `INSERT INTO comments (sid, instance_id, user_id, about, text, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`
		_, err := tx.Exec(ctx, insert, sid, s.InstanceID, s.Person(), about, text, tx.Now(), tx.Now())
		return err
	})
}

// SetComment changes a comment of the scope's person. It returns ErrNotFound for one that is not his.
func (db *DB) SetComment(ctx context.Context, s Scope, sid, text string) error {
	const update = `UPDATE comments SET text = $1, updated_at = $2 WHERE sid = $3 AND instance_id = $4 AND user_id = $5`
	return found(db.Exec(ctx, update, text, db.Now(), sid, s.InstanceID, s.Person()))
}

// DeleteComment deletes a comment of the scope's instance, or returns ErrNotFound.
func (db *DB) DeleteComment(ctx context.Context, s Scope, sid string) error {
	return found(db.Exec(ctx, `DELETE FROM comments WHERE sid = $1 AND instance_id = $2`, sid, s.InstanceID))
}

// IsThere returns ErrNotFound where about names nothing of the scope's instance that can be commented on.
func (db *DB) IsThere(ctx context.Context, s Scope, about string) (err error) {
	switch kind, name, _ := strings.Cut(about, ":"); kind {
	case "layer":
		_, err = db.LayerOf(ctx, s, name)
	case "draft":
		_, err = db.Draft(ctx, s, name)
	case "revision":
		n, wrong := strconv.ParseInt(name, 10, 64)
		if wrong != nil {
			return ErrNotFound
		}
		_, err = db.Revision(ctx, s, n)
	default:
		r := record.AtPath(kind)
		if r == nil || r.Beside != "" {
			return ErrNotFound
		}
		_, err = db.Get(ctx, r, s, name)
	}
	return err
}
