package web

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const (
	csrfLength  = 40
	formsWindow = time.Minute
)

// requireToken lets a change through only with the token that the session's pages carry.
func requireToken(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if r.changes() && !r.carriesToken(ctx) {
			return response{}, errPageExpired
		}
		return next(ctx, r)
	}
}

func (r *request) carriesToken(ctx context.Context) bool {
	sent := r.text("_token")
	if sent == "" {
		sent = cmp.Or(r.Header.Get("X-CSRF-TOKEN"), r.Header.Get("X-XSRF-TOKEN"))
	}
	token := r.web.sessions.GetString(ctx, keyToken)
	return token != "" && subtle.ConstantTimeCompare([]byte(unmaskToken(sent)), []byte(token)) == 1
}

// limitForms bounds how many forms a user, or a visitor's address, sends.
func limitForms(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if !r.changes() || r.web.FormLimit == 0 {
			return next(ctx, r)
		}
		result, err := r.web.Limiter.Hit(ctx, r.senderKey(), r.web.FormLimit, formsWindow)
		if err != nil {
			return response{}, err
		}
		if !result.Allowed {
			return response{}, tooMany(time.Until(result.Reset))
		}
		return next(ctx, r)
	}
}

// senderKey identifies who sends a form: the user, or a visitor's address.
func (r *request) senderKey() string {
	if r.user != nil {
		return "forms:user " + strconv.FormatInt(r.user.ID, 10)
	}
	return "forms:" + httpd.InfoOf(r.Context()).Client
}

func tooMany(wait time.Duration) statusError {
	seconds := max(0, int((wait+time.Second-1)/time.Second))
	return statusError{status: http.StatusTooManyRequests, header: map[string]string{"Retry-After": strconv.Itoa(seconds)}}
}

// requireUser sends visitors to the sign-in, from where they come back to the page that they asked for.
func requireUser(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if r.user != nil {
			return next(ctx, r)
		}
		if r.expectsJSON() {
			return response{Status: http.StatusUnauthorized, JSON: messageJSON(http.StatusUnauthorized)}, nil
		}
		if r.Method == http.MethodGet {
			r.web.sessions.Put(ctx, keyIntended, (&url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}).RequestURI())
		}
		return redirect("/login"), nil
	}
}

// intended returns the page that a visitor asked for before he signed in.
func (r *request) intended(ctx context.Context) string {
	path := r.web.sessions.PopString(ctx, keyIntended)
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `/\`) {
		return "/instances"
	}
	return path
}

// visitorsOnly sends those who are signed in already to their instances.
func visitorsOnly(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if r.user != nil {
			return redirect("/instances"), nil
		}
		return next(ctx, r)
	}
}

// requireAdministrator refuses everybody else.
func requireAdministrator(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		if !r.user.IsAdmin {
			return response{}, errForbidden
		}
		return next(ctx, r)
	}
}

// instance is the instance that a route is about.
type instance struct {
	row   record.Row
	scope store.Scope
	url   string // of its overview
}

// onInstance finds the instance of the route. One of another user is refused, as opposed to one that is not there.
func onInstance(next handler) handler {
	return func(ctx context.Context, r *request) (response, error) {
		sid := r.param("instance")
		row, err := r.web.DB.Get(ctx, record.Instances, store.Scope{UserID: r.user.ID}, sid)
		if errors.Is(err, store.ErrNotFound) {
			return response{}, r.web.unseen(ctx, sid)
		}
		if err != nil {
			return response{}, err
		}
		scope := store.Scope{UserID: r.user.ID, InstanceID: record.Instances.ID(row)}
		r.instance = instance{row: row, scope: scope, url: "/instances/" + sid}
		return next(ctx, r)
	}
}

// unseen returns errForbidden for somebody else's instance and errNotFound for one that does not exist.
func (web *Web) unseen(ctx context.Context, sid string) error {
	exists, err := web.DB.HasInstance(ctx, sid)
	if exists {
		return errForbidden
	}
	return errors.Join(err, errNotFound)
}

// name returns what the instance is called.
func (p instance) name() string { return record.Instances.TitleOf(p.row) }

// text returns a field of the instance, or "".
func (p instance) text(field string) string {
	text, _ := p.row[record.Instances.Index(field)].(string)
	return text
}

// scope says whose records the request sees.
func (r *request) scope() store.Scope {
	scope := r.instance.scope
	scope.UserID = r.user.ID
	return scope
}
