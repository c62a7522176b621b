package document

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// What keys and values say of their meaning. The names are those that mods use.
var (
	isSecretKey   = regexp.MustCompile(`(?i)webhook|token|password|secret|api_?key`)
	isSecretText  = regexp.MustCompile(`(?i)^https?://[^/]*discord[^/]*/api/webhooks/`)
	isSteamID     = regexp.MustCompile(`^7656119\d{10}$`)
	isVersionKey  = regexp.MustCompile(`(?i)^(m_)?(config|cfg|file|schema|settings)?_?version(number)?$`)
	isPositionKey = regexp.MustCompile(`(?i)pos|location|coord`)
	isColorKey    = regexp.MustCompile(`(?i)colou?r|argb`)
	isClassKey    = regexp.MustCompile(`(?i)class|item|tool|vehicle|weapon|magazine|attachment`)
	isClassName   = regexp.MustCompile(`^[A-Za-z]\w*(_\w+|[a-z][A-Z]\w*)$`)
)

// markTexts notes what texts mean by their key and by themselves.
func markTexts(f *expansion.Field, values []any) {
	texts := filled(values)
	switch {
	case isVersionKey.MatchString(f.Name):
		f.Format = expansion.VersionFormat
	case isSecretKey.MatchString(f.Name) || slices.ContainsFunc(texts, isSecretText.MatchString):
		f.Format = expansion.PasswordFormat
	case every(texts, isSteamID.MatchString):
		f.Format = expansion.SteamFormat
	case every(texts, isTruthWord):
		f.Choices = []expansion.Choice{{Value: "true", Label: "true"}, {Value: "false", Label: "false"}}
	case areClasses(f.Name, texts):
		f.Format = expansion.ClassFormat
	}
}

// filled returns the texts that are not empty.
func filled(values []any) (texts []string) {
	for _, value := range values {
		if text := value.(string); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// every reports whether there are texts, and all of them are such.
func every(texts []string, is func(string) bool) bool {
	return len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { return !is(text) })
}

func isTruthWord(text string) bool { return text == "true" || text == "false" }

// areClasses reports whether texts are most likely class names of the game: half of them look so, or the key says it, and none has a blank.
func areClasses(key string, texts []string) bool {
	like := 0
	for _, text := range texts {
		if isClassName.MatchString(text) {
			like++
		}
		if strings.ContainsAny(text, " \t/\\:") {
			return false
		}
	}
	return len(texts) > 0 && (2*like >= len(texts) || isClassKey.MatchString(key))
}

// markNumbers notes what numbers mean by their key and by themselves. No bounds follow from what stands there.
func markNumbers(f *expansion.Field, values []any) {
	switch {
	case isVersionKey.MatchString(f.Name):
		f.Format = expansion.VersionFormat
	case areSwitches(f.Name, values):
		f.Type = expansion.Bool
	case isColorKey.MatchString(f.Name) && areColors(values):
		f.Type, f.Format = expansion.Int, expansion.ARGBFormat
	default:
		f.Unit = unitOf(f.Name)
	}
}

// areSwitches reports whether numbers are most likely written for yes and no: only 0 and 1 stand there, and both do or the key says it.
func areSwitches(key string, values []any) bool {
	isOther := func(value any) bool { return value != jsontree.Number("0") && value != jsontree.Number("1") }
	both := slices.Contains(values, any(jsontree.Number("0"))) && slices.Contains(values, any(jsontree.Number("1")))
	return !slices.ContainsFunc(values, isOther) && (both || asksYesOrNo(key))
}

// yesOrNo are the words with which keys of switches begin.
var yesOrNo = strings.Fields("is can use uses enable enabled disable disabled allow allowed has show hide should only no")

func asksYesOrNo(key string) bool {
	words := wordsOf(key)
	return len(words) > 0 && slices.Contains(yesOrNo, words[0]) || strings.HasSuffix(strings.TrimSuffix(strings.ToLower(key), "d"), "enable")
}

// areColors reports whether numbers are colours of 32 bits, alpha first: one is negative.
func areColors(values []any) bool {
	negative := func(value any) bool { n, _ := expansion.NumberOf(value); return n < 0 }
	isOther := func(value any) bool { return !expansion.IsInt32(value.(jsontree.Number)) }
	return slices.ContainsFunc(values, negative) && !slices.ContainsFunc(values, isOther)
}

// areVectors reports whether lists are positions, in metres: all are of three numbers, and the key says it or a number is too large for an
// angle.
func areVectors(key string, lists []any) bool {
	const fullCircle = 360
	large := isPositionKey.MatchString(key)
	for _, list := range lists {
		numbers := jsontree.Members(list)
		if len(numbers) != 3 || typeOf(numbers) != numberType {
			return false
		}
		for _, number := range numbers {
			n, _ := expansion.NumberOf(number)
			large = large || math.Abs(n) > fullCircle
		}
	}
	return large
}

// units are what numbers are counted in, by the words at the end of their keys. A key without one does not say it.
var units = []struct{ unit, words string }{
	{"ms", "ms millis milliseconds"}, {"s", "sec secs seconds"}, {"min", "minutes"}, {"h", "hour hours"}, {"days", "day days"},
}

func unitOf(key string) string {
	words := wordsOf(key)
	for _, u := range units {
		if len(words) > 1 && slices.Contains(strings.Fields(u.words), words[len(words)-1]) {
			return u.unit
		}
	}
	return ""
}

// wordsOf returns the words of a key in small letters.
func wordsOf(key string) []string { return strings.Fields(strings.ToLower(labelOf(key))) }

var (
	keyPrefix = regexp.MustCompile(`^(m_|g_|dna_)(.)`)
	wordEnd   = regexp.MustCompile(`([\p{Ll}0-9])(\p{Lu})|(\p{Lu})(\p{Lu}\p{Ll}{2})`)
)

// labelOf returns a key as words: "Spawn radius" for m_SpawnRadius. Abbreviations stay.
func labelOf(key string) string {
	if key == textKey {
		return "Text"
	}
	spaced := wordEnd.ReplaceAllString(keyPrefix.ReplaceAllString(key, "$2"), "$1$3 $2$4")
	words := strings.FieldsFunc(spaced, func(r rune) bool { return r == '_' || unicode.IsSpace(r) })
	for i, word := range words {
		if i > 0 && strings.ToLower(word[1:]) == word[1:] {
			words[i] = strings.ToLower(word)
		}
	}
	if len(words) == 0 {
		return key
	}
	first := []rune(words[0])
	first[0] = unicode.ToUpper(first[0])
	words[0] = string(first)
	return strings.Join(words, " ")
}
