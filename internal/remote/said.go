package remote

import (
	"strings"
	"unicode"
)

const longestSaid = 200

// said returns what a server has said as one short line without the secrets, which some servers repeat.
func said(text string, secrets ...string) string {
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "***")
		}
	}
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	text = strings.ToValidUTF8(text, "?")
	if len(text) > longestSaid {
		text = strings.ToValidUTF8(text[:longestSaid], "") + " ..."
	}
	return text
}
