package ce

import "quartermaster/internal/textfile"

// Limits holds the names that types may use as their category, tags, usages and values. Source:
// cfglimitsdefinition.xml.
type Limits struct {
	Categories, Tags, Usages, Values []string
}

// list is a container element and the element that it holds.
type list struct{ container, element string }

func limitLists() []list {
	return []list{{"categories", "category"}, {"tags", "tag"}, {"usageflags", "usage"}, {"valueflags", "value"}}
}

// names returns the lists of names in the order of limitLists.
func (l *Limits) names() []*[]string {
	return []*[]string{&l.Categories, &l.Tags, &l.Usages, &l.Values}
}

// ParseLimits parses the file. The error is a *SyntaxError. Elements without a name are left out, with
// a warning.
func ParseLimits(data []byte) (*Limits, []textfile.Warning, error) {
	t, err := parseDocument(string(data))
	if err != nil {
		return nil, nil, err
	}
	r, limits := newReader(t), &Limits{}
	for k, names := range limits.names() {
		l := limitLists()[k]
		for container := range r.all(0, l.container) {
			*names = append(*names, r.names(container, l.element)...)
		}
	}
	return limits, r.warnings, nil
}

// names returns the names of the elements directly below the parent.
func (r *reader) names(parent int, element string) []string {
	var names []string
	for i := range r.having("name", r.named(parent, element)) {
		names = append(names, r.attrValue(i, "name"))
	}
	return names
}

func namedElement(element, name, closing string) string {
	return "<" + element + ` name="` + escape(name) + `"` + closing
}

// MergeLimits merges an imported file into the stored one: it returns the new file if it has every name
// of the old one, else the old file with the additional names. Empty old data stands for no file. The
// error is a *SyntaxError.
func MergeLimits(old, new []byte) ([]byte, error) {
	next, _, err := ParseLimits(new)
	if err != nil {
		return nil, err
	}
	if len(old) == 0 {
		return new, nil
	}
	had, _, err := ParseLimits(old)
	if err != nil {
		return nil, err
	}
	if next.covers(had) {
		return new, nil
	}
	return addLimits(old, had, next)
}

func (l *Limits) covers(other *Limits) bool {
	for k, names := range other.names() {
		if len(missing(*names, *l.names()[k])) > 0 {
			return false
		}
	}
	return true
}

func addLimits(old []byte, had, next *Limits) ([]byte, error) {
	p, err := parsePatch(old, "categories", "tags", "usageflags", "valueflags")
	if err != nil {
		return nil, err
	}
	for k, l := range limitLists() {
		var texts []string
		for _, name := range missing(*next.names()[k], *had.names()[k]) {
			texts = append(texts, namedElement(l.element, name, p.closing))
		}
		p.appendTo(p.root("lists"), l.container, texts)
	}
	return []byte(p.apply()), nil
}
