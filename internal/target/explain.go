package target

import (
	"context"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"quartermaster/internal/remote"
	"quartermaster/internal/say"
)

// Explain says to an owner what has gone wrong with his server; the sentence is in package outcome.
func Explain(err error) say.Message {
	if changed, is := changedPin(err); is {
		return say.New("other-fingerprint", "pinned", changed.Pinned, "shown", changed.Shown)
	}
	switch {
	case errors.Is(err, ErrNone):
		return say.New("no-server")
	case errors.Is(err, context.DeadlineExceeded):
		return say.New("no-answer")
	}
	return say.Plain(sentence(err.Error()))
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
