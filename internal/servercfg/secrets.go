package servercfg

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// secretWords are what stands in the names of passwords and the like, in the settings of servers and of mods.
var secretWords = []string{"password", "passphrase", "secret", "webhook", "token", "apikey", "api_key"}

var (
	anySecretWord = `(?:` + strings.Join(secretWords, "|") + `)`
	secretName    = regexp.MustCompile(`(?i)` + anySecretWord)
	// secretLine is a line that may hold a secret.
	secretLine = regexp.MustCompile(`(?im)^.*` + anySecretWord + `.*$`)
	// secretText is part of a text that is a secret by itself: what follows it lets anyone write into a channel.
	secretText = regexp.MustCompile(`(?i)api\\?/webhooks\\?/`)
	// secretValue is a secret with its name, in JSON, XML, cfg and the like.
	secretValue = regexp.MustCompile(`(?i)` + anySecretWord + `\w*["']?\s*[:=]\s*["'][^"'\s]`)
)

// IsSecretName reports whether a value of that name is one that few may see: a password, or what stands for one.
func IsSecretName(name string) bool { return secretName.MatchString(name) }

// IsSecret reports whether a text is a secret whatever it is called.
func IsSecret(text string) bool { return secretText.MatchString(text) }

// HoldsSecret reports whether a text of whatever format holds a value that is a secret by its name or by itself.
func HoldsSecret(text string) bool {
	return MayHoldSecret([]byte(text)) && (secretValue.MatchString(text) || secretText.MatchString(text))
}

// HideLines returns a text without the lines that may hold a secret.
func HideLines(text string) string { return secretLine.ReplaceAllString(text, Hidden) }

// MayHoldSecret reports whether one of the words of secrets stands anywhere in a file: in UTF-16 too.
func MayHoldSecret(data []byte) bool {
	text := lettersOf(data)
	return slices.ContainsFunc(secretWords, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// lettersOf returns a text of Latin letters in lower case and without the zeros that UTF-16 has between them.
func lettersOf(data []byte) []byte {
	text := make([]byte, 0, len(data))
	for _, b := range data {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		if b != 0 {
			text = append(text, b)
		}
	}
	return text
}
