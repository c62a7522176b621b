package site

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

const formsWindow = time.Minute

// requireToken answers a change with 419 unless it carries the CSRF token of the session.
func requireToken(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if r.changes() && !r.carriesToken(ctx) {
			return Response{}, errPageExpired
		}
		return next(ctx, r)
	}
}

func (r *Request) carriesToken(ctx context.Context) bool {
	sent := r.Text("_token")
	if sent == "" {
		sent = cmp.Or(r.Header.Get("X-CSRF-TOKEN"), r.Header.Get("X-XSRF-TOKEN"))
	}
	token := r.Site.sessions.GetString(ctx, keyToken)
	return token != "" && subtle.ConstantTimeCompare([]byte(unmaskToken(sent)), []byte(token)) == 1
}

// limitForms bounds the forms that a user, or the address of a visitor, may send in a minute.
func limitForms(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if !r.changes() || r.Site.FormLimit == 0 {
			return next(ctx, r)
		}
		result, err := r.Site.Limiter.Hit(ctx, r.senderKey(), r.Site.FormLimit, formsWindow)
		if err != nil {
			return Response{}, err
		}
		if !result.Allowed {
			return Response{}, TooMany(result.Reset.Sub(r.Site.DB.Time()))
		}
		return next(ctx, r)
	}
}

// senderKey identifies the user, or the address of a visitor, for the limiter.
func (r *Request) senderKey() string {
	if r.User != nil {
		return "forms:user " + strconv.FormatInt(r.User.ID, 10)
	}
	return "forms:" + throttle.Network(httpd.InfoOf(r.Context()).Client)
}

// TooMany returns an error that answers 429 and asks to wait, in whole seconds.
func TooMany(wait time.Duration) error {
	seconds := max(0, int((wait+time.Second-1)/time.Second))
	return statusError{status: http.StatusTooManyRequests, header: map[string]string{"Retry-After": strconv.Itoa(seconds)}}
}

// requireUser sends visitors to the sign-in, which leads back to the page that they asked for. What a script asks for to put it into
// a page, which it says in X-Part, is none.
func requireUser(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if r.User != nil {
			return next(ctx, r)
		}
		if r.ExpectsJSON() {
			return Response{Status: http.StatusUnauthorized, JSON: messageJSON(http.StatusUnauthorized)}, nil
		}
		if r.Method == http.MethodGet && r.Header.Get("X-Part") == "" {
			r.Site.sessions.Put(ctx, keyIntended, (&url.URL{Path: r.URL.Path, RawQuery: r.URL.RawQuery}).RequestURI())
		}
		return Redirect("/login"), nil
	}
}

// Intend has the next sign-in lead to a page of the site.
func (r *Request) Intend(ctx context.Context, path string) {
	r.Site.sessions.Put(ctx, keyIntended, path)
}

// FactorsPath is the page where a user sets up his second factor.
const FactorsPath = "/profile/factors"

// requireFactor leads users who need a second factor and have none to where they set one up.
func requireFactor(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if r.User == nil || !r.LacksFactor() {
			return next(ctx, r)
		}
		if r.ExpectsJSON() || r.Header.Get("X-Part") != "" {
			return Response{}, statusError{status: http.StatusForbidden, message: "Set up a second factor first."}
		}
		return Redirect(FactorsPath), nil
	}
}

// LacksFactor reports whether the user needs a second factor and has none. Who comes from the provider has shown there what is asked of
// him.
func (r *Request) LacksFactor() bool {
	return r.Site.Require.Lacks(*r.User) && !r.cameThrough()
}

// Intended returns the page that a visitor asked for before signing in, once.
func (r *Request) Intended(ctx context.Context) string {
	path := r.Site.sessions.PopString(ctx, keyIntended)
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `/\`) {
		return "/instances"
	}
	return path
}

// InvitationPath begins the addresses of invitations, which end with their codes.
const InvitationPath = "/invitations/"

// Invitation returns the invitation whose page a visitor asked for before signing in. It is store.ErrNotFound where he asked for none, or
// for one that nobody can accept any more.
func (r *Request) Invitation(ctx context.Context) (store.Invited, error) {
	code, asked := strings.CutPrefix(r.Site.sessions.GetString(ctx, keyIntended), InvitationPath)
	if !asked {
		return store.Invited{}, store.ErrNotFound
	}
	return r.Site.DB.Invited(ctx, code)
}

// InvitationText says who invites to what.
func InvitationText(v store.Invited) string {
	return fmt.Sprintf("%s invites you to work on %s, with the role %s.", v.By, v.Name, v.Role)
}

// visitorsOnly sends signed-in users to their instances.
func visitorsOnly(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if r.User != nil {
			return Redirect("/instances"), nil
		}
		return next(ctx, r)
	}
}

// requireAdministrator answers 403 to everybody else.
func requireAdministrator(next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		if !r.User.IsAdmin {
			return Response{}, ErrForbidden
		}
		return next(ctx, r)
	}
}

// onInstance finds the instance of the route: 404 if there is none, 403 if the user is no member of it or his role does not have the
// permission that the route needs.
func onInstance(needs access.Permission, next Handler) Handler {
	return func(ctx context.Context, r *Request) (Response, error) {
		sid := r.Param("instance")
		row, scope, err := r.Site.DB.Instance(ctx, r.User.ID, sid)
		if errors.Is(err, store.ErrNotFound) {
			return Response{}, r.Site.unseen(ctx, sid)
		}
		if err != nil {
			return Response{}, err
		}
		r.Instance = Instance{Row: row, Scope: scope, URL: "/instances/" + sid}
		if !scope.Allows(needs) {
			return Response{}, r.denied(ctx, needs)
		}
		return next(ctx, r)
	}
}

// denied returns access.Denied, or store.ErrNotFound where the record that the route names is not there.
func (r *Request) denied(ctx context.Context, needs access.Permission) error {
	for _, c := range r.Site.Collections {
		for _, param := range []string{"record", c.Resource.Param()} {
			named := r.Param(param)
			isOther := param == "record" && !strings.HasPrefix(r.URL.Path+"/", r.Instance.URL+"/"+c.Resource.Path+"/")
			if named == "" || c.Resource.Scope != record.InInstance || isOther {
				continue
			}
			if _, err := r.Site.DB.Get(ctx, c.Resource, r.Scope(), named); err != nil {
				return err
			}
		}
	}
	return r.Scope().Demand(needs)
}

// May reports whether the user has a permission on the instance of the request.
func (r *Request) May(p access.Permission) bool { return r.Scope().Allows(p) }

// unseen returns ErrForbidden for somebody else's instance and ErrNotFound for one that does not exist.
func (s *Site) unseen(ctx context.Context, sid string) error {
	exists, err := s.DB.HasInstance(ctx, sid)
	if exists {
		return ErrForbidden
	}
	return errors.Join(err, ErrNotFound)
}
