package document

import (
	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// Redact returns a text of the document without its secrets, as Hide does. Of a text that cannot be read, lines that may hold one are
// hidden as a whole.
func (d *Document) Redact(text string) string {
	if servercfg.IsConfig(d.Path) {
		text = servercfg.Redact(text) // in comments too
	}
	if d.Format == "xml" {
		text = hideElements(text)
	}
	tree, err := d.Read(text)
	if err != nil {
		return servercfg.HideLines(text)
	}
	hiddenText, err := d.lay(text, d.Hide(tree))
	if err != nil {
		return servercfg.HideLines(text)
	}
	return hiddenText
}

// HoldsSecret reports whether a text of the document that can be read has secrets.
func (d *Document) HoldsSecret(text string) bool {
	if d.Format == "xml" && hideElements(text) != text {
		return true
	}
	tree, err := d.Read(text)
	return err == nil && !jsontree.Equal(d.Hide(tree), tree)
}

// Hide returns values of the document without its secrets: those of fields that are passwords or the like, or whose keys say so, and
// addresses that let anyone write into a channel.
func (d *Document) Hide(tree *jsontree.Object) *jsontree.Object { return hide(d.Fields(), tree) }

// Restore returns the values that somebody wants, who has seen those of before without their secrets, with the secrets that he has left as
// he has seen them.
func (d *Document) Restore(next, before *jsontree.Object) *jsontree.Object {
	return restored(next, before, d.Hide(before)).(*jsontree.Object)
}

// restored puts secrets back into a value, of which shown is what was seen of before.
func restored(next, before, shown any) any {
	switch v := next.(type) {
	case *jsontree.Object:
		was, _ := before.(*jsontree.Object)
		seen, _ := shown.(*jsontree.Object)
		whole := new(jsontree.Object)
		for key, member := range v.All() {
			old, _ := was.Get(key)
			oldSeen, _ := seen.Get(key)
			whole.Set(key, restored(member, old, oldSeen))
		}
		return whole
	case []any:
		was, _ := before.([]any)
		seen, _ := shown.([]any)
		whole := make([]any, len(v))
		for i, place := range change.Align(seen, v) {
			if whole[i] = v[i]; place >= 0 && place < len(was) {
				whole[i] = restored(v[i], was[place], seen[place])
			}
		}
		return whole
	case string:
		if old, isText := before.(string); isText && v == servercfg.Hidden && shown == servercfg.Hidden {
			return old
		}
	}
	return next
}

// hide returns an object without the secrets in it.
func hide(fields []*expansion.Field, object *jsontree.Object) *jsontree.Object {
	shown, named := new(jsontree.Object), expansion.ByName(fields)
	for key, value := range object.All() {
		f := named(key)
		if f != nil && f.Format == expansion.PasswordFormat || servercfg.IsSecretName(key) {
			value = hidden(value)
		}
		shown.Set(key, hideIn(f, value))
	}
	return shown
}

// hideIn returns a value of a field, nil where that is not known, without the secrets in it.
func hideIn(f *expansion.Field, value any) any {
	switch v := value.(type) {
	case string:
		if servercfg.IsSecret(v) {
			return servercfg.Hidden
		}
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = hideIn(f, member)
		}
		return list
	case *jsontree.Object:
		if f != nil && (f.Shape == expansion.Map || f.Shape == expansion.MapLists) {
			return hideMembers(f.Member(), v)
		}
		return hide(fieldsOf(f), v)
	}
	return value
}

// hideMembers returns a map without the secrets in its members.
func hideMembers(f *expansion.Field, members *jsontree.Object) *jsontree.Object {
	shown := new(jsontree.Object)
	for key, value := range members.All() {
		if servercfg.IsSecretName(key) {
			value = hidden(value)
		}
		shown.Set(key, hideIn(f, value))
	}
	return shown
}

// redacted returns a conflict without secrets, which are texts.
func (d *Document) redacted(c change.Conflict) change.Conflict {
	for _, value := range []*any{&c.Base, &c.Mine, &c.Theirs} {
		if servercfg.IsSecretName(c.Path) {
			*value = hidden(*value)
		}
		*value = hideIn(nil, *value)
	}
	return c
}

// hidden returns a value without the texts in it.
func hidden(value any) any {
	switch v := value.(type) {
	case string:
		if v != "" {
			return servercfg.Hidden
		}
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = hidden(member)
		}
		return list
	case *jsontree.Object:
		o := new(jsontree.Object)
		for key, member := range v.All() {
			o.Set(key, hidden(member))
		}
		return o
	}
	return value
}
