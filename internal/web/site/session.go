package site

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
)

const (
	sessionCookie   = "quartermaster_session"
	csrfCookie      = "XSRF-TOKEN" // scripts read it and send it back as X-XSRF-TOKEN
	sessionLifetime = 120 * time.Minute
	// sessionStep is the part of its lifetime that a session loses before it is stored again, so that reading pages rarely writes to
	// the database.
	sessionStep = 5 * time.Minute
)

// The keys of a session.
const (
	keyUser      = "user"  // id of the signed-in user
	keyEpoch     = "epoch" // the user's session epoch at sign-in
	keyToken     = "token" // CSRF token
	keyIntended  = "intended"
	keyFlash     = "flash"
	keyConfirmed = "confirmed" // until when the user needs no password where one is asked for; microseconds since 1970
	keyUntil     = "until"     // when the session ends, however it is used; microseconds since 1970
)

func newSessions(kept scs.Store) *scs.SessionManager {
	return &scs.SessionManager{Lifetime: sessionLifetime, Store: kept, Codec: scs.GobCodec{}}
}

// begin reads the session of a request and finds its user.
func (s *Site) begin(hr *http.Request) (*Request, error) {
	token := ""
	if cookie, err := hr.Cookie(sessionCookie); err == nil {
		token = cookie.Value
	}
	ctx, err := s.sessions.Load(account.Visiting(hr.Context()), token)
	if err != nil {
		return nil, err
	}
	ctx = access.From(ctx, access.Origin{Address: httpd.InfoOf(ctx).Client})
	r := &Request{Request: hr.WithContext(ctx), Site: s}
	return r, r.identify(ctx)
}

// identify finds the signed-in user. A session of an earlier epoch, or of a disabled user, is signed out.
func (r *Request) identify(ctx context.Context) error {
	id := r.Site.sessions.GetInt64(ctx, keyUser)
	if id == 0 {
		return nil
	}
	user, err := r.Site.visits.User(ctx, id)
	epoch := r.Site.sessions.GetInt64(ctx, keyEpoch)
	if errors.Is(err, store.ErrNotFound) || err == nil && (user.SessionEpoch != epoch || user.DisabledAt != 0 || r.isOver(ctx)) {
		return r.Renew(ctx)
	}
	if err != nil {
		return err
	}
	r.User = &user
	r.own(ctx)
	ctx, err = httpd.Belongs(ctx, user.ID)
	ctx = access.From(ctx, access.Origin{UserID: user.ID, Name: user.Name, Address: httpd.InfoOf(ctx).Client})
	r.Request = r.WithContext(ctx)
	return err
}

// Renew empties the session and changes its token, so that the old one is worth nothing.
func (r *Request) Renew(ctx context.Context) error {
	r.User = nil
	r.own(ctx)
	if err := r.Site.sessions.Clear(ctx); err != nil {
		return err
	}
	return r.Site.sessions.RenewToken(ctx)
}

// SignInBy begins a session of a user who has done all that is asked for, in a way that the audit names.
func (r *Request) SignInBy(ctx context.Context, user account.User, way string) error {
	if err := r.Site.Accounts.AuditSession(ctx, store.AuditSignIn, user, way); err != nil {
		return err
	}
	return r.SignIn(ctx, user)
}

// SignIn renews the session and makes it the user's.
func (r *Request) SignIn(ctx context.Context, user account.User) error {
	until := int64(0)
	if r.User != nil && r.User.ID == user.ID { // who changes his password, say, stays where he came from
		until = r.Site.sessions.GetInt64(ctx, keyUntil)
	}
	if err := r.Renew(ctx); err != nil {
		return err
	}
	if until != 0 {
		r.Site.sessions.Put(ctx, keyUntil, until)
	}
	r.User = &user
	r.own(ctx)
	r.Site.sessions.Put(ctx, keyUser, user.ID)
	r.Site.sessions.Put(ctx, keyEpoch, user.SessionEpoch)
	return nil
}

// throughFor is how long a session goes on that began at a provider: who has been taken out of a group there signs in again, or not.
const throughFor = 12 * time.Hour

// SignInThrough is SignInBy for a user who comes from the provider.
func (r *Request) SignInThrough(ctx context.Context, user account.User) error {
	err := r.SignInBy(ctx, user, "provider")
	r.Site.sessions.Put(ctx, keyUntil, r.Site.DB.Time().Add(throughFor).UnixMicro())
	return err
}

// cameThrough reports whether the session began at the provider.
func (r *Request) cameThrough() bool { return r.Site.sessions.GetInt64(r.Context(), keyUntil) != 0 }

// confirmedFor is how long somebody need not show again who he is.
const confirmedFor = 5 * time.Minute

// Confirm notes that the user has just shown at the provider who he is, as he would by his password.
func (r *Request) Confirm(ctx context.Context) {
	r.Site.sessions.Put(ctx, keyConfirmed, r.Site.DB.Time().Add(confirmedFor).UnixMicro())
}

// IsConfirmed reports whether the user has shown at the provider a moment ago who he is.
func (r *Request) IsConfirmed(ctx context.Context) bool {
	return r.Site.sessions.GetInt64(ctx, keyConfirmed) > r.Site.DB.Time().UnixMicro()
}

// isOver reports whether the session has gone on for as long as it may.
func (r *Request) isOver(ctx context.Context) bool {
	until := r.Site.sessions.GetInt64(ctx, keyUntil)
	return until != 0 && until <= r.Site.DB.Time().UnixMicro()
}

// own makes the session the user's in the list of his sessions.
func (r *Request) own(ctx context.Context) {
	user := int64(0)
	if r.User != nil {
		user = r.User.ID
	}
	r.Site.visits.Of(ctx, user, deviceOf(r.UserAgent()), httpd.InfoOf(ctx).Client)
}

// Sessions returns the sessions in which the user is signed in.
func (r *Request) Sessions(ctx context.Context) ([]account.Session, error) {
	return r.Site.visits.List(ctx, r.User.ID, r.Site.sessions.Token(ctx))
}

// EndSession ends a session of the user, or returns store.ErrNotFound.
func (r *Request) EndSession(ctx context.Context, id string) error {
	return r.Site.visits.End(ctx, r.User.ID, id)
}

// token returns the CSRF token of the session, and makes one if there is none.
func (r *Request) token(ctx context.Context) string {
	token := r.Site.sessions.GetString(ctx, keyToken)
	if token == "" {
		token = store.RandomText(csrfLength)
		r.Site.sessions.Put(ctx, keyToken, token)
	}
	return token
}

// storeSession stores the session and sets its cookies, if it has changed or lost a sessionStep. Its end is told by the clock that all
// processes agree on.
func (r *Request) storeSession(w http.ResponseWriter) error {
	ctx, sessions := r.Context(), r.Site.sessions
	now := r.Site.DB.Time()
	old := sessions.Token(ctx) != "" && sessions.Deadline(ctx).Sub(now) < sessionLifetime-sessionStep
	if !old && sessions.Status(ctx) != scs.Modified {
		return nil
	}
	sessions.SetDeadline(ctx, now.Add(sessionLifetime).UTC())
	token, expiry, err := sessions.Commit(ctx)
	if err != nil {
		return err
	}
	cookie := http.Cookie{
		Path: "/", Expires: expiry, MaxAge: int(sessionLifetime.Seconds()),
		SameSite: http.SameSiteLaxMode, Secure: httpd.InfoOf(ctx).Secure,
	}
	if csrf := sessions.GetString(ctx, keyToken); csrf != "" {
		readable := cookie
		readable.Name, readable.Value = csrfCookie, csrf
		http.SetCookie(w, &readable)
	}
	cookie.Name, cookie.Value, cookie.HttpOnly = sessionCookie, token, true
	http.SetCookie(w, &cookie)
	return nil
}
