package bulk

import (
	"encoding/json"
	"regexp"
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
	return comment.ReplaceAllStringFunc(text, func(text string) string {
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
	})
}

// isPlain reports whether a name can stand in a comment as it is.
func isPlain(name string) bool {
	return !strings.ContainsAny(name, `<>&"`) && !strings.Contains(name, "--")
}
