package control

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// TestCommandsAreChecked before a game server is asked: nothing ends a command early, and none lacks what it needs.
func TestCommandsAreChecked(t *testing.T) {
	t.Parallel()
	tests := []struct{ body, wrong string }{
		{`{"command":"message","text":"Hello"}`, ""},
		{`{"command":"warn","minutes":5}`, ""},
		{`{"command":"kick","player":0}`, ""},
		{`{"command":"lock"}`, ""},
		{`{}`, "command"},
		{`{"command":"format"}`, "command"},
		{`{"command":"message"}`, "text"},
		{`{"command":"message","text":"Hello\n#shutdown"}`, "text"},
		{`{"command":"message","text":"` + strings.Repeat("x", 201) + `"}`, "text"},
		{`{"command":"warn"}`, "minutes"},
		{`{"command":"warn","minutes":0}`, "minutes"},
		{`{"command":"kick","player":-1}`, "player"},
	}
	for _, test := range tests {
		_, err := shape.Accept[Command](t.Context(), jsontree.ParseBody([]byte(test.body)))
		var problems validate.Errors
		switch errors.As(err, &problems) {
		case true:
			if len(problems) != 1 || problems[0].Field != test.wrong {
				t.Errorf("%s: %v, want one of %q", test.body, problems, test.wrong)
			}
		case false:
			if err != nil || test.wrong != "" {
				t.Errorf("%s: %v, want one of %q", test.body, err, test.wrong)
			}
		}
	}
}

func TestWarning(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"The server restarts in one minute.":          warning(1, ""),
		"The server restarts in 15 minutes. Park up.": warning(15, "Park up."),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
