package target

import (
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"quartermaster/internal/remote"
)

// Explain says to an owner what has gone wrong with his server.
func Explain(err error) string {
	if changed, is := changedPin(err); is {
		return "The server identifies itself with another fingerprint than before. Pinned: " + changed.Pinned + "; shown now: " + changed.Shown +
			". Accept the new one only if your host has changed the server."
	}
	switch {
	case errors.Is(err, ErrNone):
		return "This instance has no server to connect to."
	case errors.Is(err, context.DeadlineExceeded):
		return "The server did not answer in time."
	}
	return sentence(err.Error())
}

func changedPin(err error) (*remote.PinError, bool) {
	var changed *remote.PinError
	return changed, errors.As(err, &changed)
}

// sentence gives a text a capital and a full stop. Paths and hosts that it begins with stay as they are.
func sentence(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if !strings.ContainsAny(strings.TrimRight(word, ".:"), "./") {
		first, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
