package openapi_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// npmTools are what other people read the document with, apart from generators of Go.
var npmTools = []string{
	"openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@redocly/cli@2.77.0", "@stoplight/spectral-cli@6.16.3",
}

// warned finds the count of warnings in what a tool prints.
var warned = regexp.MustCompile(`[1-9] warning`)

// TestDocumentWithToolsOfNPM: they take the document without options, and find nothing in it; a client for it is compiled without a cast.
// The tools are some hundred megabytes, so that the test runs on demand alone.
func TestDocumentWithToolsOfNPM(t *testing.T) {
	t.Parallel()
	if os.Getenv("QM_TEST_NPM") == "" {
		t.Skip("QM_TEST_NPM is not set")
	}
	dir := folder{t, t.TempDir()}
	dir.write("openapi.json", string(document()))
	dir.write("package.json", `{"private":true}`)
	dir.write(".spectral.yaml", "extends: [\"spectral:oas\"]\n")
	client, err := os.ReadFile("testdata/client.ts")
	if err != nil {
		t.Fatal(err)
	}
	dir.write("client.ts", string(client))
	if out, err := dir.run("npm", append([]string{"install", "--silent", "--no-audit", "--no-fund"}, npmTools...)...); err != nil {
		t.Skipf("npm has not got the tools: %v: %s", err, out)
	}
	for _, command := range []string{
		"openapi-typescript openapi.json -o openapi.d.ts",
		"tsc --noEmit --strict --module preserve --target es2022 --lib es2022,dom client.ts",
		"redocly lint openapi.json --max-problems 20",
		"spectral lint openapi.json --fail-severity hint",
	} {
		words := strings.Fields(command)
		if out, err := dir.run(filepath.Join("node_modules", ".bin", words[0]), words[1:]...); err != nil || warned.MatchString(out) {
			t.Errorf("%s: %v: %s", command, err, out)
		}
	}
}

type folder struct {
	t   *testing.T
	dir string
}

func (f folder) write(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(filepath.Join(f.dir, name), []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f folder) run(name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(f.t.Context(), 5*time.Minute)
	defer cancel()
	if filepath.Dir(name) != "." {
		name = filepath.Join(f.dir, name)
	}
	command := exec.CommandContext(ctx, name, args...)
	command.Dir = f.dir
	out, err := command.CombinedOutput()
	return string(out), err
}
