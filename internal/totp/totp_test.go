package totp_test

import (
	"encoding/base32"
	"testing"
	"time"

	"quartermaster/internal/totp"
)

// TestVectors are those of RFC 6238, appendix B, for SHA-1. They have eight digits, of which six are the last.
func TestVectors(t *testing.T) {
	t.Parallel()
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		if got, err := totp.Code(secret, totp.Step(time.Unix(at, 0))); err != nil || got != want[2:] {
			t.Errorf("at %d the code is %s, %v, want %s", at, got, err, want[2:])
		}
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	secret, now := totp.NewSecret(), time.Unix(1_800_000_015, 0)
	for away := int64(-3); away <= 3; away++ {
		at := totp.Step(now) + away
		code, err := totp.Code(secret, at)
		if err != nil {
			t.Fatal(err)
		}
		step, ok := totp.Match(secret, code, now)
		if want := away >= -1 && away <= 1; ok != want || ok && step != at {
			t.Errorf("the code of %d steps away: %v, step %d", away, ok, step-totp.Step(now))
		}
	}
	for _, code := range []string{"", "12345", "abcdef"} {
		if _, ok := totp.Match(secret, code, now); ok {
			t.Errorf("%q is a code", code)
		}
	}
}

func TestURI(t *testing.T) {
	t.Parallel()
	const want = "otpauth://totp/Quartermaster:ada+x@example.org?issuer=Quartermaster&secret=ABC"
	if got := totp.URI("Quartermaster", "ada+x@example.org", "ABC"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
