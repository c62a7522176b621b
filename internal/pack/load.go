package pack

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/notation"
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
	p, wrong := parse(name, folder, data)
	if len(wrong) > 0 {
		return nil, wrong
	}
	p.addDocuments(files)
	for _, d := range p.documents {
		wrong = append(wrong, d.Head.Mistakes()...)
	}
	return p, wrong
}

// addDocuments adds the files that a pack declares as documents, one file each. Their schemas are not read.
func (p *Pack) addDocuments(files fs.FS) {
	p.documents = expansion.Load(files, p.folder, p.folders...)
	for _, d := range p.documents {
		p.Files = append(p.Files, &File{Pack: p, Name: d.Slug, Title: d.Title, About: d.About, Format: document.FormatOf(d), place: d.Path})
	}
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
	n := notation.Parse(name, data)
	if wrong := n.Mistakes(); len(wrong) > 0 {
		return nil, wrong
	}
	object := n.Object("$schema", "$defs", "slug", "name", "about", "version", "workshop", "run_time", "keep", "files", "documents",
		"game_numbers")
	p := &Pack{
		Slug: n.Of(object, "slug").Needed(), Name: n.Of(object, "name").Needed(), About: n.Of(object, "about").NeededWords(),
		Version: n.Of(object, "version").Needed(), Workshop: n.Of(object, "workshop").Text(),
		runTime: patterns(n.Of(object, "run_time")), keep: patterns(n.Of(object, "keep")),
	}
	slug := n.Of(object, "slug")
	switch {
	case p.Slug != "" && !isSlug.MatchString(p.Slug):
		slug.Wrong("must be of small letters and digits, with single hyphens between")
	case folder != "" && p.Slug != folder && p.Slug != "":
		slug.Wrong("must be the name of the folder, %s", folder)
	}
	for key, text := range map[string]string{"slug": p.Slug, "name": p.Name, "version": p.Version} {
		if len(text) > mostName {
			n.Of(object, key).Wrong("is longer than %d bytes", mostName)
		}
	}
	if p.Workshop != "" && !regexp.MustCompile(`^\d+$`).MatchString(p.Workshop) {
		n.Of(object, "workshop").Wrong("must be the number of the mod in the Workshop")
	}
	files, documents := n.Of(object, "files"), n.Of(object, "documents")
	switch {
	case documents.Value != nil && folder == "":
		documents.Wrong("is for packs that are folders")
	case documents.Value == nil && len(files.Members()) == 0:
		files.Wrong("is missing: a pack describes at least one file")
	}
	for _, member := range files.Members() {
		p.add(member, n.Of(object, "$defs"))
	}
	p.text, p.folder, p.root, p.folders = data, path.Dir(name), n, documents.Texts()
	p.checkReferences()
	return p, n.Mistakes()
}

// add reads a file of the pack.
func (p *Pack) add(n, defs notation.Node) {
	object := n.Object("name", "title", "about", "paths", "except", "has", "format", "lines", "sections", "schema", "rules")
	f := &File{
		Pack: p, Name: n.Of(object, "name").Needed(), Title: n.Of(object, "title").NeededWords(), About: n.Of(object, "about").Words(),
		Format: n.Of(object, "format").OneOf("json", "xml", "cfg", "lines"), has: n.Of(object, "has").Texts(),
		paths: patterns(n.Of(object, "paths")), except: patterns(n.Of(object, "except")),
	}
	if f.Format == "" {
		f.Format = "json"
	}
	if len(f.paths) == 0 {
		n.Of(object, "paths").Wrong("is missing: which files it is about")
	}
	if slices.ContainsFunc(p.Files, func(other *File) bool { return other.Name == f.Name }) {
		n.Of(object, "name").Wrong("is that of another file of the pack")
	}
	f.columns = columnsOf(n.Of(object, "lines"), f.Format)
	f.sections = expansion.Sections(n.Of(object, "sections"))
	f.readSchema(n.Of(object, "schema"), defs)
	for _, member := range n.Of(object, "rules").Members() {
		if !member.Counts(mostRules) {
			break
		}
		r := ruleOf(member)
		if f.list {
			r.each = strings.TrimSuffix(listKey+"."+r.each, ".")
		}
		f.rules = append(f.rules, r)
	}
	p.Files = append(p.Files, f)
}

// checkReferences tells references to files that the pack does not have.
func (p *Pack) checkReferences() {
	for _, f := range p.Files {
		for _, r := range f.rules {
			name, _, isOther := cutFile(r.refers)
			if r.refers != "" && isOther && !slices.ContainsFunc(p.Files, func(f *File) bool { return f.Name == name }) {
				r.place.Wrong("there is no file %s in the pack", name)
			}
		}
	}
}
