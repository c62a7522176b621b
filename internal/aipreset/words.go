package aipreset

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// word is a word of a prompt, a label or a key.
type word struct {
	text string // in small letters
	stem string // without its ending; of synonyms, the one that stands for all
}

// wordPattern finds texts in quotation marks, times, numbers, percent signs and words.
var wordPattern = regexp.MustCompile(`"[^"]*"|“[^”]*”|-?\d{1,2}:\d{2}|-?\d+(?:,\d{3})+\b|-?\d+(?:\.\d+)?|%|\pL+(?:['’]\pL+)?`)

// wordsOf splits a text into words.
func wordsOf(text string) []word {
	var list []word
	for _, found := range wordPattern.FindAllString(mixed.Replace(text), -1) {
		if isKey.MatchString(found) {
			list = append(list, wordsOfKey(found)...)
			continue
		}
		list = append(list, wordOf(strings.ReplaceAll(found, "’", "'")))
	}
	return list
}

var (
	mixed = strings.NewReplacer("3D", " Inworld ", "3d", " inworld ", "P2P", "ptop", "p2p", "ptop") // words with digits in them
	isKey = regexp.MustCompile(`^\pL*\p{Ll}\p{Lu}\pL*$`)
)

func wordOf(text string) word {
	lower := strings.ToLower(text)
	if text[0] == '"' || strings.HasPrefix(text, "“") {
		return word{text, text}
	}
	return word{lower, stemOf(lower)}
}

// wordsOfKey splits a key of the mod: EnableHUDCompass is enable, hud and compass.
func wordsOfKey(key string) []word {
	var list []word
	var part []rune
	runes := []rune(strings.ReplaceAll(key, "3D", "Inworld"))
	for i, r := range runes {
		if i > 0 && startsWord(runes, i) && len(part) > 0 {
			list, part = append(list, wordOf(string(part))), nil
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			part = append(part, r)
		}
	}
	if len(part) > 0 {
		list = append(list, wordOf(string(part)))
	}
	return list
}

func startsWord(runes []rune, i int) bool {
	before, r := runes[i-1], runes[i]
	endsCapitals := unicode.IsUpper(before) && unicode.IsUpper(r) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
	return unicode.IsUpper(r) && !unicode.IsUpper(before) || endsCapitals ||
		unicode.IsDigit(r) != unicode.IsDigit(before) || r == '_'
}

// synonyms are words that stand for the first of them.
var synonyms = groups(
	"max maximum most limit highest largest biggest upper",
	"min minimum least lowest smallest lower",
	"item loot cargo goods",
	"infected zombie zombies undead",
	"party group squad clan team",
	"vehicle car cars",
	"price cost",
	"marker pin markers",
	"cooldown wait delay",
	"time duration timer",
	"distance range reach radius",
	"atm cashmachine bank",
	"money cash",
	"location place position",
	"accuracy aim",
	"speed velocity",
	"key keys",
	"spawn appear",
	"night dark",
	"hud screen display",
	"chance probability odds",
	"recruit companion",
	"safezone sz",
	"territory base",
	"explosion explosive",
	"bullet projectile",
	"codelock lock",
	"lockpick picklock",
	"sell sale selling sold",
	"join joined",
	"leave left",
	"killfeed",
	"color colour",
	"fuel petrol",
	"inworld world",
	"start starting initial",
	"death dead died die deaths",
)

func groups(lines ...string) map[string]string {
	table := map[string]string{}
	for _, line := range lines {
		members := strings.Fields(line)
		for _, member := range members {
			table[plainStem(member)] = plainStem(members[0])
		}
	}
	return table
}

func stemOf(text string) string {
	stem := plainStem(text)
	if same, ok := synonyms[stem]; ok {
		return same
	}
	return stem
}

// plainStem takes the usual endings off a word: raiding and raids are raid.
func plainStem(text string) string {
	text = strings.TrimSuffix(text, "'s")
	switch {
	case strings.HasSuffix(text, "ies") && len(text) > 4:
		return text[:len(text)-3] + "y"
	case strings.HasSuffix(text, "ing") && len(text) > 5:
		return withoutDouble(text[:len(text)-3])
	case strings.HasSuffix(text, "ed") && len(text) > 4:
		return withoutDouble(text[:len(text)-2])
	case strings.HasSuffix(text, "s") && !strings.HasSuffix(text, "ss") && !strings.HasSuffix(text, "us") && len(text) > 3:
		text = text[:len(text)-1]
	}
	if len(text) > 4 {
		text = strings.TrimSuffix(text, "e")
	}
	return text
}

func withoutDouble(text string) string {
	if n := len(text); n > 3 && text[n-1] == text[n-2] && !strings.ContainsRune("lsz", rune(text[n-1])) {
		return text[:n-1]
	}
	if len(text) > 4 {
		text = strings.TrimSuffix(text, "e")
	}
	return text
}

// fillers say nothing about which field is meant, neither in prompts nor in names.
var fillers = set(`a an the of to in on at be is are it its my our for from by into please i we want would like you your make set put change turn switch
	should shall must will do does use used using enable enabled show shown can could may let allow allowed have has and or as with that this which what
	they them their there so than then per each value amount count number setting settings multiplier percent seconds system server players' feature
	features option mode how many much long up down only just also keep get give per player's who whose when whole size`)

func set(text string) map[string]bool {
	members := map[string]bool{}
	for _, member := range strings.Fields(text) {
		members[member] = true
	}
	return members
}

// negatives turn a field round: what is forbidden by it is off when it is on.
var negatives = set(`no not without disable disabled disallow deny denied prevent hide hidden hides refuse forbid forbidden cannot can't don't never
	remove removed stop protect ban`)

// content returns the words that name the field, and how many of the others negate the statement.
func content(words []word) (list []word, negations int) {
	for _, w := range words {
		switch {
		case negatives[w.text]:
			negations++
		case !fillers[w.text] && w.text != "%":
			list = append(list, w)
		}
	}
	return list, negations
}

func hasStem(list []word, stem string) bool {
	return slices.ContainsFunc(list, func(w word) bool { return w.stem == stem })
}
