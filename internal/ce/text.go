package ce

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"quartermaster/internal/say"
)

const (
	byteOrderMark = "\ufeff"
	blanks        = " \t"
	whiteSpace    = " \t\r\n"
)

// checkCharacters returns a *SyntaxError for text that XML does not allow: broken UTF-8 and control
// characters.
func checkCharacters(src string) error {
	if !utf8.ValidString(src) {
		return syntaxError(src, invalidOffset(src), "the text is not valid UTF-8")
	}
	for i := range len(src) {
		if c := src[i]; c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return syntaxError(src, i, "the control character %U is not allowed", c)
		}
	}
	return nil
}

func invalidOffset(src string) int {
	for i, r := range src {
		if r != utf8.RuneError {
			continue
		}
		if _, size := utf8.DecodeRuneInString(src[i:]); size == 1 {
			return i
		}
	}
	return len(src)
}

// entity returns the character of the reference &name;.
func entity(name string) (rune, bool) {
	switch name {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	return numericEntity(name)
}

func numericEntity(name string) (rune, bool) {
	digits, ok := strings.CutPrefix(name, "#")
	if !ok {
		return 0, false
	}
	base := 10
	if hex, ok := strings.CutPrefix(digits, "x"); ok {
		digits, base = hex, 16
	}
	n, err := strconv.ParseUint(digits, base, 31)
	r := rune(n)
	valid := err == nil && utf8.ValidRune(r) && (r >= ' ' || strings.ContainsRune("\t\r\n", r))
	return r, valid
}

// cutEntity returns the character and the length of the reference that s starts with; ok is false if it
// is not valid.
func cutEntity(s string) (r rune, size int, ok bool) {
	const longest = len("&#x10FFFF;")
	end := strings.IndexByte(s[:min(len(s), longest)], ';')
	if end < 0 {
		return 0, 0, false
	}
	r, ok = entity(s[1:end])
	return r, end + 1, ok
}

// unescape replaces the references in s. The scanner has checked them.
func unescape(s string) string {
	next := strings.IndexByte(s, '&')
	if next < 0 {
		return s
	}
	var b strings.Builder
	for ; next >= 0; next = strings.IndexByte(s, '&') {
		r, size, _ := cutEntity(s[next:])
		b.WriteString(s[:next])
		b.WriteRune(r)
		s = s[next+size:]
	}
	b.WriteString(s)
	return b.String()
}

// escape escapes s for the text of an element and for an attribute value in any quotes.
func escape(s string) string {
	if !strings.ContainsAny(s, "&<>\"'\t\n\r") {
		return s
	}
	return strings.NewReplacer(
		"&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&apos;",
		"\t", "&#9;", "\n", "&#10;", "\r", "&#13;",
	).Replace(s)
}

// numberProblem is what is wrong with the text of a number.
type numberProblem uint8

const (
	isNumber   numberProblem = iota
	isCut                    // it has decimals where none count
	noNumber                 // it is none
	outOfRange               // it is one that does not fit
)

// says returns what a warning says of the text of a number.
func (p numberProblem) says(what, text string, read int64) say.Message {
	switch p {
	case isCut:
		return say.New("cut", "what", what, "text", text, "read", read)
	case outOfRange:
		return say.New("out-of-range", "what", what, "text", text)
	}
	return say.New("no-number", "what", what, "text", text)
}

// integerOf reads an integer of 32 bits. A decimal is truncated.
func integerOf(text string) (n int64, problem numberProblem) {
	n, err := strconv.ParseInt(text, 10, 32)
	if err == nil {
		return n, isNumber
	}
	text = strings.TrimFunc(text, unseen)
	whole := wholePart(text)
	if !isInteger(whole) {
		return 0, noNumber
	}
	if n, err = strconv.ParseInt(whole, 10, 32); err != nil {
		return 0, outOfRange
	}
	if whole != text {
		return n, isCut
	}
	return n, isNumber
}

// decimalOf reads a number that may have decimals.
func decimalOf(text string) (v float64, problem numberProblem) {
	text = strings.TrimFunc(text, unseen)
	if strings.Trim(text, "0123456789+-.eE") != "" { // rules out Inf, NaN and hexadecimal numbers
		return 0, noNumber
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, outOfRange
	case err != nil:
		return 0, noNumber
	}
	return v, isNumber
}

// unseen reports whether r is white space or an invisible format character, as pasted numbers may have.
func unseen(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// wholePart returns the digits before the decimal point of a number such as 0.5 or -.5.
func wholePart(text string) string {
	whole, fraction, found := strings.Cut(text, ".")
	if !found || strings.Trim(fraction, "0123456789") != "" {
		return text
	}
	if fraction != "" && strings.Trim(whole, "+-") == "" {
		whole += "0"
	}
	return whole
}

// fractionOf returns the digits behind the decimal point of a number.
func fractionOf(text string) string {
	_, fraction, _ := strings.Cut(text, ".")
	return fraction
}

func isInteger(text string) bool {
	digits := strings.TrimLeft(text, "+-")
	return len(text)-len(digits) <= 1 && digits != "" && strings.Trim(digits, "0123456789") == ""
}
