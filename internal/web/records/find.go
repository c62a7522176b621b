package records

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// search returns a page of the records that the request asks for. Where its filter is not understood, there are none, and wrong
// says why.
func (p *resourcePages) search(ctx context.Context, r *site.Request, ask record.Query) (found store.Page, wrong string, err error) {
	ask.Where, err = bulk.New(r.Site.DB, r.Site.Lint, time.Now).Where(ctx, r.Scope(), p.Resource, r.Text("q"))
	var problems validate.Errors
	if errors.As(err, &problems) {
		return store.Page{Number: 1, Size: ask.PerPage}, "This filter " + problems[0].Messages[0].Predicate() + ".", nil
	}
	if err == nil {
		found, err = r.Site.DB.List(ctx, p.Resource, r.Scope(), ask)
	}
	return found, wrong, err
}

// changeMany offers to change many of the records at once.
func (p *resourcePages) changeMany(r *site.Request, total int64) *ui.Many {
	if p.Resource.Scope != record.InInstance || total == 0 {
		return nil
	}
	form, q := p.url(r)+"/bulk", p.Resource.FilterText(r.Input)
	found := ui.Plural(int(total), p.one, p.many)
	if q != "" {
		found += " found"
	}
	all := ui.Query{Path: form, Values: url.Values{"q": {cmp.Or(q, "*")}}}
	return &ui.Many{Found: found, All: ui.Link{Label: "Change all " + ui.HumanCount(total), URL: all.With("", "")}, Ticked: form, Submit: "Change the selected", Back: q}
}

// finder draws the search box, with examples of filters that fit the resource.
func (p *resourcePages) finder(ctx context.Context, r *site.Request, wrong string) (*ui.Finder, error) {
	finder := &ui.Finder{Error: wrong, More: ui.Link{Label: "All of the filter language", URL: "/docs/api"}}
	add := func(text, finds string) {
		q := ui.Query{Path: r.URL.Path, Values: url.Values{"q": {text}}}
		finder.Examples = append(finder.Examples, ui.Example{Text: text, URL: q.With("", ""), Finds: finds})
	}
	name := lower(p.Resource.Field(p.columns[0]).Label)
	add("ak", name+" contains “ak”")
	add("ak*", name+" begins with “ak”")
	for _, f := range p.exampleFields() {
		if err := p.exampleOf(ctx, r, f, add); err != nil {
			return nil, err
		}
	}
	if p.Resource.Scope == record.InInstance {
		add("changed:7d", "changed in the last 7 days")
		add("by:anna", "last changed by somebody called Anna")
		add("problem:any", "with a problem")
	}
	return finder, nil
}

// exampleFields returns a field of each sort that a filter compares in its own way.
func (p *resourcePages) exampleFields() (fields []*record.Field) {
	sorts := []func(f *record.Field) bool{
		recordform.Numeric,
		func(f *record.Field) bool { return f.Ref != "" && f.Type != record.Links },
		func(f *record.Field) bool { return f.Type == record.Links },
		func(f *record.Field) bool { return f.Type == record.Flag },
		func(f *record.Field) bool { return f.Name == "source_file" },
	}
	for _, is := range sorts {
		offered := func(f *record.Field) bool {
			return is(f) && f.Shown() && f.Writable() && !slices.Contains(p.Omit, f.Name)
		}
		i := slices.IndexFunc(p.Resource.Fields, offered)
		if i >= 0 {
			fields = append(fields, p.Resource.Fields[i])
		}
	}
	return fields
}

// exampleOf adds examples of filters by a field.
func (p *resourcePages) exampleOf(ctx context.Context, r *site.Request, f *record.Field, add func(text, finds string)) error {
	label := lower(f.Label)
	switch {
	case f.Ref != "":
		return referenceExample(ctx, r, f, add)
	case f.Type == record.Flag:
		add(f.Name+":no", label+" is off")
	case f.Name == "source_file":
		add("file:mods/*", "from files in the folder “mods”")
	default:
		add(f.Name+">10", label+" above 10")
		add(f.Name+":5..20", label+" from 5 to 20")
		add(f.Name+":none", label+" not set")
	}
	return nil
}

// referenceExample adds an example with the name of a record that the field may refer to.
func referenceExample(ctx context.Context, r *site.Request, f *record.Field, add func(text, finds string)) error {
	options, err := r.References(ctx, record.Named(f.Ref))
	if err != nil || len(options) == 0 {
		return err
	}
	word, _, _ := strings.Cut(options[0].Label, " / ")
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
