package jsontree

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// AppendString appends s as a JSON string with its quotes, in ASCII alone: `/` is escaped and so is
// every character beyond ASCII, in lower case, while `<`, `>`, `&` and `'` are not. Bytes that
// are no UTF-8 are written as U+FFFD.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		if isPlain(s[i]) {
			i++
			continue
		}
		b = append(b, s[start:i]...)
		r, size := utf8.DecodeRuneInString(s[i:])
		b = appendEscape(b, r)
		i += size
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

func isPlain(c byte) bool {
	return c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' && c != '/'
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\', '/':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	if high, low := utf16.EncodeRune(r); high != utf8.RuneError {
		return appendUnit(appendUnit(b, high), low)
	}
	return appendUnit(b, r)
}

func appendUnit(b []byte, unit rune) []byte {
	const hex = "0123456789abcdef"
	return append(b, '\\', 'u', hex[unit>>12&15], hex[unit>>8&15], hex[unit>>4&15], hex[unit&15])
}

// AppendInt appends n as a JSON number.
func AppendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// AppendBool appends true or false.
func AppendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// Decimal returns n as a number without an exponent, as people write it in the game's files.
func Decimal(n float64) Number { return Number(strconv.FormatFloat(n, 'f', -1, 64)) }

// AppendFloat appends f as a JSON number in the shortest form that reads back as f: 10 for 10.0,
// and 1.0e+25 or 1.0e-7 for the very large and the very small. NaN and the infinities, which
// JSON does not have, become 0.
func AppendFloat(b []byte, f float64) []byte {
	abs := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return append(b, '0')
	case abs != 0 && abs < 1e-4 || abs >= 1e17:
		return appendExponential(b, f)
	}
	return strconv.AppendFloat(b, f, 'f', -1, 64)
}

func appendExponential(b []byte, f float64) []byte {
	var buf [32]byte
	text := strconv.AppendFloat(buf[:0], f, 'e', -1, 64)
	e := bytes.IndexByte(text, 'e')
	mantissa, sign, exponent := text[:e], text[e+1], text[e+2:]
	b = append(b, mantissa...)
	if bytes.IndexByte(mantissa, '.') < 0 {
		b = append(b, ".0"...)
	}
	if exponent[0] == '0' {
		exponent = exponent[1:]
	}
	return append(append(b, 'e', sign), exponent...)
}

// AppendTime appends a time, in microseconds since 1970 in UTC, as a JSON string with its quotes:
// "2026-02-01T12:00:00.000000Z".
func AppendTime(b []byte, micros int64) []byte {
	t := time.UnixMicro(micros).UTC()
	year, month, day := t.Date()
	hour, minute, second := t.Clock()
	b = appendPadded(append(b, '"'), year, 1000)
	b = appendPadded(append(b, '-'), int(month), 10)
	b = appendPadded(append(b, '-'), day, 10)
	b = appendPadded(append(b, 'T'), hour, 10)
	b = appendPadded(append(b, ':'), minute, 10)
	b = appendPadded(append(b, ':'), second, 10)
	b = appendPadded(append(b, '.'), t.Nanosecond()/1000, 100_000)
	return append(b, 'Z', '"')
}

// appendPadded appends n with zeros in front, up to as many digits as scale has.
func appendPadded(b []byte, n, scale int) []byte {
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	for ; n < scale && scale > 1; scale /= 10 {
		b = append(b, '0')
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// AppendValue appends a value of a tree, or an int, int64, float64, []int64 or []string; nil
// slices are empty lists. A Number is written as it stands. Any other type is a mistake of the
// program and panics.
func AppendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return AppendBool(b, v)
	case string:
		return AppendString(b, v)
	case Number:
		return append(b, v...)
	case int:
		return AppendInt(b, int64(v))
	case int64:
		return AppendInt(b, v)
	case float64:
		return AppendFloat(b, v)
	case *Object:
		return appendObject(b, v)
	case []any:
		return AppendList(b, v, AppendValue)
	case []int64:
		return AppendList(b, v, AppendInt)
	case []string:
		return AppendList(b, v, AppendString)
	}
	panic(fmt.Sprintf("jsontree: no JSON form for a %T", v))
}

// AppendList appends a JSON array; appendItem appends one of its members.
func AppendList[T any](b []byte, list []T, appendItem func([]byte, T) []byte) []byte {
	b = append(b, '[')
	for _, item := range list {
		b = appendItem(AppendComma(b), item)
	}
	return append(b, ']')
}

// AppendComma appends the comma before a member of an object or list, unless it is the first: b ends with a bracket then.
func AppendComma(b []byte) []byte {
	if last := b[len(b)-1]; last == '{' || last == '[' {
		return b
	}
	return append(b, ',')
}

func appendObject(b []byte, o *Object) []byte {
	b = append(b, '{')
	for key, value := range o.All() {
		b = AppendString(AppendComma(b), key)
		b = AppendValue(append(b, ':'), value)
	}
	return append(b, '}')
}
