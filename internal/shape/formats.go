package shape

import (
	"net/netip"
	"path"
	"strings"
	"unicode"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// formats are the options of a text that say what it holds.
var formats = map[string]func(value any) validate.Failure{
	"line":   isLine,
	"host":   isHost,
	"folder": isFolder,
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

// isFolder refuses what is not the path of a folder below another, or that itself.
func isFolder(value any) validate.Failure {
	text := validate.Text(value)
	below := strings.TrimPrefix(path.Clean("/"+text), "/")
	if strings.Contains("/"+text+"/", "/../") || below != "" && record.CheckPath(below) != nil {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}
