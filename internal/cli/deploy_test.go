package cli

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// TestDeployments: the files in deploy are YAML where they say so, and set nothing that the program does not know.
func TestDeployments(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(&commands{}, kong.DefaultEnvars("QM"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, group := range parser.Model.Leaves(true) {
		for _, flag := range group.Flags {
			for _, name := range flag.Envs {
				known[name] = true
			}
		}
	}
	seen := 0
	err = filepath.WalkDir("../../deploy", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, name := range regexp.MustCompile(`\bQM_[A-Z_]+`).FindAllString(string(text), -1) {
			if seen++; !known[name] {
				t.Errorf("%s sets %s, which is no flag", path, name)
			}
		}
		if filepath.Ext(path) == ".yaml" && filepath.Base(filepath.Dir(path)) != "templates" {
			expectYAML(t, path, text)
		}
		return nil
	})
	if err != nil || seen < 10 {
		t.Errorf("%d settings found, %v", seen, err)
	}
}

func expectYAML(t *testing.T, path string, text []byte) {
	t.Helper()
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var document map[string]any
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil || len(document) == 0 {
			t.Errorf("%s: %v", path, err)
			return
		}
	}
}
