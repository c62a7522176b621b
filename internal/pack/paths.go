package pack

import (
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/notation"
)

// pattern is a path as packs write them: below whatever folder the server keeps profiles in, in any letter case. * stands for any text
// within a name, ** for folders too, ? for a letter.
type pattern struct {
	text  string
	part  string // the longest piece without signs, in lower case, which a path has to contain
	whole *regexp.Regexp
}

var patternSigns = regexp.MustCompile(`\*\*/|\*\*|\*|\?|[^*?]+`)

func newPattern(text string) pattern {
	p, whole := pattern{text: text}, `^(?:.*/)?`
	for _, piece := range patternSigns.FindAllString(strings.ToLower(text), -1) {
		switch piece {
		case "**/":
			whole += `(?:.*/)?`
		case "**":
			whole += `.*`
		case "*":
			whole += `[^/]*`
		case "?":
			whole += `[^/]`
		default:
			whole += regexp.QuoteMeta(piece)
			if len(piece) > len(p.part) {
				p.part = piece
			}
		}
	}
	p.whole = regexp.MustCompile(whole + `$`)
	return p
}

// mostPath is how long a pattern may be, in bytes.
const mostPath = 300

// isPath says what is wrong with the text of a pattern; empty for one that can be used.
func isPath(text string) string {
	switch {
	case strings.Count(text, "*")+strings.Count(text, "?") > mostSigns || len(text) > mostPath:
		return "is too long, or has too many * and ?"
	case strings.Contains(text, `\`):
		return "has a backslash: folders are divided by /"
	case strings.HasPrefix(text, "/"), slices.Contains(strings.Split(text, "/"), ".."):
		return "must be below the folder of profiles, without / at its beginning and without .."
	case strings.Trim(text, "*/?") == "":
		return "would be every file"
	}
	return ""
}

// patterns reads a list of patterns.
func patterns(n notation.Node) (list []pattern) {
	for _, member := range n.Members() {
		text := member.Needed()
		if !member.Counts(mostPatterns) {
			break
		}
		if wrong := isPath(text); wrong != "" && text != "" {
			member.Wrong("%s", wrong)
			continue
		}
		list = append(list, newPattern(text))
	}
	return list
}

// matchesAny reports whether a path in lower case is one of the patterns.
func matchesAny(list []pattern, path string) bool {
	return slices.ContainsFunc(list, func(p pattern) bool { return strings.Contains(path, p.part) && p.whole.MatchString(path) })
}
