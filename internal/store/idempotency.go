package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/notes"
)

const (
	// ReservationTime is how long a key stays reserved for a request that runs. After it the server that ran it is taken for dead: the
	// next request takes the key over where the first has not done its work, and is told so where it has.
	ReservationTime = time.Minute
	// KeyLifetime is how long an answer is kept, from the end of its request on.
	KeyLifetime = 24 * time.Hour
	// MaxKeptBody is how many bytes the body of a kept answer may have.
	MaxKeptBody = 1 << 20
	// workDone is in the place of the status of an answer while a request has committed its work and has not been answered.
	workDone = 1
	// noted is how long other servers know of a reservation without asking the database. A note that could not be dropped says for as long
	// that a request runs which has ended.
	noted = 5 * time.Second
)

// The errors of a key that cannot be used.
var (
	ErrKeyRunning = errors.New("a request with this key is still running")
	ErrKeyTaken   = errors.New("the key was used for another request")
	ErrAnswerLost = errors.New("the request with this key was carried out, and its server has died before it answered")
)

// IdempotencyKeys stores the answers to requests that users have marked with keys, so that a repeated request changes nothing.
// All servers on one database share them.
type IdempotencyKeys struct {
	db      *DB
	now     func() time.Time
	running notes.Notes // of reservations that this or another server has made a moment ago
}

// NewIdempotencyKeys returns the keys in db; now is the clock by which they expire.
func NewIdempotencyKeys(db *DB, now func() time.Time) *IdempotencyKeys {
	return &IdempotencyKeys{db: db, now: now, running: notes.None{}}
}

// NotedIn makes notes of the requests that run: when one comes again meanwhile, it is refused without a transaction. It returns k.
func (k *IdempotencyKeys) NotedIn(n notes.Notes) *IdempotencyKeys {
	k.running = n
	return k
}

// Reservation is a key that belongs to a request while it runs.
type Reservation struct {
	userID             int64
	key, claim, digest string
}

// noteKey and note are the note of a reservation. Claims have no blanks.
func (res Reservation) noteKey() string { return strconv.FormatInt(res.userID, 10) + ":" + res.key }
func (res Reservation) note() string    { return res.claim + " " + res.digest }

// Answer is the response to a request.
type Answer struct {
	Status int
	ETag   string
	Body   []byte // nil when it had more than MaxKeptBody bytes
}

// Reserve reserves a key of the user for a request, of which it stores the digest. When the request has been answered before,
// it returns that answer and reserves nothing. It returns ErrKeyRunning while the request runs elsewhere, ErrAnswerLost when it was
// carried out and never answered, and ErrKeyTaken when the key belongs to a request with another digest.
func (k *IdempotencyKeys) Reserve(ctx context.Context, userID int64, key, digest string) (res Reservation, kept *Answer, err error) {
	res = Reservation{userID: userID, key: key, claim: NewSID(), digest: digest}
	if k.isRunning(ctx, res) {
		return res, nil, ErrKeyRunning
	}
	reserved := false
	err = k.db.shortTx(ctx, func(tx *Tx) (err error) {
		reserved, err = k.reserve(ctx, tx, res)
		if err == nil && !reserved {
			kept, err = res.answer(ctx, tx, k.now())
		}
		return err
	})
	if err == nil && reserved {
		k.running.Put(ctx, res.noteKey(), res.note(), noted)
	}
	return res, kept, err
}

// isRunning reports whether the same request is noted as running. The note is made after the reservation and dropped before its end, so
// that it says what the database does.
func (k *IdempotencyKeys) isRunning(ctx context.Context, res Reservation) bool {
	note, _ := k.running.Get(ctx, res.noteKey())
	_, digest, found := strings.Cut(note, " ")
	return found && digest == res.digest
}

// reserve takes a key that is unused or has expired. Otherwise PostgreSQL locks its row all the same, so that nobody frees the
// key before the transaction has read it.
func (k *IdempotencyKeys) reserve(ctx context.Context, tx *Tx, res Reservation) (bool, error) {
	const text = `INSERT INTO idempotency_keys (user_id, key, request, claim, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, key) DO UPDATE SET request = excluded.request, claim = excluded.claim,
			expires_at = excluded.expires_at, status = 0, etag = '', body = NULL
		WHERE idempotency_keys.expires_at <= $6`
	now := k.now()
	n, err := tx.Exec(ctx, text, res.userID, res.key, res.digest, res.claim, now.Add(ReservationTime).UnixMicro(), now.UnixMicro())
	return n > 0, err
}

// answer returns the answer under a key that somebody else has reserved.
func (res Reservation) answer(ctx context.Context, tx *Tx, now time.Time) (*Answer, error) {
	const text = `SELECT request, status, etag, body, expires_at FROM idempotency_keys WHERE user_id = $1 AND key = $2`
	var known string
	var expires int64
	kept := new(Answer)
	err := tx.QueryRow(ctx, text, res.userID, res.key).Scan(&known, &kept.Status, &kept.ETag, &kept.Body, &expires)
	switch {
	case err != nil:
		return nil, err
	case known != res.digest:
		return nil, ErrKeyTaken
	case kept.Status == 0:
		return nil, ErrKeyRunning
	case kept.Status == workDone && time.UnixMicro(expires).Sub(now) > KeyLifetime-ReservationTime:
		return nil, ErrKeyRunning
	case kept.Status == workDone:
		return nil, ErrAnswerLost
	}
	return kept, nil
}

type reservationKey struct{}

// Working returns a context for the request that the key is reserved for. A transaction with it that makes a revision, or calls
// Tx.DoesWork, notes with what it stores that the request was carried out, so that nobody does it again. When another request has taken
// the key over meanwhile, such a transaction fails with ErrKeyRunning.
func (res Reservation) Working(ctx context.Context) context.Context {
	return context.WithValue(ctx, reservationKey{}, res)
}

// DoesWork says that the transaction carries out the request that it belongs to; see Reservation.Working.
func (tx *Tx) DoesWork() { tx.work = true }

// UndoesWork takes back what an earlier transaction of the same request has noted.
func (tx *Tx) UndoesWork(ctx context.Context) error {
	return tx.noteWork(ctx, 0, ReservationTime)
}

func (tx *Tx) noteWork(ctx context.Context, status int, lifetime time.Duration) error {
	res, keyed := ctx.Value(reservationKey{}).(Reservation)
	if !keyed {
		return nil
	}
	const text = `UPDATE idempotency_keys SET status = $1, expires_at = $2 WHERE user_id = $3 AND key = $4 AND claim = $5`
	n, err := tx.Exec(ctx, text, status, tx.db.Time().Add(lifetime).UnixMicro(), res.userID, res.key, res.claim)
	if err == nil && n == 0 {
		err = ErrKeyRunning
	}
	return err
}

// Keep stores the answer under the key, unless another request has taken the key over. A body that is too large is left out.
func (k *IdempotencyKeys) Keep(ctx context.Context, res Reservation, answer Answer) error {
	const text = `UPDATE idempotency_keys SET status = $1, etag = $2, body = $3, expires_at = $4
		WHERE user_id = $5 AND key = $6 AND claim = $7`
	var body any
	if len(answer.Body) <= MaxKeptBody {
		body = answer.Body
	}
	expires := k.now().Add(KeyLifetime).UnixMicro()
	return k.end(ctx, res, text, answer.Status, answer.ETag, body, expires, res.userID, res.key, res.claim)
}

// Release frees the key of a request that failed, unless its work was done before, or another request has taken the key over.
func (k *IdempotencyKeys) Release(ctx context.Context, res Reservation) error {
	const text = `DELETE FROM idempotency_keys WHERE user_id = $1 AND key = $2 AND claim = $3 AND status = 0`
	return k.end(ctx, res, text, res.userID, res.key, res.claim)
}

// end runs the statement that ends a reservation.
func (k *IdempotencyKeys) end(ctx context.Context, res Reservation, text string, args ...any) error {
	k.running.Drop(ctx, res.noteKey(), res.note())
	return k.db.shortTx(ctx, func(tx *Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
}

// Purge removes the keys that have expired.
func (k *IdempotencyKeys) Purge(ctx context.Context) error {
	_, err := k.db.Exec(ctx, `DELETE FROM idempotency_keys WHERE expires_at <= $1`, k.now().UnixMicro())
	return err
}
