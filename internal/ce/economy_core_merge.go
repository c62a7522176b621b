package ce

import "strings"

// MergeEconomyCore merges an imported file into the stored one. A new file that names every root class,
// default and ce file of the old one replaces it. Otherwise the old file stays, with the new values of
// defaults and with the root classes, defaults and files that only the new one has. Empty old data
// stands for no file. The error is a *SyntaxError.
func MergeEconomyCore(old, new []byte) ([]byte, error) {
	next, err := parseDocument(string(new))
	if err != nil {
		return nil, err
	}
	if len(old) == 0 {
		return new, nil
	}
	p, err := parseEconomyPatch(old)
	if err != nil {
		return nil, err
	}
	if len(missing(economyNames(p.tree), economyNames(next))) == 0 {
		return new, nil
	}
	p.addRootClasses(next)
	p.addDefaults(p.setDefaults(newReader(next).defaults()))
	p.addFolders(next)
	return []byte(p.apply()), nil
}

// economyNames returns a key for everything that the file names.
func economyNames(t *tree) []string {
	var keys []string
	for _, element := range []string{"rootclass", "default"} {
		for i := range t.all(0, element) {
			keys = append(keys, element+" "+t.attrValue(i, "name"))
		}
	}
	for i := range t.all(0, "ce") {
		for file := range t.named(i, "file") {
			keys = append(keys, t.fileKey(file))
		}
	}
	return keys
}

// fileKey identifies a ce file as the servers' file system does: ignoring case.
func (t *tree) fileKey(file int) string {
	return "file " + t.folderKey(t.elems[file].parent) + "/" + strings.ToLower(t.attrValue(file, "name"))
}

func (t *tree) folderKey(ce int) string {
	folder := strings.ReplaceAll(t.attrValue(ce, "folder"), `\`, "/")
	return strings.ToLower(strings.Trim(folder, "/"))
}

func (p *patch) addRootClasses(next *tree) {
	has := map[string]bool{}
	for i := range p.all(0, "rootclass") {
		has[p.attrValue(i, "name")] = true
	}
	var texts []string
	for i := range next.all(0, "rootclass") {
		if name := next.attrValue(i, "name"); name != "" && !has[name] {
			has[name] = true
			texts = append(texts, next.raw(i))
		}
	}
	p.appendTo(p.root("economycore"), "classes", texts)
}

// addFolders adds the files that only the other file names, creating missing folders.
func (p *patch) addFolders(next *tree) {
	had := map[string]bool{}
	for _, key := range economyNames(p.tree) {
		had[key] = true
	}
	folders := map[string]int{}
	for i := range p.all(0, "ce") {
		folders[p.folderKey(i)] = i
	}
	root := p.root("economycore")
	last := p.lastKid(root)
	for i := range next.all(0, "ce") {
		texts := next.missingFiles(i, had)
		folder, known := folders[next.folderKey(i)]
		switch {
		case len(texts) == 0:
		case known:
			p.appendTexts(folder, texts)
		default:
			start := `<ce folder="` + escape(next.attrValue(i, "folder")) + `">`
			p.insertAfter(root, last, p.block(start, "ce", p.inside(root).indent, texts))
		}
	}
}

// missingFiles returns the files of a folder that are not in had, and adds them to had.
func (t *tree) missingFiles(ce int, had map[string]bool) []string {
	var texts []string
	for file := range t.named(ce, "file") {
		if key := t.fileKey(file); !had[key] {
			had[key] = true
			texts = append(texts, t.raw(file))
		}
	}
	return texts
}
