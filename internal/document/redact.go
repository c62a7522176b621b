package document

import (
	"regexp"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

var (
	// secretName is part of the name of a value that nobody but its owner may know, in the settings of servers and of mods.
	secretName = regexp.MustCompile(`(?i)password|passphrase|secret|webhook|token|api_?key`)
	// secretText is part of a text that is a secret by itself: what follows it lets anyone write into a channel.
	secretText = regexp.MustCompile(`(?i)api/webhooks/`)
	// secretLine is a line that may hold a secret, of a text that cannot be read.
	secretLine = regexp.MustCompile(`(?im)^.*(?:password|passphrase|secret|webhook|token|api_?key).*$`)
)

// Redact returns a text of the document without its secrets: values of fields that are passwords or the like, or whose keys say so. Of a
// text that cannot be read, lines that may hold one are hidden as a whole.
func (d *Document) Redact(text string) string {
	tree, err := d.Read(text)
	if err != nil {
		return secretLine.ReplaceAllString(text, servercfg.Hidden)
	}
	hiddenText, err := d.lay(text, hide(d.Fields(), tree))
	if err != nil {
		return secretLine.ReplaceAllString(text, servercfg.Hidden)
	}
	return hiddenText
}

// hide returns an object without the secrets in it.
func hide(fields []*expansion.Field, object *jsontree.Object) *jsontree.Object {
	shown := new(jsontree.Object)
	for key, value := range object.All() {
		f := fieldNamed(fields, key)
		if f != nil && f.Format == expansion.PasswordFormat || secretName.MatchString(key) {
			value = hidden(value)
		}
		shown.Set(key, hideIn(fieldsOf(f), value))
	}
	return shown
}

// hideIn returns a value without the secrets in it. The fields are those of the objects in it.
func hideIn(fields []*expansion.Field, value any) any {
	switch v := value.(type) {
	case string:
		if secretText.MatchString(v) {
			return servercfg.Hidden
		}
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = hideIn(fields, member)
		}
		return list
	case *jsontree.Object:
		return hide(fields, v)
	}
	return value
}

// redacted returns a conflict without secrets, which are texts.
func (d *Document) redacted(c change.Conflict) change.Conflict {
	for _, value := range []*any{&c.Base, &c.Mine, &c.Theirs} {
		if secretName.MatchString(c.Path) {
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

// secretValue is a secret with its name, in JSON, XML, cfg and the like.
var secretValue = regexp.MustCompile(
	`(?i)(?:(?:password|passphrase|secret|webhook|token|api_?key)\w*["']?\s*[:=]\s*["'][^"'\s]|api/webhooks/)`)

// HoldsSecret reports whether a text of whatever format holds a value that is a secret by its name or by itself.
func HoldsSecret(text string) bool { return secretValue.MatchString(text) }

// IsSecret reports whether a value of that name is one that few may see: a password, or what stands for one.
func IsSecret(name string) bool { return secretName.MatchString(name) }
