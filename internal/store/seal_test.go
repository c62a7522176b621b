package store

import (
	"bytes"
	"strings"
	"testing"
)

func testSealer(t *testing.T, fill byte) sealer {
	t.Helper()
	s, err := newSealer(bytes.Repeat([]byte{fill}, KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSealerOpensOnlyItsOwn(t *testing.T) {
	t.Parallel()
	s := testSealer(t, 1)
	sealed, err := s.seal("secret", "instances.password")
	if err != nil || strings.Contains(sealed, "secret") {
		t.Fatalf("sealed %q, %v", sealed, err)
	}
	if text, err := s.open(sealed, "instances.password"); err != nil || text != "secret" {
		t.Errorf("opened %q, %v", text, err)
	}
	for name, open := range map[string]func() (string, error){
		"another key":   func() (string, error) { return testSealer(t, 2).open(sealed, "instances.password") },
		"another field": func() (string, error) { return s.open(sealed, "instances.username") },
		"half of it":    func() (string, error) { return s.open(sealed[:len(sealed)/2], "instances.password") },
		"nothing":       func() (string, error) { return s.open("", "instances.password") },
		"no base64":     func() (string, error) { return s.open("%", "instances.password") },
		"no key":        func() (string, error) { return sealer{}.open(sealed, "instances.password") },
	} {
		if text, err := open(); err == nil || text != "" {
			t.Errorf("%s opens %q, %v", name, text, err)
		}
	}
}

// Who has lost the key can store the secret anew.
func TestResealWithAnotherKey(t *testing.T) {
	t.Parallel()
	old, err := testSealer(t, 1).seal("secret", "field")
	if err != nil {
		t.Fatal(err)
	}
	s := testSealer(t, 2)
	fresh, err := s.reseal(old, "secret", "field")
	if text, opened := s.open(fresh, "field"); err != nil || opened != nil || text != "secret" {
		t.Errorf("opened %q, %v, %v", text, err, opened)
	}
}
