package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// window is the length of the rate limit's window.
const window = time.Minute

var windowSeconds = strconv.Itoa(int(window / time.Second))

func withRoutes(ctx context.Context, routes *chi.Context) context.Context {
	return context.WithValue(ctx, chi.RouteCtxKey, routes)
}

const scheme = "bearer "

// bearer returns the token of the Authorization header: behind the last "Bearer ", in any letter case, up to a comma.
func bearer(r *http.Request) string {
	header := r.Header.Get("Authorization")
	for at := len(header) - len(scheme); at >= 0; at-- {
		if strings.EqualFold(header[at:at+len(scheme)], scheme) {
			token, _, _ := strings.Cut(header[at+len(scheme):], ",")
			return strings.TrimSpace(token)
		}
	}
	return ""
}

// wrongTokens is how many times the rate limit an address may send tokens that nobody has.
const wrongTokens = 5

// authenticated passes requests with a token on. A 401 carries no rate headers and does not count, but for a window of wrong tokens
// alone: an address that has used it up gets a 429 in place of a 401. Those with a right token pass from there as well.
func (a *API) authenticated(next func(http.ResponseWriter, *http.Request, account.Caller)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := bearer(r)
		if token == "" {
			writeError(w, r, unauthenticated)
			return
		}
		caller, err := a.Accounts.ByToken(r.Context(), token, instanceSID(r), byClient(r))
		if errors.Is(err, store.ErrNotFound) {
			err = a.wrongToken(w, r)
		}
		if err != nil {
			a.fail(w, r, err)
			return
		}
		ctx, err := httpd.Belongs(r.Context(), caller.Pays)
		if err != nil {
			a.fail(w, r, err)
			return
		}
		next(w, r.WithContext(access.From(ctx, originOf(r, caller))), caller)
	}
}

// originOf is a caller as the audit names him.
func originOf(r *http.Request, caller account.Caller) access.Origin {
	o := access.Origin{UserID: caller.ID, Name: caller.Name, Token: account.PersonalToken, Address: byClient(r)}
	if caller.Token != nil {
		o.Token, o.TokenID = caller.Token.Name, caller.Token.ID
	}
	return o
}

// wrongToken counts a token that nobody has, and returns the error for its sender.
func (a *API) wrongToken(w http.ResponseWriter, r *http.Request) error {
	if a.RateLimit == 0 {
		return unauthenticated
	}
	result, err := a.Limiter.Hit(r.Context(), "wrong token:"+byNetwork(r), wrongTokens*a.RateLimit, window)
	if err != nil {
		return err
	}
	if result.Allowed {
		return unauthenticated
	}
	result.Limit = a.RateLimit // the wire knows one
	a.rateHeaders(w, "wrong-token", result)
	return tooMany
}

// callerKey names the window of a caller: each token has its own.
func callerKey(caller account.Caller) string {
	if caller.Token != nil {
		return "token:" + caller.Token.SID
	}
	return strconv.FormatInt(caller.ID, 10)
}

// allTokens is how many times the rate limit a user may send over all tokens that he has beside the personal one.
const allTokens = 5

// crowded returns an error for a user whose tokens, with those of his instances, have sent too much together.
func (a *API) crowded(w http.ResponseWriter, r *http.Request, caller account.Caller) error {
	if a.RateLimit == 0 || caller.Token == nil {
		return nil
	}
	result, err := a.Limiter.Hit(r.Context(), "tokens:"+strconv.FormatInt(caller.Pays, 10), allTokens*a.RateLimit, window)
	if err == nil && !result.Allowed {
		a.rateHeaders(w, "tokens", result)
		err = tooMany
	}
	return err
}

func byClient(r *http.Request) string { return httpd.InfoOf(r.Context()).Client }

// byNetwork is byClient where requests are counted.
func byNetwork(r *http.Request) string { return throttle.Network(byClient(r)) }

// limited answers 429 to a key that has used up its window, and adds the remaining requests to every other answer.
func (a *API) limited(name string, key func(*http.Request) string,
	next func(context.Context, *http.Request) (response, error),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if a.RateLimit > 0 {
			result, err := a.Limiter.Hit(r.Context(), name+":"+key(r), a.RateLimit, window)
			if err != nil {
				a.fail(w, r, err)
				return
			}
			a.rateHeaders(w, name, result)
			if !result.Allowed {
				writeError(w, r, tooMany)
				return
			}
		}
		answer, err := next(r.Context(), r)
		a.respond(w, r, answer, err)
	}
}

// rateHeaders sets the headers in the letter case that the original sends, and beside them RateLimit and RateLimit-Policy, which
// draft-ietf-httpapi-ratelimit-headers-11 describes. The name is that of the window.
func (a *API) rateHeaders(w http.ResponseWriter, name string, result throttle.Result) {
	h := w.Header()
	limit, left := strconv.Itoa(result.Limit), strconv.Itoa(result.Remaining)
	wait := strconv.Itoa(int((max(0, result.Reset.Sub(a.Clock())) + time.Second - 1) / time.Second))
	h["X-RateLimit-Limit"] = []string{limit}
	h["X-RateLimit-Remaining"] = []string{left}
	h["RateLimit"] = []string{`"` + name + `";r=` + left + `;t=` + wait}
	h["RateLimit-Policy"] = []string{`"` + name + `";q=` + limit + `;w=` + windowSeconds}
	if result.Allowed {
		return
	}
	h["Retry-After"] = []string{wait}
	h["X-RateLimit-Reset"] = []string{strconv.FormatInt(result.Reset.Unix(), 10)}
}
