package validate

import (
	"fmt"
	"net/mail"
	"net/netip"
	"regexp"
	"strings"

	"quartermaster/internal/jsontree"
)

// matching makes a rule of a pattern. Numbers are matched by their text.
func matching(message string, re *regexp.Regexp) Rule {
	return check(message, func(value any) bool {
		switch value.(type) {
		case string, jsontree.Number:
			return re.MatchString(Text(value))
		}
		return false
	})
}

// textual makes a rule of a condition on a text.
func textual(message string, holds func(text string) bool) Rule {
	return check(message, func(value any) bool {
		text, ok := value.(string)
		return ok && holds(text)
	})
}

// Regex accepts text and numbers that re matches anywhere; anchors are the caller's.
func Regex(re *regexp.Regexp) Rule {
	return matching("The :attribute field format is invalid.", re)
}

// Digits accepts exactly n of the digits 0 to 9.
func Digits(n int) Rule {
	message := fmt.Sprintf("The :attribute field must be %d digits.", n)
	return check(message, func(value any) bool {
		text := Text(value)
		return len(text) == n && strings.Trim(text, "0123456789") == ""
	})
}

// HexColor accepts #rgb, #rgba, #rrggbb and #rrggbbaa.
func HexColor() Rule {
	re := regexp.MustCompile(`^#(?:(?:[0-9A-Fa-f]{3}){1,2}|(?:[0-9A-Fa-f]{4}){1,2})$`)
	return matching("The :attribute field must be a valid hexadecimal color.", re)
}

// UUID accepts 8-4-4-4-12 hexadecimal digits, of any version and case.
func UUID() Rule {
	re := regexp.MustCompile(`^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)
	return textual("The :attribute field must be a valid UUID.", re.MatchString)
}

// IP accepts an IPv4 or IPv6 address without port, prefix length and zone.
func IP() Rule {
	return textual("The :attribute field must be a valid IP address.", func(text string) bool {
		address, err := netip.ParseAddr(text)
		return err == nil && address.Zone() == ""
	})
}

// Email accepts one bare address.
func Email() Rule {
	return textual("The :attribute field must be a valid email address.", func(text string) bool {
		address, err := mail.ParseAddress(text)
		return err == nil && address.Address == text
	})
}

// JSON accepts scalars whose text is a JSON document. A list or object that came as such is
// refused: the document must have been sent as text.
func JSON() Rule {
	return check("The :attribute field must be a valid JSON string.", func(value any) bool {
		if !isScalar(value) {
			return false
		}
		_, err := jsontree.Parse([]byte(Text(value)))
		return err == nil
	})
}

// URL accepts an absolute URL with a host and one of the schemes of network resources.
func URL() Rule {
	const (
		schemes  = `https?|ftps?|sftp|ssh|scp|wss?|git|svn|rsync|file|nfs|smb|afp|davs?|imaps?|pop|smtp|ldaps?|ircs?|xmpp|sips?|rtsp|rtmp|mms|gopher|telnet|vnc|rdp|redis|rediss|amqp|mqtt|steam|teamspeak|mumble|ventrilo`
		escaped  = `%[0-9a-f]{2}`
		user     = `(?:[_.\pL\pN-]|` + escaped + `)+`
		name     = `[\pL\pN\pS_.-]+(?:\.?(?:[\pL\pN]|xn--[\pL\pN-]+)+\.?)`
		host     = `(?:` + name + `|\[[0-9a-f:.]+\])`
		char     = `\pL\pN._~!$&'()*+,;=:@-`
		path     = `(?:/(?:[` + char + `]|` + escaped + `)*)*`
		query    = `(?:\?(?:[\[\]/?` + char + `]|` + escaped + `)*)?`
		fragment = `(?:#(?:[/?` + char + `]|` + escaped + `)*)?`
	)
	re := regexp.MustCompile(`(?i)^(?:` + schemes + `)://(?:(?:` + user + `:)?` + user + `@)?` + host + `(?::[0-9]+)?` + path + query + fragment + `$`)
	return textual("The :attribute field must be a valid URL.", re.MatchString)
}
