package servercfg

import (
	"path"
	"regexp"
	"strings"
)

// IsConfig reports whether a file may have passwords as this package knows them, by its name: a copy such as serverDZ.cfg.bak too.
func IsConfig(name string) bool { return strings.Contains(strings.ToLower(path.Base(name)), ".cfg") }

// Hidden stands for a password. It does not say how long one is.
const Hidden = "********"

// secret is a setting with a password: in Bohemia's language, or as BattlEye has it. What follows the name of one that is written wrong, or
// stands in a comment, counts too.
var secret = regexp.MustCompile(`(?mi)([a-z0-9_]*password[a-z0-9_]*(?:\s|/\*(?:[^*]|\*[^/])*\*/)*=(?:\s|/\*(?:[^*]|\*[^/])*\*/)*)` +
	`("(?:[^"\r\n]|"")*(?:"[^;\r\n]*)?|[^;\r\n"][^;\r\n]*)|` +
	`(^[ \t#/;]*[a-z0-9_]*password[a-z0-9_]*[ \t]+)([^=;\s][^\r\n]*)`)

// Redact returns the text of a configuration without its passwords, whether or not it can be read.
func Redact(text string) string {
	return secret.ReplaceAllStringFunc(text, func(found string) string {
		m := secret.FindStringSubmatch(found)
		switch {
		case m[3] != "":
			return m[3] + Hidden
		case strings.HasPrefix(m[2], `"`) && m[2] != `""`:
			return m[1] + `"` + Hidden + `"`
		case m[2] == `""`:
			return found
		}
		return m[1] + Hidden
	})
}
