package bulk

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// Entries that somebody has put into comments are no records, but are meant to be taken back one day: they follow a new name, and use what
// they name.
var (
	comment       = regexp.MustCompile(`(?s)<!--.*?-->`)
	namedElement  = regexp.MustCompile(`<(type|item|child|event|cargo|attachments)\s[^<>]*>`)
	namingElement = map[string]struct {
		attribute *regexp.Regexp
		of        sort
	}{
		"type": {attributeNamed("name"), className}, "item": {attributeNamed("name"), className}, "child": {attributeNamed("type"), className},
		"event": {attributeNamed("name"), eventName},
		"cargo": {attributeNamed("name|preset"), cargoName}, "attachments": {attributeNamed("name|preset"), attachmentsName},
	}
)

func attributeNamed(names string) *regexp.Regexp {
	return regexp.MustCompile(`(\s(?:` + names + `)\s*=\s*")([^"]*)"`)
}

// wholeFiles are the files that are stored as text and call classes by their names, by what their paths end with in small letters.
var wholeFiles = []string{"cfgeventgroups.xml"}

// fileNames goes over the names in a file that are in no record: those in its comments between entries, or in all of its text.
func fileNames(row record.Row, rename renamer) record.Values {
	name, _ := row[record.Files.Index("path")].(string)
	isWhole := slices.ContainsFunc(wholeFiles, func(end string) bool { return strings.HasSuffix(strings.ToLower(name), end) })
	content, _ := row[record.Files.Index("content")].(string)
	if !isWhole || content == "" {
		return commentNames(row, rename)
	}
	if other := inElements(content, rename); other != content {
		return record.Values{"content": other}
	}
	return nil
}

// withComments goes over the names in the comments inside of a record's text too.
func withComments(r *record.Resource, visit func(record.Row, renamer) record.Values) func(record.Row, renamer) record.Values {
	raw := r.Index("raw")
	return func(row record.Row, rename renamer) record.Values {
		values := visit(row, rename)
		text, _ := row[raw].(string)
		if other := inComments(text, rename); other != text {
			return merged(values, record.Values{"raw": other})
		}
		return values
	}
}

// commentNames goes over the names in the comments of a file, those between its entries.
func commentNames(row record.Row, rename renamer) record.Values {
	text, _ := row[record.Files.Index("skeleton")].(string)
	if !strings.Contains(text, `!--`) {
		return nil
	}
	var s textfile.Skeleton
	if json.Unmarshal([]byte(text), &s) != nil {
		return nil // it stays as it is
	}
	changed := false
	follow := func(text string) string {
		other := inComments(text, rename)
		changed = changed || other != text
		return other
	}
	for i, lead := range s.Leads {
		s.Leads[i] = follow(lead)
	}
	if s.Tail = follow(s.Tail); !changed {
		return nil
	}
	made, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return record.Values{"skeleton": string(made)}
}

func inComments(text string, rename renamer) string {
	return comment.ReplaceAllStringFunc(text, func(text string) string { return inElements(text, rename) })
}

func inElements(text string, rename renamer) string {
	return namedElement.ReplaceAllStringFunc(text, func(element string) string {
		naming := namingElement[namedElement.FindStringSubmatch(element)[1]]
		return naming.attribute.ReplaceAllStringFunc(element, func(attribute string) string {
			parts := naming.attribute.FindStringSubmatch(attribute)
			if other := rename(naming.of, parts[2]); isPlain(other) {
				return parts[1] + other + `"`
			}
			return attribute
		})
	})
}

// isPlain reports whether a name can stand in a comment as it is.
func isPlain(name string) bool {
	return !strings.ContainsAny(name, `<>&"`) && !strings.Contains(name, "--")
}
