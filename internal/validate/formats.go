package validate

import (
	"net/netip"
	"regexp"

	"quartermaster/internal/jsontree"
)

// Regex accepts text and numbers that re matches anywhere; anchors are the caller's. Numbers are matched by their text.
func Regex(re *regexp.Regexp) Rule {
	return check(FormatIsInvalid, func(value any) bool {
		switch value.(type) {
		case string, jsontree.Number:
			return re.MatchString(Text(value))
		}
		return false
	})
}

// IP accepts an IPv4 or IPv6 address without port, prefix length and zone.
func IP() Rule {
	return check(mustBeIP, func(value any) bool {
		text, _ := value.(string)
		address, err := netip.ParseAddr(text)
		return err == nil && address.Zone() == ""
	})
}
