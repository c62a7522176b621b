package idp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"quartermaster/internal/dialer"
)

const (
	patience    = 10 * time.Second // for an answer of the provider
	maxAnswer   = 1 << 20          // bytes of one
	maxHeader   = 64 << 10         // bytes of its headers
	rediscover  = time.Hour        // what is known of the provider is asked again then
	failureKept = 5 * time.Second  // how long a failure is answered without asking again
)

// discovered is what a provider says about itself.
type discovered struct {
	provider    *oidc.Provider
	oauth       oauth2.Config
	verifier    *oidc.IDTokenVerifier
	sendsIssuer bool // with each answer
}

// discovery keeps that.
type discovery struct {
	config Config
	client *http.Client
	state  *discoveryState
}

type discoveryState struct {
	sync.Mutex
	found   *discovered
	failure error
	next    time.Time // when to ask, again
}

func newDiscovery(c Config) discovery {
	transport := &http.Transport{
		// The operator has named the provider, which is often in his own network.
		DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
			host, port, err := net.SplitHostPort(address)
			if err != nil {
				return nil, err
			}
			n, err := strconv.Atoi(port)
			if err != nil {
				return nil, err
			}
			return dialer.Dialer{Private: true}.Dial(ctx, network, host, n)
		},
		ForceAttemptHTTP2: true, TLSHandshakeTimeout: patience, MaxResponseHeaderBytes: maxHeader, MaxIdleConns: 4, IdleConnTimeout: time.Minute,
	}
	return discovery{config: c, client: &http.Client{Transport: bounded{transport}, Timeout: patience}, state: new(discoveryState)}
}

// bounded bounds what is read of an answer.
type bounded struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = limited{io.LimitReader(answer.Body, maxAnswer), answer.Body}
	}
	return answer, err
}

type limited struct {
	io.Reader
	io.Closer
}

// get returns what is known of the provider, or ErrAway. One request asks at a time; what was known stays when the provider is away later.
func (d discovery) get(ctx context.Context) (*discovered, error) {
	d.state.Lock()
	defer d.state.Unlock()
	now := time.Now()
	if now.Before(d.state.next) {
		return d.state.found, d.state.failure
	}
	found, err := d.ask(context.WithoutCancel(ctx)) // others wait for it, too
	switch {
	case err == nil:
		d.state.found, d.state.failure, d.state.next = found, nil, now.Add(rediscover)
	case d.state.found != nil:
		d.state.next = time.Now().Add(failureKept)
	default:
		d.state.failure, d.state.next = fmt.Errorf("%w: %w", ErrAway, err), time.Now().Add(failureKept)
	}
	return d.state.found, d.state.failure
}

func (d discovery) ask(ctx context.Context) (*discovered, error) {
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, d.client), d.config.Issuer)
	if err != nil {
		return nil, err
	}
	var says struct {
		Scopes      []string `json:"scopes_supported"`
		Methods     []string `json:"token_endpoint_auth_methods_supported"`
		SendsIssuer bool     `json:"authorization_response_iss_parameter_supported"`
	}
	if err := provider.Claims(&says); err != nil {
		return nil, err
	}
	endpoint := provider.Endpoint()
	if endpoint.AuthURL == "" || endpoint.TokenURL == "" {
		return nil, errors.New("it names no addresses to sign in at")
	}
	// To try both ways would use the code up.
	endpoint.AuthStyle = oauth2.AuthStyleInHeader
	basic := len(says.Methods) == 0 || slices.Contains(says.Methods, "client_secret_basic")
	if d.config.ClientSecret == "" || !basic {
		endpoint.AuthStyle = oauth2.AuthStyleInParams
	}
	scopes := []string{oidc.ScopeOpenID, "profile", "email"}
	if slices.Contains(says.Scopes, d.config.GroupsClaim) {
		scopes = append(scopes, d.config.GroupsClaim)
	}
	return &discovered{
		provider: provider, sendsIssuer: says.SendsIssuer,
		oauth: oauth2.Config{
			ClientID: d.config.ClientID, ClientSecret: d.config.ClientSecret, Endpoint: endpoint, RedirectURL: d.config.Redirect, Scopes: scopes,
		},
		verifier: provider.Verifier(&oidc.Config{ClientID: d.config.ClientID, Now: d.config.Clock}),
	}, nil
}
