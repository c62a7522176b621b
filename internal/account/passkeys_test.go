package account_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/passkey"
	"quartermaster/internal/store"
)

const origin = "https://qm.example.org"

// device is a passkey on a device of a user.
type device struct {
	key    *ecdsa.PrivateKey
	public []byte // 4, x and y
	id     []byte
	handle string
	count  uint32
	origin string
}

func newDevice(t *testing.T, user account.User) *device {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	id := sha256.Sum256(public)
	return &device{key: key, public: public, id: id[:], handle: user.SID, origin: origin}
}

var b64 = base64.RawURLEncoding.EncodeToString

// clientData is what a browser says about a challenge.
func (d *device) clientData(t *testing.T, kind string, c passkey.Challenge) []byte {
	t.Helper()
	var options struct{ Challenge string }
	if err := json.Unmarshal(c.Options, &options); err != nil {
		t.Fatal(err)
	}
	return fmt.Appendf(nil, `{"type":"webauthn.%s","challenge":"%s","origin":"%s","crossOrigin":false}`, kind, options.Challenge, d.origin)
}

func (d *device) authData(flags byte) []byte {
	host := sha256.Sum256([]byte("qm.example.org"))
	return binary.BigEndian.AppendUint32(append(host[:], flags), d.count)
}

// made is the answer to a challenge for a new passkey, in CBOR without an attestation.
func (d *device) made(t *testing.T, c passkey.Challenge) string {
	t.Helper()
	data := append(d.authData(0x45), make([]byte, 16)...)
	data = append(append(data, 0, byte(len(d.id))), d.id...)
	data = append(data, 0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32)
	data = append(data, d.public[1:33]...)
	data = append(append(data, 0x22, 0x58, 32), d.public[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return fmt.Sprintf(`{"id":"%s","rawId":"%s","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"%s",`+
		`"attestationObject":"%s","transports":["internal"]}}`, b64(d.id), b64(d.id),
		b64(d.clientData(t, "create", c)), b64(append(object, data...)))
}

// used is the answer to a challenge.
func (d *device) used(t *testing.T, c passkey.Challenge) string {
	t.Helper()
	d.count++
	client, data := d.clientData(t, "get", c), d.authData(0x05)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(data, hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"id":"%s","rawId":"%s","type":"public-key","clientExtensionResults":{},"response":{"clientDataJSON":"%s",`+
		`"authenticatorData":"%s","signature":"%s","userHandle":"%s"}}`, b64(d.id), b64(d.id), b64(client), b64(data), b64(signature),
		b64([]byte(d.handle)))
}

// keyring makes and checks passkeys of the users of a service.
type keyring struct {
	service
	by *passkey.Service
}

func newKeyring(t *testing.T, db *store.DB) keyring {
	t.Helper()
	by, err := passkey.New("Test", origin)
	if err != nil {
		t.Fatal(err)
	}
	return keyring{newService(t, db, account.Options{}), by}
}

// make makes a passkey of a user, and returns it with the recovery codes.
func (k keyring) make(t *testing.T, user account.User) (d *device, codes []string) {
	t.Helper()
	d = newDevice(t, user)
	owner, err := k.PasskeyOwner(t.Context(), user)
	var c passkey.Challenge
	if err == nil {
		c, err = k.by.AskForNew(owner)
	}
	var key passkey.Key
	if err == nil {
		key, err = k.by.Made(owner, c.State, d.made(t, c))
	}
	if err == nil {
		_, codes, err = k.AddPasskey(t.Context(), user.ID, " laptop ", key)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d, codes
}

func (k keyring) ask(t *testing.T) passkey.Challenge {
	t.Helper()
	c, err := k.by.Ask(nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// enter answers a challenge, and demands an error.
func (k keyring) enter(t *testing.T, c passkey.Challenge, answer string, want error) (user account.User, cloned bool) {
	t.Helper()
	user, cloned, err := k.SignInByPasskey(t.Context(), k.by, account.PasskeyAnswer{State: c.State, Answer: answer, Address: home})
	if !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	return user, cloned
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		k := newKeyring(t, db)
		user, other := k.add(t, "one@example.org"), k.add(t, "two@example.org")
		d, codes := k.make(t, user)
		second, none := k.make(t, user)
		if len(codes) != 10 || len(none) != 0 || !k.byID(t, user.ID).SecondFactor || k.byID(t, other.ID).SecondFactor {
			t.Errorf("%d and %d recovery codes", len(codes), len(none))
		}
		for _, each := range []*device{d, second, d} {
			c := k.ask(t)
			if got, cloned := k.enter(t, c, each.used(t, c), nil); got.ID != user.ID || cloned {
				t.Errorf("%+v, cloned: %v", got, cloned)
			}
		}
		list, err := k.Passkeys(t.Context(), user.ID)
		if err != nil || len(list) != 2 || list[0].Name != "laptop" || list[0].UsedAt == 0 || list[0].ClonedAt != 0 {
			t.Errorf("%+v, %v", list, err)
		}

		// A copy of the passkey counts from where it was made.
		d.count = 0
		c := k.ask(t)
		if _, cloned := k.enter(t, c, d.used(t, c), nil); !cloned {
			t.Error("a copy was not noticed")
		}
		if list, err = k.Passkeys(t.Context(), user.ID); err != nil || list[0].ClonedAt == 0 {
			t.Errorf("%+v, %v", list, err)
		}

		// As the second step it has to be that of who has given his password.
		owner, err := k.PasskeyOwner(t.Context(), other)
		if err != nil || len(owner.Keys) != 0 {
			t.Fatal(owner, err)
		}
		k.make(t, other)
		if owner, err = k.PasskeyOwner(t.Context(), other); err == nil {
			c, err = k.by.Ask(&owner)
		}
		if err != nil {
			t.Fatal(err)
		}
		a := account.PasskeyAnswer{State: c.State, Answer: second.used(t, c), Of: &other, Address: home}
		if _, _, err := k.SignInByPasskey(t.Context(), k.by, a); !errors.Is(err, account.ErrCredentials) {
			t.Errorf("the passkey of another user: %v", err)
		}

		if _, err := k.RemovePasskey(t.Context(), other.ID, list[0].SID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the passkey of another user is removed: %v", err)
		}
		if _, err := k.RemovePasskey(t.Context(), user.ID, list[0].SID); err != nil {
			t.Fatal(err)
		}
		c = k.ask(t)
		k.enter(t, c, d.used(t, c), account.ErrCredentials)
		if n := count(t, db, `SELECT count(*) FROM recovery_codes WHERE user_id = $1`, user.ID); n != 10 {
			t.Errorf("%d recovery codes with the passkey that is left", n)
		}
		exec(t, db, `UPDATE users SET disabled_at = 1 WHERE id = $1`, user.ID)
		c = k.ask(t)
		k.enter(t, c, second.used(t, c), account.ErrDisabled)
	})
}

// TestAnswersOfPasskeysThatDoNotPass are refused, and counted with wrong passwords.
func TestAnswersOfPasskeysThatDoNotPass(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		k := newKeyring(t, db)
		user, other := k.add(t, "one@example.org"), k.add(t, "two@example.org")
		d, _ := k.make(t, user)
		for name, answer := range map[string]func(c passkey.Challenge) string{
			"nothing":            func(passkey.Challenge) string { return "" },
			"no JSON":            func(passkey.Challenge) string { return "{" },
			"too much":           func(passkey.Challenge) string { return string(make([]byte, 65<<10)) },
			"another challenge":  func(passkey.Challenge) string { return d.used(t, k.ask(t)) },
			"another origin":     func(c passkey.Challenge) string { e := *d; e.origin = "https://qm.example.com"; return e.used(t, c) },
			"another user":       func(c passkey.Challenge) string { e := *d; e.handle = other.SID; return e.used(t, c) },
			"nobody":             func(c passkey.Challenge) string { e := *d; e.handle = "nobody"; return e.used(t, c) },
			"a key of its own":   func(c passkey.Challenge) string { e := *newDevice(t, user); e.id = d.id; return e.used(t, c) },
			"a key that is none": func(c passkey.Challenge) string { return newDevice(t, user).used(t, c) },
		} {
			c := k.ask(t)
			t.Log(name)
			k.enter(t, c, answer(c), account.ErrCredentials)
		}
		k.enter(t, passkey.Challenge{}, d.used(t, k.ask(t)), account.ErrCredentials)

		// A challenge is answered once, also by many at the same moment.
		c := k.ask(t)
		answer := d.used(t, c)
		var taken atomic.Int32
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() {
				a := account.PasskeyAnswer{State: c.State, Answer: answer, Address: "192.0.2.8"}
				if _, _, err := k.SignInByPasskey(t.Context(), k.by, a); err == nil {
					taken.Add(1)
				}
			})
		}
		all.Wait()
		if n := taken.Load(); n != 1 {
			t.Errorf("a challenge was answered %d times", n)
		}
		for range 10 {
			k.enter(t, k.ask(t), "", account.ErrCredentials)
		}
		var throttled account.ThrottledError
		if _, err := k.SignIn(t.Context(), "one@example.org", password, home); !errors.As(err, &throttled) {
			t.Errorf("after 20 wrong answers from an address: %v", err)
		}
	})
}

func TestWherePasskeysWork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]error{
		"https://qm.example.org": nil, "https://qm.example.org:8443": nil, "http://localhost:8080": nil,
		"http://qm.example.org": passkey.ErrAddress, "https://192.0.2.7": passkey.ErrAddress, "http://127.0.0.1:8080": passkey.ErrAddress,
		"": passkey.ErrAddress, "https://[2001:db8::1]": passkey.ErrAddress, ":": passkey.ErrAddress,
	} {
		if _, err := passkey.New("Test", address); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", address, err, want)
		}
	}
}
