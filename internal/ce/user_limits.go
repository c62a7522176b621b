package ce

import "quartermaster/internal/textfile"

// UserLimits holds the server's own groups of usages and values, to which types refer by user=. Source:
// cfglimitsdefinitionuser.xml.
type UserLimits struct {
	Usages, Values []Group
}

// Group is a name for several usages or values.
type Group struct {
	Name    string
	Members []string
}

func userLists() []list {
	return []list{{"usageflags", "usage"}, {"valueflags", "value"}}
}

// groups returns the groups in the order of userLists.
func (l *UserLimits) groups() []*[]Group {
	return []*[]Group{&l.Usages, &l.Values}
}

// ParseUserLimits parses the file. The error is a *SyntaxError. Elements without a name are left out,
// with a warning.
func ParseUserLimits(data []byte) (*UserLimits, []textfile.Warning, error) {
	t, err := parseDocument(string(data))
	if err != nil {
		return nil, nil, err
	}
	r, limits := newReader(t), &UserLimits{}
	for k, groups := range limits.groups() {
		*groups = r.groups(userLists()[k])
	}
	return limits, r.warnings, nil
}

func (r *reader) groups(l list) []Group {
	var groups []Group
	for container := range r.all(0, l.container) {
		for i := range r.having("name", r.named(container, "user")) {
			groups = append(groups, Group{Name: r.attrValue(i, "name"), Members: r.names(i, l.element)})
		}
	}
	return groups
}

// MergeUserLimits merges two files as MergeLimits does, by groups and their members. The error is a *SyntaxError.
func MergeUserLimits(old, new []byte) ([]byte, error) {
	next, _, err := ParseUserLimits(new)
	if err != nil {
		return nil, err
	}
	if len(old) == 0 {
		return new, nil
	}
	had, _, err := ParseUserLimits(old)
	if err != nil {
		return nil, err
	}
	if next.covers(had) {
		return new, nil
	}
	return addUserLimits(old, next)
}

func (l *UserLimits) covers(other *UserLimits) bool {
	for k, groups := range other.groups() {
		if len(missing(groupKeys(*groups), groupKeys(*l.groups()[k]))) > 0 {
			return false
		}
	}
	return true
}

// groupKeys returns a key for each group and for each member of a group.
func groupKeys(groups []Group) []string {
	var keys []string
	for _, group := range groups {
		keys = append(keys, group.Name)
		for _, member := range group.Members {
			keys = append(keys, group.Name+"\n"+member)
		}
	}
	return keys
}

func addUserLimits(old []byte, next *UserLimits) ([]byte, error) {
	p, err := parsePatch(old, "usageflags", "valueflags")
	if err != nil {
		return nil, err
	}
	for k, groups := range next.groups() {
		p.addGroups(userLists()[k], *groups)
	}
	return []byte(p.apply()), nil
}

// addGroups adds missing groups to the container, and missing members to the others.
func (p *patch) addGroups(l list, groups []Group) {
	root, known := p.root("user_lists"), p.groupElements(l.container)
	indent := p.containerIndent(root, l.container)
	var blocks []string
	for _, group := range groups {
		if i, ok := known[group.Name]; ok {
			p.appendTexts(i, p.memberTexts(l, missing(group.Members, p.memberNames(i, l.element))))
			continue
		}
		start := namedElement("user", group.Name, ">")
		blocks = append(blocks, p.block(start, "user", indent, p.memberTexts(l, group.Members)))
	}
	p.appendTo(root, l.container, blocks)
}

func (p *patch) groupElements(container string) map[string]int {
	known := map[string]int{}
	for list := range p.all(0, container) {
		for i := range p.named(list, "user") {
			known[p.attrValue(i, "name")] = i
		}
	}
	return known
}

// containerIndent returns the indentation of the children of a container below root, which may be
// missing.
func (p *patch) containerIndent(root int, container string) string {
	for i := range p.named(root, container) {
		return p.inside(i).indent
	}
	return p.inside(root).indent + p.unit
}

func (p *patch) memberNames(group int, element string) []string {
	return newReader(p.tree).names(group, element)
}

func (p *patch) memberTexts(l list, names []string) []string {
	var texts []string
	for _, name := range names {
		texts = append(texts, namedElement(l.element, name, p.closing))
	}
	return texts
}
