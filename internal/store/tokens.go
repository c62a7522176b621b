package store

import (
	"context"
	"database/sql"
	"hash/crc32"
	"net/netip"
	"slices"
	"strings"

	"quartermaster/internal/access"
)

// tokenPrefix begins every token but the personal ones.
const tokenPrefix = "qm_"

const (
	tokenRandom = 40 // characters behind the prefix
	tokenSum    = 6  // characters of the checksum behind them
	// fullLength is how many characters a token has that begins with tokenPrefix.
	fullLength = len(tokenPrefix) + tokenRandom + tokenSum
)

// MaxTokens is how many tokens a user or an instance may have.
const MaxTokens = 100

// Token lets a program work for a user, or on one instance. Times are microseconds since 1970.
type Token struct {
	ID         int64
	SID        string
	Name       string
	May        access.Set
	Everywhere bool           // on all instances of the user, also future ones
	Instances  []string       // public identifiers of those where it works that does not everywhere
	Addresses  []netip.Prefix // from which it works; none for all
	CreatedAt  int64
	ExpiresAt  int64 // 0 for never
	Used       Use
}

// Use is the last use of a token, to within a minute.
type Use struct {
	At int64  // 0 for never
	IP string // of who used it
	To string // what for, as the audit names it
}

// newToken returns a token: its last characters are a checksum, by which programs that look for leaked secrets know it.
func newToken() string {
	random := RandomText(tokenRandom)
	return tokenPrefix + random + tokenChecksum(random)
}

// tokenChecksum is the CRC-32 of a text in base 62.
func tokenChecksum(text string) string {
	n, sum := crc32.ChecksumIEEE([]byte(text)), [tokenSum]byte{}
	for i := range sum {
		sum[tokenSum-1-i] = base62[n%62]
		n /= 62
	}
	return string(sum[:])
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// IsToken reports whether a text has the form of a token that begins with tokenPrefix.
func IsToken(text string) bool {
	random, is := strings.CutPrefix(text, tokenPrefix)
	return is && len(text) == fullLength && tokenChecksum(random[:tokenRandom]) == random[tokenRandom:]
}

// MakeToken stores a token of a user, of which name, permissions, instances, addresses and end are given, and returns it with its text,
// which is not stored. It returns ErrFull for who has MaxTokens, and ErrReference where the user does not work on one of the instances.
func (db *DB) MakeToken(ctx context.Context, userID int64, t Token) (made Token, text string, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		made, text, err = tx.makeToken(ctx, userID, t)
		return err
	})
	return made, text, err
}

// makeToken is MakeToken in a transaction.
func (tx *Tx) makeToken(ctx context.Context, userID int64, t Token) (made Token, text string, err error) {
	var n int64
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM tokens WHERE user_id = $1`, userID).Scan(&n); err != nil {
		return t, "", err
	}
	if n >= MaxTokens {
		return t, "", ErrFull
	}
	t.SID, t.CreatedAt, text = NewSID(), tx.Now(), newToken()
	const insert = `INSERT INTO tokens (sid, user_id, name, digest, permissions, everywhere, addresses, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`
	err = tx.QueryRow(ctx, insert, t.SID, userID, t.Name, digestOf(text), int64(t.May), asNumber(t.Everywhere), joined(t.Addresses),
		t.CreatedAt, orNull(t.ExpiresAt)).Scan(&t.ID)
	if err == nil && !t.Everywhere {
		err = tx.confine(ctx, userID, t)
	}
	if err != nil {
		return t, "", err
	}
	return t, text, tx.auditToken(ctx, AuditTokenCreated, userID, t.Name, map[string]string{"permissions": t.May.String()})
}

// auditToken keeps what is done about a token of a user, or about one of an instance, which works as a program there.
func (tx *Tx) auditToken(ctx context.Context, what string, userID int64, name string, details map[string]string) error {
	var instance int64
	if err := tx.QueryRow(ctx, `SELECT COALESCE(program_of, 0) FROM users WHERE id = $1`, userID).Scan(&instance); err != nil {
		return err
	}
	return tx.Audit(ctx, Audited{What: what, InstanceID: instance, About: name, Details: details})
}

// confine has a token work on its instances alone, or without any on those that its user has now, as a program has one. It returns
// ErrReference where the user does not work on one of them.
func (tx *Tx) confine(ctx context.Context, userID int64, t Token) error {
	sids := slices.Compact(slices.Sorted(slices.Values(t.Instances)))
	q := new(query).add(`INSERT INTO token_instances (token_id, instance_id) SELECT CAST($ AS BIGINT), i.id FROM instances i WHERE `, t.ID).
		add(WorksOn, userID, userID)
	if len(sids) > 0 {
		q.add(" AND "+tx.db.dialect.among("i.sid"), tx.db.dialect.texts(sids))
	}
	n, err := tx.Exec(ctx, q.String(), q.args...)
	if err == nil && int(n) < len(sids) {
		err = ErrReference
	}
	return err
}

func asNumber(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func orNull(n int64) sql.Null[int64] { return sql.Null[int64]{V: n, Valid: n != 0} }

func joined(list []netip.Prefix) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.String()
	}
	return strings.Join(texts, " ")
}

// ParseNetworks reads networks that are separated by spaces, as tokens are stored with them.
func ParseNetworks(text string) (list []netip.Prefix, err error) {
	for word := range strings.FieldsSeq(text) {
		p, err := netip.ParsePrefix(word)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// MakeInstanceToken is MakeToken for a token of the instance itself, which belongs to nobody: it works as a program that is a member of the
// instance, and what it changes is by its name.
func (db *DB) MakeInstanceToken(ctx context.Context, s Scope, t Token) (made Token, text string, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		if err := tx.roomForProgram(ctx, s); err != nil {
			return err
		}
		program, err := tx.makeProgram(ctx, s, t.Name)
		if err == nil {
			made, text, err = tx.makeToken(ctx, program, t)
		}
		return err
	})
	return made, text, err
}

func (tx *Tx) roomForProgram(ctx context.Context, s Scope) error {
	var n int64
	err := tx.QueryRow(ctx, `SELECT count(*) FROM tokens t JOIN users u ON u.id = t.user_id WHERE u.program_of = $1`, s.InstanceID).Scan(&n)
	if err == nil && n >= MaxTokens {
		err = ErrFull
	}
	return err
}

// makeProgram makes the user who works with a token of an instance. Nobody can sign in as him: his address is none, and his password has no
// hash.
func (tx *Tx) makeProgram(ctx context.Context, s Scope, name string) (id int64, err error) {
	const user = `INSERT INTO users (sid, name, email, password_hash, plan, program_of, created_at, updated_at)
		SELECT $1, $2, $3, '', o.plan, i.id, $4, $5 FROM instances i JOIN users o ON o.id = i.user_id WHERE i.id = $6 AND o.id = $7
		RETURNING id`
	sid, now := NewSID(), tx.Now()
	err = tx.QueryRow(ctx, user, sid, name, "program "+sid, now, now, s.InstanceID, s.UserID).Scan(&id)
	if err == nil {
		_, err = tx.Exec(ctx, `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)`, s.InstanceID, id,
			string(access.Deployer), now)
	}
	return id, err
}

const tokenColumns = `SELECT t.id, t.sid, t.name, t.permissions, t.everywhere, t.addresses, t.created_at, COALESCE(t.expires_at, 0),
	COALESCE(t.last_used_at, 0), COALESCE(t.last_used_ip, ''), COALESCE(t.last_used_to, ''), COALESCE(i.sid, '')
	FROM tokens t LEFT JOIN token_instances x ON x.token_id = t.id LEFT JOIN instances i ON i.id = x.instance_id `

// Tokens returns the tokens of a user but for the personal one, the latest first.
func (db *DB) Tokens(ctx context.Context, userID int64) ([]Token, error) {
	return db.tokens(ctx, `WHERE t.user_id = $1`, userID)
}

// InstanceTokens returns the tokens of an instance itself, the latest first.
func (db *DB) InstanceTokens(ctx context.Context, s Scope) ([]Token, error) {
	return db.tokens(ctx, `JOIN users u ON u.id = t.user_id WHERE u.program_of = (SELECT o.id FROM instances o WHERE o.id = $1
		AND o.user_id = $2)`, s.InstanceID, s.UserID)
}

func (db *DB) tokens(ctx context.Context, condition string, args ...any) (list []Token, err error) {
	return list, db.collect(ctx, db, tokenColumns+condition+` ORDER BY t.id DESC, i.sid`, args, func(rows *Rows) error {
		var t Token
		var addresses, instance string
		var may int64
		err := rows.Scan(&t.ID, &t.SID, &t.Name, &may, &t.Everywhere, &addresses, &t.CreatedAt, &t.ExpiresAt,
			&t.Used.At, &t.Used.IP, &t.Used.To, &instance)
		if err != nil {
			return err
		}
		if n := len(list); n == 0 || list[n-1].ID != t.ID {
			t.May = access.Set(may)
			t.Addresses, err = ParseNetworks(addresses)
			list = append(list, t)
		}
		if last := &list[len(list)-1]; instance != "" {
			last.Instances = append(last.Instances, instance)
		}
		return err
	})
}

// DeleteToken ends a token of a user. It returns ErrNotFound where there is none.
func (db *DB) DeleteToken(ctx context.Context, userID int64, sid string) error {
	return db.Tx(ctx, func(tx *Tx) error {
		var name string
		const text = `DELETE FROM tokens WHERE sid = $1 AND user_id = $2 RETURNING name`
		if err := tx.QueryRow(ctx, text, sid, userID).Scan(&name); err != nil {
			return err
		}
		return tx.auditToken(ctx, AuditTokenDeleted, userID, name, nil)
	})
}

// DeleteInstanceToken ends a token of an instance itself, whose program is no member any more. It returns ErrNotFound where there is none.
func (db *DB) DeleteInstanceToken(ctx context.Context, s Scope, sid string) error {
	return db.Tx(ctx, func(tx *Tx) error {
		var program int64
		var name string
		err := tx.QueryRow(ctx, `SELECT u.id, t.name FROM tokens t JOIN users u ON u.id = t.user_id JOIN instances i ON i.id = u.program_of
			WHERE t.sid = $1 AND i.id = $2 AND i.user_id = $3`, sid, s.InstanceID, s.UserID).Scan(&program, &name)
		for _, text := range []string{`DELETE FROM tokens WHERE user_id = $1`, `DELETE FROM members WHERE user_id = $1`} {
			if err == nil {
				_, err = tx.Exec(ctx, text, program)
			}
		}
		if err != nil {
			return err
		}
		return tx.auditToken(ctx, AuditTokenDeleted, program, name, nil)
	})
}

// usedEvery is how often the use of a token is noted.
const usedEvery = int64(60_000_000)

// NoteUse notes that a token is used, at most once a minute. What goes wrong is of no consequence.
func (db *DB) NoteUse(ctx context.Context, t Token, ip, to string) {
	now := db.Now()
	if now-t.Used.At < usedEvery {
		return
	}
	_, _ = db.Exec(ctx, `UPDATE tokens SET last_used_at = $1, last_used_ip = $2, last_used_to = $3 WHERE id = $4`, now, ip, to, t.ID)
}

// ForgetPrograms deletes the programs of instances that are gone.
func (db *DB) ForgetPrograms(ctx context.Context) error {
	_, err := db.Exec(ctx, `DELETE FROM users WHERE program_of IS NOT NULL AND NOT EXISTS
		(SELECT 1 FROM instances i WHERE i.id = users.program_of)`)
	return err
}
