package lint

import (
	"fmt"
	"unicode/utf8"
)

// maxMessage is the number of characters of a message that the game shows.
const maxMessage = 160

var longMessage = &Rule{
	ID: "long-message", Severity: Warning, Title: "Message longer than 160 characters",
	Check: func(w *world, report report) {
		for _, m := range w.Messages {
			if n := utf8.RuneCountInString(m.Text); n > maxMessage {
				report(m, fmt.Sprintf("The message has %d characters; the game shows %d.", n, maxMessage), nil)
			}
		}
	},
}
