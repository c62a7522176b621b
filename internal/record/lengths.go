package record

import (
	"fmt"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// TooLong returns a message about a text of a row that is longer than its field allows, or "". It ignores texts that are the same in
// the old row, which may be nil: they may be older than the limit.
func (r *Resource) TooLong(old, row Row) string {
	for i, f := range r.Fields {
		text, ok := row[i].(string)
		if ok && (old == nil || old[i] != row[i]) {
			if problem := f.tooLong(f.Name, text); problem != "" {
				return problem
			}
		}
	}
	return ""
}

// tooLong checks a stored value of a field; name is the path of the field for the message.
func (f *Field) tooLong(name, stored string) string {
	switch f.Type {
	case Text:
		return longerThan(f.most(), name, stored)
	case Texts, List:
		return f.tooLongMember(name, stored)
	}
	return ""
}

// most returns the maximum number of characters of the field, or 0 for no limit.
func (f *Field) most() int {
	if f.Max == nil || f.Lenient {
		return 0
	}
	return int(*f.Max)
}

func longerThan(most int, name, text string) string {
	if most == 0 || len(text) <= most || utf8.RuneCountInString(text) <= most {
		return ""
	}
	const shown = 40
	return fmt.Sprintf("%s is longer than %d characters: %q...", name, most, string([]rune(text)[:shown]))
}

// tooLongMember checks the members of a list. It does not parse lists that are too short to hold such a text.
func (f *Field) tooLongMember(name, stored string) string {
	if len(stored) <= MaxText {
		return ""
	}
	tree, _ := jsontree.Parse([]byte(stored)) // written by this package
	for i, member := range jsontree.Members(tree) {
		if problem := f.memberTooLong(fmt.Sprintf("%s.%d", name, i), member); problem != "" {
			return problem
		}
	}
	return ""
}

func (f *Field) memberTooLong(name string, member any) string {
	if text, ok := member.(string); ok {
		return longerThan(MaxText, name, text)
	}
	object, ok := member.(*jsontree.Object)
	if !ok {
		return ""
	}
	for _, item := range f.Items {
		value, _ := object.Get(item.Name)
		if text, ok := item.store(value).(string); ok {
			if problem := item.tooLong(name+"."+item.Name, text); problem != "" {
				return problem
			}
		}
	}
	return ""
}
