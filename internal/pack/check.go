package pack

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// samplesFolder holds samples of the files of a pack, below it as they are below the folder of profiles.
const samplesFolder = "samples"

// Check returns the packs in a folder, which is that of one or of several, and what is wrong with them and their samples. The name is that
// of the folder.
func Check(files fs.FS, name string) (packs []*Pack, wrong []Mistake) {
	if _, err := fs.Stat(files, fileName); err != nil {
		packs, wrong = load(files)
	} else {
		p, found := readAs(files, fileName, name)
		if wrong = found; len(found) == 0 {
			packs = append(packs, p)
		}
	}
	for _, p := range packs {
		p.checkRules()
		wrong = append(wrong, p.wrong()...)
		at := path.Join(p.folder, samplesFolder)
		err := fs.WalkDir(files, at, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				wrong = append(wrong, p.checkSample(files, name, strings.TrimPrefix(name, at+"/"))...)
			}
			return nil
		})
		if err != nil {
			wrong = append(wrong, Mistake{File: at, Text: err.Error()})
		}
	}
	return packs, wrong
}

// wrong returns what is wrong with the pack and the schemas of its documents.
func (p *Pack) wrong() (wrong []Mistake) {
	wrong = slices.Clip(p.root.Mistakes())
	for _, d := range p.documents {
		wrong = append(wrong, document.Mistakes(d)...)
	}
	return wrong
}

// checkSample returns what is wrong with a sample, which is at a path below the folder of profiles.
func (p *Pack) checkSample(files fs.FS, name, below string) []Mistake {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return []Mistake{{File: name, Text: err.Error()}}
	}
	text, _ := charset.Decode(data)
	return p.CheckFile(name, below, string(text))
}

// CheckFile returns what a pack does not know or does not expect in the text of a file, which is at a path below the folder of profiles.
func (p *Pack) CheckFile(name, below, text string) (wrong []Mistake) {
	add := func(at, format string, args ...any) {
		wrong = append(wrong, Mistake{File: name, At: at, Text: fmt.Sprintf(format, args...)})
	}
	set := newSet([]*Pack{p}, new(memory))
	if p.IsRunTime(below) {
		return nil
	}
	if n := len(set.filesAt(below)); n == 0 {
		add("", "no paths of the pack fit it")
		return wrong
	}
	f, d := set.Open(below, text)
	if f == nil {
		if known := set.Document(below, text); known != nil && known.Misfit != "" {
			add("", "%s", known.Misfit)
		} else {
			add("", "it is of another format than the pack says")
		}
		return wrong
	}
	tree, err := d.Read(text)
	if err != nil {
		add("", "cannot be read: %v", err)
		return wrong
	}
	for _, problem := range d.Check(tree) {
		add(problem.Path, "%s", problem.Message.Predicate())
	}
	for _, at := range f.unknown(d, tree) {
		add(at, "is no key that the pack knows")
	}
	for _, found := range f.Find(tree, func(string) []*jsontree.Object { return nil }, nil) {
		add(found.Path, "%s (rule %s)", found.Text, found.ID)
	}
	if same, _, err := d.Change(text, tree.Clone()); err != nil || same != text {
		add("", "does not stay as it is when it is saved without a change")
	}
	return wrong
}

// unknown returns the paths of the keys of a file that the schema does not have. Those of a file without a schema are none.
func (f *File) unknown(d *document.Document, tree *jsontree.Object) (paths []string) {
	if f.fields == nil && f.member == nil {
		return nil
	}
	d.EachObject(tree, func(at string, fields []*expansion.Field, object *jsontree.Object) {
		for key := range object.All() {
			i := slices.IndexFunc(fields, func(own *expansion.Field) bool { return own.Name == key })
			if i >= 0 && fields[i].Inferred && !f.knows(jsontree.Join(at, key)) {
				paths = append(paths, jsontree.Join(at, key))
			}
		}
	})
	return paths
}

// knows reports whether the schema has a field at a path: keys, and places or * for members of lists and maps.
func (f *File) knows(at string) bool {
	fields, list := f.fields, steps(at)
	if f.list && len(list) > 0 && list[0] != listKey {
		list = append([]string{listKey}, list...)
	}
	if f.member != nil {
		fields = []*expansion.Field{f.member}
		if !f.list && len(list) > 0 {
			list[0] = f.member.Name
		}
	}
	for i := 0; i < len(list); i++ {
		at := slices.IndexFunc(fields, func(own *expansion.Field) bool { return own.Name == list[i] })
		if at < 0 {
			return false
		}
		own := fields[at]
		if own.Type == expansion.Any && own.Shape == expansion.Single {
			return true
		}
		for deep := map[expansion.Shape]int{expansion.List: 1, expansion.Map: 1, expansion.MapLists: 2}[own.Shape]; deep > 0; deep-- {
			if i++; i < len(list) && own.Shape == expansion.List && !isPlace(list[i]) {
				return false
			}
		}
		if own.Type == expansion.Vector && i+1 < len(list) {
			return i+2 == len(list) && isPlace(list[i+1])
		}
		fields = own.Fields
	}
	return true
}

func isPlace(step string) bool {
	_, err := strconv.Atoi(step)
	return err == nil || step == "*"
}

// checkRules tells of rules that name keys which the schema does not have.
func (p *Pack) checkRules() {
	for _, f := range p.Files {
		if f.fields == nil && f.member == nil {
			continue
		}
		for _, r := range f.rules {
			f.checkRule(r)
		}
	}
}

func (f *File) checkRule(r Rule) {
	missing := func(key, at string) {
		if !f.knows(at) {
			r.place.Wrong("%s: the schema has no %s", key, at)
		}
	}
	if r.refers != "" {
		f.checkTarget(r)
		return
	}
	if len(r.terms) == 0 {
		return
	}
	if r.each != "" {
		missing("each", r.each)
	}
	if r.At != "" {
		missing("at", jsontree.Join(r.each, r.At))
	}
	for _, name := range r.names() {
		if name != ownValue {
			missing("when or says", jsontree.Join(r.each, name))
		}
	}
}

// names returns the keys that a rule names.
func (r Rule) names() (names []string) {
	for _, t := range r.terms {
		names = append(names, t.Field)
		for _, v := range t.Values {
			if key, isOther := strings.CutPrefix(v.Text, "$"); isOther && !v.Quoted {
				names = append(names, key)
			}
		}
	}
	for _, name := range placeholder.FindAllString(r.Says, -1) {
		names = append(names, strings.Trim(name, "{}"))
	}
	return names
}

func (f *File) checkTarget(r Rule) {
	name, at, isOther := cutFile(r.refers)
	of := f
	if isOther {
		of = f.Pack.Files[slices.IndexFunc(f.Pack.Files, func(other *File) bool { return other.Name == name })]
	}
	if !of.knows(at) {
		r.place.Wrong("the schema of %s has no %s", of.Name, at)
	}
}
