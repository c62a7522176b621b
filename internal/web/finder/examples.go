package finder

import (
	"context"
	"net/url"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/record"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// examples returns filters that fit the resource.
func (s *Search) examples(ctx context.Context, name string) (list []ui.Example, err error) {
	add := func(text, finds string) {
		q := ui.Query{Path: s.URL(s.r), Values: url.Values{"q": {text}}}
		list = append(list, ui.Example{Text: text, URL: q.With("", ""), Finds: finds})
	}
	add("ak", name+" contains “ak”")
	add("ak*", name+" begins with “ak”")
	for _, f := range s.exampleFields() {
		if err := s.exampleOf(ctx, f, add); err != nil {
			return nil, err
		}
	}
	if s.Resource.Scope == record.InInstance {
		add("changed:7d", "changed in the last 7 days")
		add("by:"+filter.Exactly(s.r.User.Name), "last changed by "+s.r.User.Name)
		add("problem:any", "with a problem")
	}
	return list, nil
}

// exampleFields returns a field of each sort that a filter compares in its own way.
func (s *Search) exampleFields() (fields []*record.Field) {
	sorts := []func(f *record.Field) bool{
		recordform.Numeric,
		func(f *record.Field) bool { return f.Ref != "" && f.Type != record.Links },
		func(f *record.Field) bool { return f.Type == record.Links },
		func(f *record.Field) bool { return f.Type == record.Flag },
		func(f *record.Field) bool { return f.Name == "source_file" },
	}
	for _, is := range sorts {
		offered := func(f *record.Field) bool {
			return is(f) && f.Shown() && f.Writable() && !slices.Contains(s.Omitted, f.Name)
		}
		i := slices.IndexFunc(s.Resource.Fields, offered)
		if i >= 0 {
			fields = append(fields, s.Resource.Fields[i])
		}
	}
	return fields
}

// exampleOf adds examples of filters by a field.
func (s *Search) exampleOf(ctx context.Context, f *record.Field, add func(text, finds string)) error {
	label := lower(f.Label)
	switch {
	case f.Ref != "":
		return referenceExample(ctx, s.r, f, add)
	case f.Type == record.Flag:
		add(f.Name+":no", label+" is off")
	case f.Name == "source_file":
		return s.fileExample(ctx, add)
	default:
		add(f.Name+">10", label+" above 10")
		add(f.Name+":5..20", label+" from 5 to 20")
		add(f.Name+":none", label+" not set")
	}
	return nil
}

// fileExample adds an example with a folder that records come from, or else with a file.
func (s *Search) fileExample(ctx context.Context, add func(text, finds string)) error {
	files, err := s.files(ctx)
	for _, file := range files {
		if dir := path.Dir(file); dir != "." && file != s.Resource.MainFile() && filter.Exactly(dir) == dir {
			add("file:"+dir+"/*", "from files in the folder “"+dir+"”")
			return nil
		}
	}
	if len(files) > 0 {
		add("file:"+filter.Exactly(files[0]), "from the file “"+files[0]+"”")
	}
	return err
}

// referenceExample adds an example with the name of a record that the field may refer to.
func referenceExample(ctx context.Context, r *site.Request, f *record.Field, add func(text, finds string)) error {
	options, err := r.References(ctx, record.Named(f.Ref))
	if err != nil || len(options) == 0 {
		return err
	}
	word := nameIn(options[0].Label)
	name, label := strings.TrimSuffix(strings.TrimSuffix(f.Name, "_id"), "_ids"), lower(f.Label)
	if strings.ContainsAny(word, ` ,"`) {
		return nil
	}
	add(name+":"+word, label+" is "+word)
	if f.Type == record.Links {
		add("-"+name+":"+word, label+" without "+word)
	}
	return nil
}

func lower(text string) string { return strings.ToLower(text[:1]) + text[1:] }
