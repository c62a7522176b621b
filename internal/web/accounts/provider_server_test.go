package accounts_test

import (
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"

	"quartermaster/internal/account"
	"quartermaster/internal/idp"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

const (
	clientID     = "quartermaster"
	clientSecret = "a secret of the client"
)

// somebody is a person at the provider.
type somebody struct {
	storage.User
	groups []string
}

// provider is a genuine provider in this process, with persons that tests change, and a hand on what it sends.
type provider struct {
	*storage.Storage
	*httptest.Server
	mu      sync.Mutex
	persons map[string]*somebody
	key     signingKey
	mangle  func(claims map[string]any) string // of id tokens; nil leaves them as they are
	nonce   string                             // sent in place of the one that was asked for
}

type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

func newKey(t *testing.T, id string) signingKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return signingKey{id, key}
}

func (k signingKey) ID() string                                  { return k.id }
func (k signingKey) Key() any                                    { return k.key }
func (k signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }

// publicKey is what the provider publishes of it.
type publicKey struct{ signingKey }

func (k publicKey) Key() any                           { return &k.key.PublicKey }
func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }

// rotate has the provider sign with another key from now on.
func (p *provider) rotate(k signingKey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.key = k
}

func (p *provider) SigningKey(context.Context) (op.SigningKey, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.key, nil
}

func (p *provider) KeySet(context.Context) ([]op.Key, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return []op.Key{publicKey{p.key}}, nil
}

func (p *provider) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, tokenID, subject, origin string) error {
	err := p.Storage.SetUserinfoFromToken(ctx, info, tokenID, subject, origin)
	p.mu.Lock()
	defer p.mu.Unlock()
	if who := p.persons[subject]; err == nil && who != nil {
		info.AppendClaims("groups", who.groups)
	}
	return err
}

// GetUserByID and the others are those of storage.UserStore.
func (p *provider) GetUserByID(id string) *storage.User {
	p.mu.Lock()
	defer p.mu.Unlock()
	if who := p.persons[id]; who != nil {
		return &who.User
	}
	return nil
}

func (p *provider) GetUserByUsername(name string) *storage.User { return p.GetUserByID(name) }
func (p *provider) ExampleClientID() string                     { return "service" }

// person adds somebody, who signs in at the provider by his id, or changes him.
func (p *provider) person(id, email string, verified bool, groups ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.persons[id] = &somebody{storage.User{
		ID: id, Username: id, Password: "verysecure", FirstName: id, LastName: "Person", Email: email, EmailVerified: verified,
	}, groups}
}

// startProvider starts a provider on this machine.
func startProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{persons: map[string]*somebody{}, key: newKey(t, "first")}
	p.Storage = storage.NewStorageWithClients(p, map[string]*storage.Client{
		clientID: storage.WebClient(clientID, clientSecret, "http://qm.test/login/oidc/callback"),
	})
	var inner http.Handler
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.serve(inner, w, r) }))
	t.Cleanup(p.Close)
	inner = exampleop.SetupServer(p.URL, p, nil, false)
	return p
}

// serve answers as the provider does, but for what a test has it say.
func (p *provider) serve(inner http.Handler, w http.ResponseWriter, r *http.Request) {
	if p.nonce != "" && r.URL.Path == "/auth" {
		q := r.URL.Query()
		q.Set("nonce", p.nonce)
		r.URL.RawQuery = q.Encode()
	}
	if p.mangle == nil || r.URL.Path != "/oauth/token" {
		inner.ServeHTTP(w, r)
		return
	}
	answer := httptest.NewRecorder()
	inner.ServeHTTP(answer, r)
	var body map[string]any
	_ = json.Unmarshal(answer.Body.Bytes(), &body)
	if token, is := body["id_token"].(string); is {
		body["id_token"] = p.mangle(claimsOf(token))
	}
	text, _ := json.Marshal(body)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Code)
	_, _ = w.Write(text)
}

func claimsOf(token string) (claims map[string]any) {
	payload, _ := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[1])
	_ = json.Unmarshal(payload, &claims)
	return claims
}

// signed returns an id token with claims, and with others in place of some, signed by an algorithm.
func signed(alg string, k signingKey, claims, others map[string]any) string {
	claims = maps.Clone(claims)
	maps.Copy(claims, others)
	header, _ := json.Marshal(map[string]string{"alg": alg, "kid": k.id})
	payload, _ := json.Marshal(claims)
	text := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(payload)
	sum := sha256.Sum256([]byte(text))
	var signature []byte
	switch alg {
	case "RS256":
		signature, _ = rsa.SignPKCS1v15(nil, k.key, crypto.SHA256, sum[:])
	case "HS256":
		mac := hmac.New(sha256.New, []byte(clientSecret))
		mac.Write([]byte(text))
		signature = mac.Sum(nil)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(signature)
}

// signIn signs a person in at the provider to which an address leads, and returns where the provider sends the browser back to.
func (p *provider) signIn(t *testing.T, address, person string) (back string) {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	follow := func(method, address string, form url.Values) *url.URL {
		r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		to, err := answer.Location()
		if err != nil {
			t.Fatalf("%s: %d, %v", answer.Request.URL, answer.StatusCode, err)
		}
		return to
	}
	form := follow("GET", address, nil)
	to := follow("POST", p.URL+form.Path, url.Values{
		"username": {person}, "password": {"verysecure"}, "id": {form.Query().Get("authRequestID")},
	})
	to = follow("GET", to.String(), nil)
	if to.Host != "qm.test" {
		t.Fatalf("the provider leads to %s", to)
	}
	return to.RequestURI()
}

// come signs a person in at the provider, and comes back.
func (p *provider) come(b *webtest.Browser, person string) webtest.Answer {
	t, is := b.TB.(*testing.T)
	if !is {
		panic("a benchmark")
	}
	t.Helper()
	return b.Get(p.signIn(t, b.Get("/login/oidc").Status(302).Header().Get("Location"), person))
}

// comeAgain has a signed-in user show anew at the provider that he is a person.
func (p *provider) comeAgain(b *webtest.Browser, person string) webtest.Answer {
	to := b.Get("/login/oidc?anew=1").Status(302).Header().Get("Location")
	if q, err := url.Parse(to); err != nil || q.Query().Get("prompt") != "login" || q.Query().Get("max_age") != "0" {
		b.TB.Errorf("the provider is not asked for a new sign-in: %s", to)
	}
	return b.Get(p.signIn(b.TB.(*testing.T), to, person))
}

// withProvider opens a site whose users sign in through a provider.
func withProvider(t *testing.T, p *provider, change ...func(*site.Config, *account.Options)) *webtest.Site {
	t.Helper()
	return webtest.Open(t, append([]func(*site.Config, *account.Options){func(c *site.Config, _ *account.Options) {
		c.Provider = p.client(nil)
	}}, change...)...)
}

// client is what this service knows of the provider.
func (p *provider) client(clock func() time.Time) *idp.Provider {
	return idp.New(idp.Config{
		Name: "Guild", Issuer: p.URL, ClientID: clientID, ClientSecret: clientSecret, GroupsClaim: "groups",
		Redirect: "http://qm.test/login/oidc/callback", Clock: clock,
	})
}

func groups(admin string, allowed ...string) func(*site.Config, *account.Options) {
	return func(_ *site.Config, o *account.Options) {
		o.Groups = account.Groups{Admin: admin, Allowed: slices.Clone(allowed)}
	}
}
