package lint

import (
	"unicode/utf8"
)

// maxMessage is the number of characters of a message that the game shows.
const maxMessage = 160

var longMessage = &Rule{
	ID: "long-message", Severity: Warning, Title: "Message longer than 160 characters",
	Says: sentences{
		"long": "The message has {length} characters; the game shows {most}.",
	},
	Check: func(w *world, report report) {
		for _, m := range w.Messages {
			if n := utf8.RuneCountInString(m.Text); n > maxMessage {
				report(m, says("long", "length", n, "most", maxMessage), nil)
			}
		}
	},
}
