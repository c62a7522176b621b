package record

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
)

// Vocabulary says what there is that a filter may name.
type Vocabulary interface {
	// Named returns the records of a resource that others may refer to.
	Named(ctx context.Context, r *Resource) ([]NamedID, error)
	// Texts returns the texts that a field of a resource's records has, and for a source file the paths of all files.
	Texts(ctx context.Context, r *Resource, f *Field) ([]string, error)
	// People returns who has changed something in the instance, and its owner, by name and once more by e-mail address.
	People(ctx context.Context) (names, addresses []NamedID, err error)
	// Any reports whether a record of the resource meets the condition.
	Any(ctx context.Context, r *Resource, c Condition) (bool, error)
}

// NamedID is a name and the id of what is called so.
type NamedID struct {
	ID   int64
	Name string
}

// lookedUp remembers what the vocabulary has said for the terms of one filter.
type lookedUp struct {
	Vocabulary
	r     *Resource
	named map[*Resource][]NamedID
	texts map[*Field][]string
}

// Any reports whether a record matches, or true without a vocabulary.
func (k *lookedUp) Any(ctx context.Context, matches []Match) (bool, error) {
	if k.Vocabulary == nil {
		return true, nil
	}
	return k.Vocabulary.Any(ctx, k.r, Condition{Any: matches})
}

// referred returns the records that a field may refer to.
func (k *lookedUp) referred(ctx context.Context, f *Field) (list []NamedID, err error) {
	other := Named(f.Ref)
	list, there := k.named[other]
	if there {
		return list, nil
	}
	if list, err = k.Named(ctx, other); err == nil {
		if k.named == nil {
			k.named = map[*Resource][]NamedID{}
		}
		k.named[other] = list
	}
	return list, err
}

// withIDs compiles the records that a field may refer to by their ids.
func (k *lookedUp) withIDs(ctx context.Context, f *Field, within Range, text string) (Match, error) {
	match := Match{Test: Linked}
	if k.Vocabulary == nil {
		return match, nil
	}
	list, err := k.referred(ctx, f)
	for _, one := range list {
		if within.Holds(one.ID) {
			match.IDs = append(match.IDs, one.ID)
		}
	}
	if err == nil && match.IDs == nil {
		err = mistake("there is no " + nounOf(f) + " with the id " + text)
	}
	return match, err
}

// called compiles the records that a field may refer to by their names.
func (k *lookedUp) called(ctx context.Context, f *Field, v filter.Value) (Match, error) {
	match := Match{Test: Linked}
	if k.Vocabulary == nil {
		return match, nil
	}
	list, err := k.referred(ctx, f)
	if err != nil {
		return match, err
	}
	like, names := pattern(v), make([]string, len(list))
	for i, one := range list {
		names[i] = one.Name
		if like.isLike(strings.ToLower(one.Name)) {
			match.IDs = append(match.IDs, one.ID)
		}
	}
	if match.IDs == nil {
		return match, unknown("no "+nounOf(f)+" is called", v, names)
	}
	return match, nil
}

// nounOf is what people call the records that a field refers to: usage for a type usage.
func nounOf(f *Field) string { return strings.TrimPrefix(Named(f.Ref).One, "type ") }

// unknown says that a name is one of nothing.
func unknown(sentence string, v filter.Value, names []string) error {
	return mistake(sentence + " “" + v.Text + "”" + filter.DidYouMean(v.Text, names))
}

// hasText refuses a text that none has of a field whose texts are names.
func (k *lookedUp) hasText(ctx context.Context, f *Field, v filter.Value) (err error) {
	if k.Vocabulary == nil || !f.Closed {
		return nil
	}
	list, there := k.texts[f]
	if !there {
		if list, err = k.Texts(ctx, k.r, f); err != nil {
			return err
		}
		if main := k.r.MainFile(); f.Name == "source_file" && main != "" {
			list = append(list, main)
		}
		if k.texts == nil {
			k.texts = map[*Field][]string{}
		}
		k.texts[f] = list
	}
	like := pattern(v)
	if slices.ContainsFunc(list, func(text string) bool { return like.isLike(strings.ToLower(text)) }) {
		return nil
	}
	if slices.Contains(shortNames["by"], f.Name) {
		return unknown("nobody here is called", v, list)
	}
	return unknown("no "+strings.TrimSuffix(strings.ToLower(f.Label), "s")+" is called", v, list)
}

// people returns the ids of those whose name or address contains a text.
func (k *lookedUp) people(ctx context.Context, v filter.Value) (ids []int64, err error) {
	if k.Vocabulary == nil {
		return nil, nil
	}
	names, addresses, err := k.People(ctx)
	if err != nil {
		return nil, err
	}
	like := pattern(v)
	for _, one := range slices.Concat(names, addresses) {
		if like.isIn(strings.ToLower(one.Name)) {
			ids = append(ids, one.ID)
		}
	}
	if ids != nil {
		return ids, nil
	}
	known := make([]string, len(names)) // an address is not told to who does not know it
	for i, one := range names {
		known[i] = one.Name
	}
	return nil, unknown("nobody who has changed something here is called", v, known)
}

// OfRows returns what filters may name of records that are in no table, of which there are these rows.
func OfRows(words Vocabulary, rows []Row) Vocabulary { return ofRows{words, rows} }

type ofRows struct {
	Vocabulary
	rows []Row
}

// Texts returns the texts of a field in the rows.
func (o ofRows) Texts(_ context.Context, r *Resource, f *Field) (list []string, _ error) {
	for _, row := range o.rows {
		text, _ := row[r.Index(f.Name)].(string)
		if f.Type != Texts {
			list = append(list, text)
			continue
		}
		tree, _ := jsontree.Parse([]byte(text)) // written by this package
		list = append(list, TextsOf(tree)...)
	}
	return list, nil
}

// Any reports whether one of the rows meets the condition.
func (o ofRows) Any(_ context.Context, r *Resource, c Condition) (bool, error) {
	return slices.ContainsFunc(o.rows, r.Tester([]Condition{c}).Meets), nil
}
