// Package idp asks a provider (OpenID Connect) who somebody is, by the authorization code flow with PKCE.
package idp

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// The errors that callers distinguish. The text around them is for the log; it has no secrets.
var (
	ErrAway    = errors.New("the provider does not answer")
	ErrDenied  = errors.New("the provider has not let the person in")
	ErrAttempt = errors.New("this sign-in did not begin in this browser, or is over")
	ErrClock   = errors.New("the clocks of the provider and of this service differ")
	ErrAnswer  = errors.New("the answer of the provider is not to be trusted")
)

// Config describes a provider and this service as its client.
type Config struct {
	Name         string // what people call the provider
	Issuer       string
	ClientID     string
	ClientSecret string           // empty for a client without one
	GroupsClaim  string           // that lists the groups of a person; points lead into objects
	Redirect     string           // where the provider sends people back to
	Clock        func() time.Time // time.Now for nil
}

// Provider is safe for concurrent use. It is asked what it is when somebody signs in first, so that this service starts without it.
type Provider struct {
	config    Config
	discovery discovery
}

// New returns the provider of a Config.
func New(c Config) *Provider {
	if c.Clock == nil {
		c.Clock = time.Now
	}
	return &Provider{config: c, discovery: newDiscovery(c)}
}

// Name is what people call the provider.
func (p *Provider) Name() string { return p.config.Name }

// Issuer is the provider's own name.
func (p *Provider) Issuer() string { return p.config.Issuer }

// Attempt is what the browser keeps of a sign-in that has begun, where nobody else can read or change it.
type Attempt struct {
	State    string `json:"state"`
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"` // of PKCE
	Anew     bool   `json:"anew"`     // the person is to show again who he is, also where the provider knows him still
}

// Person is who somebody is for the provider. Only Issuer and Subject name him for good.
type Person struct {
	Issuer   string   `json:"issuer"`
	Subject  string   `json:"subject"`
	Email    string   `json:"email"`
	Verified bool     `json:"verified"` // the provider knows that the address is his
	Name     string   `json:"name"`
	Groups   []string `json:"groups"`
}

// Begin returns the address of the provider at which a person signs in, anew where he has done so there already, or ErrAway.
func (p *Provider) Begin(ctx context.Context, anew bool) (address string, a Attempt, err error) {
	found, err := p.discovery.get(ctx)
	if err != nil {
		return "", a, err
	}
	a = Attempt{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Anew: anew}
	options := []oauth2.AuthCodeOption{oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)}
	if anew {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	return found.oauth.AuthCodeURL(a.State, options...), a, nil
}

// Finish returns who has come back from the provider with an answer, in the browser that keeps the attempt. It returns ErrAttempt,
// ErrDenied, ErrAnswer, ErrClock or ErrAway.
func (p *Provider) Finish(ctx context.Context, a Attempt, answer url.Values) (Person, error) {
	if a.State == "" || subtle.ConstantTimeCompare([]byte(answer.Get("state")), []byte(a.State)) != 1 {
		return Person{}, ErrAttempt
	}
	found, err := p.discovery.get(ctx)
	if err != nil {
		return Person{}, err
	}
	if iss := answer.Get("iss"); iss != p.config.Issuer && (iss != "" || found.sendsIssuer) {
		return Person{}, fmt.Errorf("%w: it is from the issuer %q", ErrAnswer, iss)
	}
	if code := answer.Get("error"); code != "" || answer.Get("code") == "" {
		return Person{}, fmt.Errorf("%w: %q", ErrDenied, code)
	}
	ctx = oidc.ClientContext(ctx, p.discovery.client)
	token, err := found.oauth.Exchange(ctx, answer.Get("code"), oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, exchangeError(err)
	}
	return p.identify(ctx, found, token, a)
}

// anewWithin is how long ago a person may have shown who he is where he was asked to do so anew.
const anewWithin = 5 * time.Minute

// isAnew reports whether the person has shown who he is a moment ago, as the provider says where that was asked for.
func (p *Provider) isAnew(c claims) bool {
	at, is := c["auth_time"].(float64)
	return is && p.config.Clock().Sub(time.Unix(int64(at), 0)) < anewWithin
}

// exchangeError tells a provider that refuses a code, such as one that was used before, from one that is away.
func exchangeError(err error) error {
	var refused *oauth2.RetrieveError
	if errors.As(err, &refused) && refused.Response.StatusCode < 500 {
		return fmt.Errorf("%w: it refuses the code (%d %q)", ErrAnswer, refused.Response.StatusCode, refused.ErrorCode)
	}
	if errors.As(err, &refused) {
		return fmt.Errorf("%w: %d for a code", ErrAway, refused.Response.StatusCode)
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

// identify checks the id token and reads the person of it, and of the userinfo what the token leaves out.
func (p *Provider) identify(ctx context.Context, found *discovered, token *oauth2.Token, a Attempt) (Person, error) {
	raw, _ := token.Extra("id_token").(string)
	id, err := found.verifier.Verify(ctx, raw)
	if err != nil {
		return Person{}, verifyError(err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(a.Nonce)) != 1 {
		return Person{}, fmt.Errorf("%w: its nonce is of another sign-in", ErrAnswer)
	}
	claims := claims{}
	if err := id.Claims(&claims); err != nil {
		return Person{}, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if authorized := claims.text("azp"); authorized != "" && authorized != p.config.ClientID || authorized == "" && len(id.Audience) > 1 {
		return Person{}, fmt.Errorf("%w: it is for the client %q", ErrAnswer, authorized)
	}
	if a.Anew && !p.isAnew(claims) {
		return Person{}, fmt.Errorf("%w: the person was not asked again who he is", ErrAnswer)
	}
	if err := p.complete(ctx, found, token, id.Subject, claims); err != nil {
		return Person{}, err
	}
	person := claims.person(p.config.GroupsClaim)
	person.Issuer, person.Subject = id.Issuer, id.Subject
	if person.Subject == "" {
		return Person{}, fmt.Errorf("%w: it names nobody", ErrAnswer)
	}
	return person, nil
}

// complete adds claims of the userinfo where the id token has none. An address counts together with whether it is verified.
func (p *Provider) complete(ctx context.Context, found *discovered, token *oauth2.Token, subject string, c claims) error {
	_, grouped := c.at(p.config.GroupsClaim)
	if _, verified := c["email_verified"]; verified && grouped && c.text("email") != "" || found.provider.UserInfoEndpoint() == "" {
		return nil
	}
	info, err := found.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return fmt.Errorf("%w: userinfo: %w", ErrAway, err)
	}
	if info.Subject != subject {
		return fmt.Errorf("%w: its userinfo is of another person", ErrAnswer)
	}
	more := claims{}
	if err := info.Claims(&more); err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	c.add(more)
	return nil
}

// verifyError tells what is wrong with an id token from keys that could not be fetched.
func verifyError(err error) error {
	var expired *oidc.TokenExpiredError
	var network *url.Error
	switch {
	case errors.As(err, &expired):
		return fmt.Errorf("%w: %w", ErrClock, err)
	case errors.As(err, &network):
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	return fmt.Errorf("%w: %w", ErrAnswer, err)
}
