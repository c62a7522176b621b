package document

import (
	"regexp"
	"strings"

	"quartermaster/internal/servercfg"
)

// textElement is an element of XML with a text in it.
var textElement = regexp.MustCompile(`<([\w:.-]+)((?:\s[^<>]*)?)>([^<>]+)</`)

// hideElements returns a text of XML without the texts of elements that are secrets by their names or by themselves: values do not have
// them.
func hideElements(text string) string {
	return textElement.ReplaceAllStringFunc(text, func(found string) string {
		parts := textElement.FindStringSubmatch(found)
		secret := strings.TrimSpace(parts[3])
		if secret == "" || strings.HasSuffix(parts[2], "/") || !servercfg.IsSecretName(parts[1]) && !servercfg.IsSecret(secret) {
			return found
		}
		return "<" + parts[1] + parts[2] + ">" + servercfg.Hidden + "</"
	})
}
