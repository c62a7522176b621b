// Package passkey makes and checks passkeys (WebAuthn level 2). It stores nothing.
package passkey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// ErrAnswer is returned for an answer that does not pass: the text behind it is for the log.
var ErrAnswer = errors.New("the answer of the passkey does not pass")

// ErrAddress is returned for an address of a service that browsers make no passkeys for.
var ErrAddress = errors.New("passkeys need an https address with a name, or http://localhost")

// Lifetime is how long a challenge waits for its answer.
const Lifetime = 5 * time.Minute

// maxAnswer bounds an answer of a browser, in bytes.
const maxAnswer = 64 << 10

// Service makes and checks the passkeys of a service.
type Service struct{ w *webauthn.WebAuthn }

// New returns the service of that name at an address, such as https://qm.example.org, or ErrAddress. Passkeys belong to the name of its
// host.
func New(name, address string) (*Service, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddress, err)
	}
	host := u.Hostname()
	if host == "" || net.ParseIP(host) != nil || u.Scheme != "https" && host != "localhost" {
		return nil, ErrAddress
	}
	limit := webauthn.TimeoutConfig{Enforce: true, Timeout: Lifetime, TimeoutUVD: Lifetime}
	w, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: name, RPOrigins: []string{u.Scheme + "://" + u.Host},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationPreferred,
		},
		AttestationPreference:             protocol.PreferNoAttestation,
		Timeouts:                          webauthn.TimeoutsConfig{Login: limit, Registration: limit},
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAddress, err)
	}
	return &Service{w}, nil
}

// Key is a passkey as it is stored: what its answers are checked with.
type Key struct {
	ID, PublicKey  []byte
	Count          uint32 // of its uses, as it counts them itself; many stay at 0
	BackupEligible bool   // it may be copied between the devices of its owner; that never changes
	BackedUp       bool
	Verified       bool // it has verified its owner when it was made
	Transports     []string
	AAGUID         []byte // of its model
}

// Owner is a user with his passkeys.
type Owner struct {
	Handle      []byte // names him to his passkeys
	Email, Name string
	Keys        []Key
}

// WebAuthnID implements webauthn.User.
func (o Owner) WebAuthnID() []byte { return o.Handle }

// WebAuthnName implements webauthn.User.
func (o Owner) WebAuthnName() string { return o.Email }

// WebAuthnDisplayName implements webauthn.User.
func (o Owner) WebAuthnDisplayName() string { return o.Name }

// WebAuthnCredentials implements webauthn.User.
func (o Owner) WebAuthnCredentials() (list []webauthn.Credential) {
	for _, k := range o.Keys {
		c := webauthn.Credential{
			ID: k.ID, PublicKey: k.PublicKey,
			Flags: webauthn.CredentialFlags{
				UserPresent: true, UserVerified: k.Verified, BackupEligible: k.BackupEligible, BackupState: k.BackedUp,
			},
			Authenticator: webauthn.Authenticator{AAGUID: k.AAGUID, SignCount: k.Count},
		}
		for _, t := range k.Transports {
			c.Transport = append(c.Transport, protocol.AuthenticatorTransport(t))
		}
		list = append(list, c)
	}
	return list
}

// Challenge is what a browser is asked, once: Options for the browser, and State to be kept where it cannot reach until it answers.
type Challenge struct {
	Options json.RawMessage
	State   []byte
}

func newChallenge(options any, state *webauthn.SessionData, err error) (c Challenge, _ error) {
	if err != nil {
		return c, err
	}
	if c.Options, err = json.Marshal(options); err == nil {
		c.State, err = json.Marshal(state)
	}
	return c, err
}

// AskForNew asks for a new passkey of an owner, on a device that has none of his yet.
func (s *Service) AskForNew(o Owner) (Challenge, error) {
	known := webauthn.Credentials(o.WebAuthnCredentials()).CredentialDescriptors()
	creation, state, err := s.w.BeginRegistration(o, webauthn.WithExclusions(known))
	if err != nil {
		return Challenge{}, err
	}
	return newChallenge(creation.Response, state, nil)
}

// Ask asks for a passkey of an owner, or of anybody where it is nil.
func (s *Service) Ask(o *Owner) (Challenge, error) {
	begin := func() (*protocol.CredentialAssertion, *webauthn.SessionData, error) {
		return s.w.BeginDiscoverableLogin()
	}
	if o != nil {
		begin = func() (*protocol.CredentialAssertion, *webauthn.SessionData, error) { return s.w.BeginLogin(*o) }
	}
	assertion, state, err := begin()
	if err != nil {
		return Challenge{}, err
	}
	return newChallenge(assertion.Response, state, nil)
}

// read returns the state of a challenge, and the answer within its limit.
func read(state []byte, answer string) (data webauthn.SessionData, body []byte, err error) {
	if len(answer) > maxAnswer {
		return data, nil, fmt.Errorf("%w: it has %d bytes", ErrAnswer, len(answer))
	}
	if err := json.Unmarshal(state, &data); err != nil || len(state) == 0 {
		return data, nil, fmt.Errorf("%w: there is no challenge", ErrAnswer)
	}
	return data, []byte(answer), nil
}

// Made returns the passkey that an answer to AskForNew brings, or ErrAnswer.
func (s *Service) Made(o Owner, state []byte, answer string) (Key, error) {
	data, body, err := read(state, answer)
	if err != nil {
		return Key{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(body)
	if err != nil {
		return Key{}, refused(err)
	}
	c, err := s.w.CreateCredential(o, data, parsed)
	if err != nil {
		return Key{}, refused(err)
	}
	return keyOf(c), nil
}

// Used is a passkey after a use.
type Used struct {
	Key
	Owner  Owner
	Cloned bool // it has counted no further, as a copy of it would
}

// Check returns the passkey that has given an answer to Ask. find finds the owner with a handle. It returns ErrAnswer, or the error of
// find.
func (s *Service) Check(o *Owner, state []byte, answer string, find func(handle []byte) (Owner, error)) (Used, error) {
	data, body, err := read(state, answer)
	if err != nil {
		return Used{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(body)
	if err != nil {
		return Used{}, refused(err)
	}
	if o != nil {
		c, err := s.w.ValidateLogin(*o, data, parsed)
		return used(*o, c, err)
	}
	var found Owner
	var findErr error
	_, c, err := s.w.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		found, findErr = find(handle)
		return found, findErr
	}, data, parsed)
	if findErr != nil {
		return Used{}, findErr
	}
	return used(found, c, err)
}

func used(o Owner, c *webauthn.Credential, err error) (Used, error) {
	if err != nil {
		return Used{}, refused(err)
	}
	return Used{Key: keyOf(c), Owner: o, Cloned: c.Authenticator.CloneWarning}, nil
}

func keyOf(c *webauthn.Credential) Key {
	k := Key{
		ID: bytes.Clone(c.ID), PublicKey: bytes.Clone(c.PublicKey), Count: c.Authenticator.SignCount, AAGUID: bytes.Clone(c.Authenticator.AAGUID),
		BackupEligible: c.Flags.BackupEligible, BackedUp: c.Flags.BackupState, Verified: c.Flags.UserVerified,
	}
	for _, t := range c.Transport {
		k.Transports = append(k.Transports, string(t))
	}
	return k
}

// refused adds what the library knows about an answer.
func refused(err error) error {
	var detailed *protocol.Error
	if errors.As(err, &detailed) {
		return fmt.Errorf("%w: %s %s", ErrAnswer, detailed.Details, detailed.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrAnswer, err)
}
