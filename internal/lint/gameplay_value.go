package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
)

var gameplayValue = &Rule{
	ID: "gameplay-value", Severity: Warning, Title: "Value in cfggameplay.json that the game cannot use",
	Check: func(w *world, report report) {
		f := w.Game[gameplayPath]
		if f == nil {
			return
		}
		root, ok := f.json()
		if !ok {
			report(f.about, "The file is not a JSON object, so the game reads nothing of it.", nil)
			return
		}
		known := ce.GameplayKeys()
		members(root, "", func(at string, n jsontree.Node) {
			if problem := gameplayProblem(known, at, n); problem != "" && n.Key != "" {
				report(f.about, fmt.Sprintf("%s (line %d) %s", at, lineAt(f.text, n.Start), problem), nil)
			}
		})
	},
}

// gameplayProblem returns what is wrong with a value, as the end of a sentence, or "". Sections and keys of mods are not known, so one
// is called wrong only where it is like one of the game's.
func gameplayProblem(known map[string]map[string]string, at string, n jsontree.Node) string {
	section := strings.TrimSuffix(strings.TrimSuffix(at, n.Key), ".")
	if _, isSection := known[at]; isSection {
		return ""
	}
	keys, isKnown := known[section]
	if !isKnown {
		return ""
	}
	as := keys[n.Key]
	if as == "" {
		return misspeltKey(known, keys, section, n.Key)
	}
	return lacksType(as, n)
}

// misspeltKey returns what may have been meant by a key that the game does not know.
func misspeltKey(known map[string]map[string]string, keys map[string]string, section, key string) string {
	list := slices.Sorted(maps.Keys(keys))
	for other := range known {
		if rest, inside := strings.CutPrefix(other, strings.TrimPrefix(section+".", ".")); inside && !strings.Contains(rest, ".") {
			list = append(list, rest)
		}
	}
	if near := ce.Nearest(key, list); near != "" {
		return "is no key that the game knows" + meant(near)
	}
	return ""
}

// lacksType returns what is wrong with a value that must have a type, or "".
func lacksType(as string, n jsontree.Node) string {
	_, isText := n.Value.(string)
	number, isNumber := n.Value.(jsontree.Number)
	_, isBool := n.Value.(bool)
	list, isList := n.Value.([]any)
	switch as {
	case "bool":
		return unless(isBool || isNumber, "must be true or false.")
	case "text":
		return unless(isText, "must be a text.")
	case "int", "float":
		if n.Key == "staminaMax" && isNumber && parsed(string(number)) <= 0 {
			return "is " + string(number) + ", so the game does not use the section."
		}
		return unless(isNumber, "must be a number.")
	case "texts":
		return unless(isList, "must be a list of texts.")
	case "floats 12":
		return unless(isList && len(list) == 12, "must be a list of 12 numbers, one for each month.")
	case "floats 5":
		return unless(isList && len(list) == 5, "must be a list of five numbers.")
	}
	return ""
}

func unless(holds bool, problem string) string {
	if holds {
		return ""
	}
	return problem
}
