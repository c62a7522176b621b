package jsontree

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ParseBody reads the JSON body of a request. A malformed body counts as an empty one, an array
// as an object with the keys "0", "1" and so on, and a scalar as an object with the key "0".
func ParseBody(data []byte) *Object {
	value, err := Parse(data)
	if err != nil || value == nil {
		return new(Object)
	}
	switch v := value.(type) {
	case *Object:
		return v
	case []any:
		return numbered(v)
	default:
		return numbered([]any{v})
	}
}

func numbered(list []any) *Object {
	o := new(Object)
	for i, value := range list {
		o.Set(strconv.Itoa(i), value)
	}
	return o
}

// Prepare tidies, in place, what a client sent: every string at any depth loses the white space
// and the invisible characters at both its ends, and one that is then empty becomes null. The
// top-level members password, password_confirmation and current_password keep their blanks, and
// objects that are members of a verbatim name stay as they came.
func Prepare(o *Object, verbatim ...string) {
	for key, value := range o.All() {
		if text, ok := value.(string); ok && isPassword(key) {
			o.Set(key, nullIfEmpty(text))
			continue
		}
		o.Set(key, preparedMember(key, value, verbatim))
	}
}

func isPassword(key string) bool {
	return key == "password" || key == "password_confirmation" || key == "current_password" || key == "passphrase"
}

func preparedMember(key string, value any, verbatim []string) any {
	if _, isObject := value.(*Object); isObject && slices.Contains(verbatim, key) {
		return value
	}
	return prepared(value, verbatim)
}

func prepared(value any, verbatim []string) any {
	switch v := value.(type) {
	case string:
		return preparedText(v, value)
	case []any:
		for i := range v {
			v[i] = prepared(v[i], verbatim)
		}
	case *Object:
		for key, member := range v.All() {
			v.Set(key, preparedMember(key, member, verbatim))
		}
	}
	return value
}

// Trim returns a text without the white space and the invisible characters at both its ends, as [Prepare] leaves it.
func Trim(text string) string { return strings.TrimFunc(text, isBlank) }

// preparedText gives back the boxed text where there is nothing to do, which saves an allocation.
func preparedText(text string, boxed any) any {
	trimmed := Trim(text)
	if trimmed != "" && len(trimmed) == len(text) {
		return boxed
	}
	return nullIfEmpty(trimmed)
}

func nullIfEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// isBlank knows the white space of Unicode and the characters that show nothing, the NUL among them.
func isBlank(r rune) bool {
	if r < 0x80 {
		return r <= ' ' && (r == 0 || r == ' ' || '\t' <= r && r <= '\r')
	}
	return unicode.IsSpace(r) || isInvisible(r)
}

func isInvisible(r rune) bool {
	switch {
	case 0x2000 <= r && r <= 0x200F, 0x2060 <= r && r <= 0x206F, 0x1D173 <= r && r <= 0x1D17A:
		return true
	}
	switch r {
	case 0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E,
		0x2800, 0x3164, 0xFEFF, 0xFFA0, 0x1D159, 0xE0020:
		return true
	}
	return false
}
