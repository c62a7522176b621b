package mission_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
)

// genuineFiles are files of servers beside the project, which are no part of it.
const genuineFiles = "../../../shared/data"

// everyNth is how many genuine files the test takes one of, unless QM_TEST_TEXTS asks for all.
const everyNth = 25

// TestGenuineFilesAsTexts saves genuine files, broken ones among them, as they are read: no byte changes and no revision is made. Then
// one digit is changed, and nothing else.
func TestGenuineFilesAsTexts(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(genuineFiles); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	step := everyNth
	if os.Getenv("QM_TEST_TEXTS") == "all" {
		step = 1
	}
	root, _ := filepath.EvalSymlinks(genuineFiles)
	var files []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	for i := 0; i < len(files); i += step {
		name, _ := filepath.Rel(root, files[i])
		w.surviveAsText(genuinePath(name), files[i])
	}
}

// genuinePath is where a file of the collection belongs: in the mission if the game looks there for its name, else below the collection's
// folder.
func genuinePath(name string) string {
	base := filepath.Base(name)
	switch strings.ToLower(base) {
	case "types.xml", "events.xml", "messages.xml", "globals.xml", "economy.xml":
		return missionFolder + "db/" + base
	}
	if strings.HasPrefix(base, "cfg") || strings.HasPrefix(base, "map") {
		return missionFolder + base
	}
	return filepath.ToSlash(name)
}

// surviveAsText stores a file, reads it as text, and saves that.
func (w world) surviveAsText(name, file string) {
	w.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		w.Fatal(err)
	}
	decoded, _ := charset.Decode(data)
	text := string(decoded)
	if _, err := w.service.SaveText(w.Context(), w.scope, mission.TextEdit{
		Path: name, Text: text, Encoding: encodingIn(data),
	}); errors.Is(err, mission.ErrNotText) {
		return
	} else if err != nil {
		w.Errorf("%s: %v", file, err)
		return
	}
	if got := w.serverFile(name); got != string(data) {
		w.Errorf("%s: %d bytes come back as %d other ones", file, len(data), len(got))
		return
	}
	was := w.revision()
	text = w.text(name).Text
	w.saveText(name, text)
	if got := w.serverFile(name); got != string(data) || w.revision() != was {
		w.Errorf("%s: saved as it was read, it differs", file)
	}
	at := strings.IndexAny(text[len(text)/2:], "12345678")
	if at < 0 {
		return
	}
	at += len(text) / 2
	text = text[:at] + "9" + text[at+1:]
	w.saveText(name, text)
	want, err := charset.Encode([]byte(text), *encodingIn(data), charset.Plain)
	if got := w.serverFile(name); err != nil || got != string(want) {
		w.Errorf("%s: with one digit changed, more than that differs (%v)", file, err)
	}
}

func encodingIn(data []byte) *charset.Encoding {
	_, e := charset.Decode(data)
	return &e
}
