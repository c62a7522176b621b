package site

import (
	"context"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

// pendingLifetime is how long a sign-in waits for its second step.
const pendingLifetime = 10 * time.Minute

// The keys of a session in which somebody has given his password, and is nobody yet.
const (
	keyPending      = "pending"       // id of the user
	keyPendingEpoch = "pending_epoch" // his session epoch at that time
	keyPendingEnd   = "pending_end"   // microseconds since 1970
)

// awaitSecondStep keeps in the session that the user has given his password. It is worth nothing but to be asked for his second factor.
func (r *Request) awaitSecondStep(ctx context.Context, user account.User) error {
	sessions := r.Site.sessions
	intended := sessions.GetString(ctx, keyIntended)
	if err := r.Renew(ctx); err != nil {
		return err
	}
	sessions.Put(ctx, keyIntended, intended)
	sessions.Put(ctx, keyPending, user.ID)
	sessions.Put(ctx, keyPendingEpoch, user.SessionEpoch)
	sessions.Put(ctx, keyPendingEnd, r.Site.DB.Time().Add(pendingLifetime).UnixMicro())
	return nil
}

// Awaited returns the user whose second factor is awaited, or store.ErrNotFound: also after a new password, and where he has none any more.
func (r *Request) Awaited(ctx context.Context) (account.User, error) {
	sessions := r.Site.sessions
	id := sessions.GetInt64(ctx, keyPending)
	if id == 0 || sessions.GetInt64(ctx, keyPendingEnd) <= r.Site.DB.Time().UnixMicro() {
		return account.User{}, store.ErrNotFound
	}
	user, err := r.Site.Accounts.ByID(ctx, id)
	if err == nil && (user.SessionEpoch != sessions.GetInt64(ctx, keyPendingEpoch) || !user.SecondFactor) {
		err = store.ErrNotFound
	}
	return user, err
}

const keyNewApp = "new_app" // sealed secret of an authenticator app that is being added

// KeepNewApp keeps the sealed secret of an authenticator app until it has shown a code.
func (r *Request) KeepNewApp(ctx context.Context, sealed string) {
	r.Site.sessions.Put(ctx, keyNewApp, sealed)
}

// NewApp returns what KeepNewApp has kept, or "".
func (r *Request) NewApp(ctx context.Context) string {
	return r.Site.sessions.GetString(ctx, keyNewApp)
}

// The keys of a session in which a passkey is asked for.
const (
	keyChallenge  = "challenge"   // what was asked
	keyNewPasskey = "new_passkey" // name of a passkey that is being added
)

// KeepChallenge keeps what a passkey is asked, in the place of what was asked before.
func (r *Request) KeepChallenge(ctx context.Context, state []byte) {
	r.Site.sessions.Put(ctx, keyChallenge, state)
}

// Challenge returns what KeepChallenge has kept, once.
func (r *Request) Challenge(ctx context.Context) []byte {
	return r.Site.sessions.PopBytes(ctx, keyChallenge)
}

// KeepNewPasskey keeps the name of a passkey until it is made.
func (r *Request) KeepNewPasskey(ctx context.Context, name string) {
	r.Site.sessions.Put(ctx, keyNewPasskey, name)
}

// NewPasskey returns what KeepNewPasskey has kept, or "".
func (r *Request) NewPasskey(ctx context.Context) string {
	return r.Site.sessions.GetString(ctx, keyNewPasskey)
}

// EnterByPassword signs in a user who has given his password, or asks for his second factor.
func (r *Request) EnterByPassword(ctx context.Context, user account.User) (Response, error) {
	if user.SecondFactor {
		return Redirect(SecondStepPath), r.awaitSecondStep(ctx, user)
	}
	return r.Enter(ctx, user, "password")
}

// Enter is SignInBy that leads to the page that the user wanted.
func (r *Request) Enter(ctx context.Context, user account.User, way string) (Response, error) {
	path := r.Intended(ctx)
	return Redirect(path), r.SignInBy(ctx, user, way)
}

// SecondStepPath is the page that asks for a second factor.
const SecondStepPath = "/login/second"
