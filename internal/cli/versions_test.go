package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A version that an operator adds is listed, takes the place of one of its name, and is refused where it has none or no files.
func TestVersionsOnTheCommandLine(t *testing.T) {
	data, files := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(files, "db"), 0o700); err != nil {
		t.Fatal(err)
	}
	types := "<types>\n<type name=\"A\"><nominal>1</nominal></type>\n<type name=\"B\"><nominal>2</nominal></type>\n</types>\n"
	if err := os.WriteFile(filepath.Join(files, "db", "types.xml"), []byte(types), 0o600); err != nil {
		t.Fatal(err)
	}
	list := func() string { return command(t, "versions", "list", "--data", data, "--map", "Enoch") }
	if got := list(); !strings.Contains(got, "enoch          1.29 ") || strings.Contains(got, "added") || strings.Contains(got, "sakhal") {
		t.Errorf("at first:\n%s", got)
	}
	for range 2 {
		if got := command(t, "versions", "add", files, "--data", data, "--map", "Enoch", "--name",
			"1.30"); got != "added 1.30 of enoch: 2 entries" {
			t.Errorf("%q", got)
		}
	}
	if got := list(); !strings.HasSuffix(got, "enoch          1.30             2  added") || strings.Count(got, "1.30") != 1 {
		t.Errorf("afterwards:\n%s", got)
	}
	got := command(t, "versions", "list", "--data", data, "--json")
	if !strings.Contains(got, `{"map":"enoch","name":"1.30","added":true,"entries":2}`) ||
		!strings.Contains(got, `{"map":"sakhal","name":"1.29","added":false`) {
		t.Errorf("as JSON: %s", got)
	}
}
