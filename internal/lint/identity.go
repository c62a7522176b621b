package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	"quartermaster/internal/say"
)

var digits = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

// cause returns what a finding has in common with others that come from the same mistake: what it says without the name of the record, and
// without numbers.
func (f Finding) cause() string {
	return string(appendSaid(nil, f.Says, func(value string) string {
		if value == f.Name {
			return ""
		}
		return digits.ReplaceAllString(value, "#")
	}))
}

// appendSaid appends what identifies a message: its variant and its parameters, as far as same keeps them. Lines are none of it: an edit
// above moves them, and the finding stays the same.
func appendSaid(b []byte, m message, same func(string) string) []byte {
	b = append(b, m.Rule...)
	for _, p := range m.Params {
		b = append(b, 0)
		switch v := p.Value.(type) {
		case say.Line:
		case string:
			b = append(b, same(v)...)
		case []string:
			for _, one := range v {
				b = append(append(b, same(one)...), 1)
			}
		case message:
			b = appendSaid(b, v, same)
		case []message:
			for _, one := range v {
				b = appendSaid(b, one, same)
			}
		case say.Part:
			data, _ := v.MarshalJSON() // it is made of texts and numbers
			b = append(b, same(string(data))...)
		default:
			b = append(b, same(fmt.Sprint(v))...)
		}
	}
	return b
}

// Digest returns a short text that a finding keeps as long as the same is wrong with the same thing, whatever its numbers are.
func (f Finding) Digest() string {
	about := ""
	if f.Resource != nil {
		about = f.Resource.Path
	}
	return digestOf([]byte(strings.Join([]string{f.Rule.ID, about, f.SID, f.File, f.cause()}, "\x00")))
}

// digest identifies a finding wherever it is made.
func (f Finding) digest() string {
	key := []byte(f.Rule.ID + "\n" + f.Resource.Path + "\n" + strings.ToLower(f.Name) + "\n")
	return digestOf(appendSaid(key, f.Says, func(value string) string { return value }))
}

// digestOf is short: eight bytes are enough to tell a few hundred apart from all others.
func digestOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
