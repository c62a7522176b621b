package api_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/openapi"
)

// The generator of the client, and what the client imports: they are no dependencies of the project.
const (
	generatorOfGo = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen"
	generatorAt   = generatorOfGo + "@v2.8.2"
	runtimeAt     = "github.com/oapi-codegen/runtime@v1.8.0"
)

// mostLines is how long the client may be for each of its operations: people read it, and compile it with their programs. What several
// operations say is said once in the document, or this grows.
const mostLines = 317

// TestGeneratedGoClient makes a client of the OpenAPI document, as it is and without options, and works with it.
func TestGeneratedGoClient(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("compiling the client takes half a minute")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command: ", err)
	}
	s := start(t)
	c := s.user(t)
	module := goModule{dir: t.TempDir()}
	document := openapi.Document(endpoint.Table(), "test")
	module.write(t, "openapi.json", document)
	program, err := os.ReadFile("testdata/goclient/main.go.txt")
	check(t, err)
	module.write(t, "main.go", program)
	module.write(t, "go.mod", []byte("module client\n\ngo 1.25\n"))
	if out, err := module.run(t, "get", "-tool", generatorAt); err != nil {
		t.Skipf("the module proxy does not answer, or has no oapi-codegen: %s", out)
	}
	if out, err := module.run(t, "get", runtimeAt); err != nil {
		t.Skipf("the module proxy does not answer, or has no runtime of oapi-codegen: %s", out)
	}
	if out, err := module.run(t, "tool", generatorOfGo, "-package", "main", "-generate", "types,client", "-o", "client.go",
		"openapi.json"); err != nil {
		t.Fatalf("oapi-codegen refuses the document: %s", out)
	}
	client, err := os.ReadFile(filepath.Join(module.dir, "client.go"))
	check(t, err)
	lines, operations := bytes.Count(client, []byte("\n")), bytes.Count(document, []byte(`"operationId"`))
	if lines > mostLines*operations {
		t.Errorf("the client has %d lines for %d operations: see what several of them say, each for itself", lines, operations)
	}
	module.env = []string{"QM_URL=" + s.url, "QM_TOKEN=" + c.token}
	out, err := module.run(t, "run", "-gcflags=-N -l", "-ldflags=-w", ".") // compiled in less time
	if err != nil || string(out) != "all well" {
		t.Errorf("%v: %s", err, out)
	}
}

// goModule is the folder of a module that is thrown away.
type goModule struct {
	dir string
	env []string
}

func (m goModule) write(t *testing.T, name string, text []byte) {
	t.Helper()
	check(t, os.WriteFile(filepath.Join(m.dir, name), text, 0o600))
}

// run runs the go command in the module; what it says comes back. As paths are left out, a document's client is compiled once.
func (m goModule) run(t *testing.T, args ...string) ([]byte, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", args...)
	command.Dir = m.dir
	command.Env = append(append(os.Environ(), "GOWORK=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod -trimpath"), m.env...)
	out, err := command.CombinedOutput()
	return bytes.TrimSpace(out), err
}
