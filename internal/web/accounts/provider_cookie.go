package accounts

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/idp"
	"quartermaster/internal/web/site"
)

const (
	providerCookie = "quartermaster_oidc"
	keptFor        = 15 * time.Minute
	keptIn, keptAs = "cookies", "oidc" // what the seal is for
)

// carried is what the browser keeps, sealed, between the steps of a sign-in through the provider. It has a cookie of its own: the session
// changes with the sign-in.
type carried struct {
	Until   int64        `json:"until"`   // microseconds since 1970
	Attempt *idp.Attempt `json:"attempt"` // until the person comes back
	Person  *idp.Person  `json:"person"`  // who has come back, until he confirms that an account is his
	Then    string       `json:"then"`    // where that leads
}

// keep returns the cookie with what the browser keeps.
func keep(ctx context.Context, r *site.Request, k carried) (*http.Cookie, error) {
	k.Until = r.Site.DB.Time().Add(keptFor).UnixMicro()
	text, err := json.Marshal(k)
	if err != nil {
		return nil, err
	}
	sealed, err := r.Site.DB.Seal(string(text), keptIn, keptAs)
	return cookie(ctx, sealed, int(keptFor.Seconds())), err
}

func cookie(ctx context.Context, value string, seconds int) *http.Cookie {
	return &http.Cookie{
		Name: providerCookie, Value: value, Path: "/login", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: httpd.InfoOf(ctx).Secure,
	}
}

// keptBy returns what the browser keeps, which is nothing once it is too old.
func keptBy(r *site.Request) (k carried) {
	sent, err := r.Cookie(providerCookie)
	if err != nil {
		return carried{}
	}
	text, err := r.Site.DB.Unseal(sent.Value, keptIn, keptAs)
	if err != nil || json.Unmarshal([]byte(text), &k) != nil || k.Until <= r.Site.DB.Time().UnixMicro() {
		return carried{}
	}
	return k
}

// ending adds to a response that the browser forgets what it has kept.
func ending(ctx context.Context) func(site.Response, error) (site.Response, error) {
	return func(answer site.Response, err error) (site.Response, error) {
		answer.Cookies = append(answer.Cookies, cookie(ctx, "", -1))
		return answer, err
	}
}
