package pack

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// fileName is the file of a pack in its folder.
const fileName = "pack.json"

// load reads the packs in the folders of files, in the order of their names, and returns those without mistakes, and the mistakes.
func load(files fs.FS) (packs []*Pack, wrong []Mistake) {
	names, err := fs.Glob(files, "*/"+fileName)
	if err != nil || len(names) == 0 {
		return nil, []Mistake{{File: fileName, Text: "is in no folder below this one"}}
	}
	for _, name := range names {
		p, found := read(files, name)
		if wrong = append(wrong, found...); len(found) == 0 {
			packs = append(packs, p)
		}
	}
	return packs, wrong
}

// read reads the pack in a file.
func read(files fs.FS, name string) (*Pack, []Mistake) {
	return readAs(files, name, path.Base(path.Dir(name)))
}

// readAs reads the pack in a file of a folder of that name.
func readAs(files fs.FS, name, folder string) (*Pack, []Mistake) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, []Mistake{{File: name, Text: err.Error()}}
	}
	return parse(name, folder, data)
}

var isSlug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Parse reads the text of a pack that is in no folder, and checks it as Check does but for samples. Of a pack with mistakes it returns no
// more than those.
func Parse(text []byte) (*Pack, []Mistake) {
	if len(text) > MostBytes {
		return nil, []Mistake{{File: fileName, Text: fmt.Sprintf("is larger than %d KiB", MostBytes>>10)}}
	}
	p, wrong := parse(fileName, "", text)
	if len(wrong) == 0 {
		p.checkRules()
		wrong = p.wrong()
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return p, nil
}

// parse reads the text of a pack that is in a folder; in none where that is empty.
func parse(name, folder string, data []byte) (*Pack, []Mistake) {
	value, err := jsontree.Parse(data)
	if err != nil {
		return nil, []Mistake{{File: name, Text: err.Error()}}
	}
	n := node{&mistakes{file: name}, "", value}
	object := n.object("$schema", "slug", "name", "about", "version", "workshop", "run_time", "keep", "files")
	p := &Pack{
		Slug: n.of(object, "slug").needed(), Name: n.of(object, "name").needed(), About: n.of(object, "about").neededWords(),
		Version: n.of(object, "version").needed(), Workshop: n.of(object, "workshop").text(),
		runTime: n.of(object, "run_time").patterns(), keep: n.of(object, "keep").patterns(),
	}
	slug := n.of(object, "slug")
	switch {
	case p.Slug != "" && !isSlug.MatchString(p.Slug):
		slug.wrong("must be of small letters and digits, with single hyphens between")
	case folder != "" && p.Slug != folder && p.Slug != "":
		slug.wrong("must be the name of the folder, %s", folder)
	}
	for key, text := range map[string]string{"slug": p.Slug, "name": p.Name, "version": p.Version} {
		if len(text) > mostName {
			n.of(object, key).wrong("is longer than %d bytes", mostName)
		}
	}
	if p.Workshop != "" && !regexp.MustCompile(`^\d+$`).MatchString(p.Workshop) {
		n.of(object, "workshop").wrong("must be the number of the mod in the Workshop")
	}
	files := n.of(object, "files")
	if len(files.members()) == 0 {
		files.wrong("is missing: a pack describes at least one file")
	}
	for _, member := range files.members() {
		p.add(member)
	}
	p.text = data
	p.folder, p.checked = path.Dir(name), n.mistakes
	p.checkReferences()
	return p, n.list
}

// add reads a file of the pack.
func (p *Pack) add(n node) {
	object := n.object("name", "title", "about", "paths", "except", "has", "format", "lines", "schema", "rules")
	f := &File{
		Pack: p, Name: n.of(object, "name").needed(), Title: n.of(object, "title").neededWords(), About: n.of(object, "about").words(),
		Format: n.of(object, "format").oneOf("json", "xml", "cfg", "lines"), has: n.of(object, "has").texts(),
		paths: n.of(object, "paths").patterns(), except: n.of(object, "except").patterns(),
	}
	if f.Format == "" {
		f.Format = "json"
	}
	if len(f.paths) == 0 {
		n.of(object, "paths").wrong("is missing: which files it is about")
	}
	if slices.ContainsFunc(p.Files, func(other *File) bool { return other.Name == f.Name }) {
		n.of(object, "name").wrong("is that of another file of the pack")
	}
	f.columns = n.of(object, "lines").columns(f.Format)
	f.readSchema(n.of(object, "schema"))
	for _, member := range n.of(object, "rules").members() {
		if !member.counts(mostRules) {
			break
		}
		r := member.rule()
		if f.list {
			r.each = strings.TrimSuffix(listKey+"."+r.each, ".")
		}
		f.rules = append(f.rules, r)
	}
	p.Files = append(p.Files, f)
}

// readSchema makes the fields of a file. Without a schema they follow from the file alone.
func (f *File) readSchema(n node) {
	if n.value == nil {
		f.list = f.Format == "lines"
		return
	}
	object, _ := n.value.(*jsontree.Object)
	s := schemaReader{defs: n.of(object, "$defs"), rules: &f.rules}
	if value, _ := object.Get("type"); value == "array" {
		f.list = true
		f.member = s.field(n, listKey, listKey)
		f.member.Label = cmp.Or(f.member.Label, f.Title)
		for i, c := range f.columns {
			of := f.member.Field(c.Name)
			f.columns[i].Number = of != nil && of.Type != expansion.String && of.Type != expansion.Any
		}
		return
	}
	switch root := s.field(n, "", ""); {
	case root.Type != expansion.Object:
		n.of(object, "type").wrong("must be object, or array for a file that is a list as a whole")
	case root.Shape == expansion.Single:
		f.fields = root.Fields
	default:
		f.member = root.Member()
	}
	if f.Format == "lines" {
		n.of(object, "type").wrong("must be array: a file of lines is a list")
	}
}

// checkReferences tells references to files that the pack does not have.
func (p *Pack) checkReferences() {
	for _, f := range p.Files {
		for _, r := range f.rules {
			name, _, isOther := cutFile(r.refers)
			if r.refers != "" && isOther && !slices.ContainsFunc(p.Files, func(f *File) bool { return f.Name == name }) {
				r.place.wrong("there is no file %s in the pack", name)
			}
		}
	}
}
