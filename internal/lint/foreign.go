package lint

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// lookalikes are letters of other scripts that look like Latin ones.
var lookalikes = strings.NewReplacer(
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "У", "Y", "Х", "X", "Ѕ", "S", "І", "I",
	"Ј", "J",
	"а", "a", "е", "e", "о", "o", "р", "p", "с", "c", "у", "y", "х", "x", "ѕ", "s", "і", "i", "ј", "j", "ԁ", "d", "һ", "h",
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X",
	"ο", "o", "ν", "v", "ι", "i",
)

// isForeign reports whether a letter belongs to another script than the Latin one.
func isForeign(r rune) bool {
	return r > unicode.MaxLatin1 && unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
}

// isMixed reports whether a name has letters of the Latin script and of another one.
func isMixed(name string) bool {
	return strings.ContainsFunc(name, isForeign) && strings.ContainsFunc(name, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
}

// describeLetter says what the first foreign letter of a name is, such as the Cyrillic letter “А”, which looks like “A”.
func describeLetter(name string) message {
	i := strings.IndexFunc(name, isForeign)
	letter, _ := utf8.DecodeRuneInString(name[i:])
	script, latin := scriptOf(letter), lookalikes.Replace(string(letter))
	switch isLike := latin != string(letter); {
	case script != "" && isLike:
		return says("letter-of-like", "script", script, "letter", string(letter), "latin", latin)
	case script != "":
		return says("letter-of", "script", script, "letter", string(letter))
	case isLike:
		return says("letter-like", "letter", string(letter), "latin", latin)
	}
	return says("letter", "letter", string(letter))
}

// scriptOf returns the name of a letter's script; empty for one that few know.
func scriptOf(letter rune) string {
	for _, name := range slices.Sorted(maps.Keys(unicode.Scripts)) {
		if unicode.Is(unicode.Scripts[name], letter) {
			return name
		}
	}
	return ""
}
