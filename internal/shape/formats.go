package shape

import (
	"net/netip"
	"strings"
	"unicode"

	"quartermaster/internal/validate"
)

// formats are the options of a text that say what it holds.
var formats = map[string]func(value any) validate.Failure{
	"line": isLine,
	"host": isHost,
}

// isLine refuses control characters, which would end a line.
func isLine(value any) validate.Failure {
	if strings.ContainsFunc(validate.Text(value), unicode.IsControl) {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}

// isHost refuses what is neither a name nor an address.
func isHost(value any) validate.Failure {
	host := validate.Text(value)
	if _, err := netip.ParseAddr(host); err == nil || !strings.ContainsAny(host, " \t\n/:@[]\\") {
		return validate.Failure{}
	}
	return validate.FormatIsInvalid
}
