package docset

import (
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// hide takes the passwords out of a document, for who may not see them.
func (f *File) hide() {
	f.Text = servercfg.Redact(f.Text)
	if f.Tree != nil {
		f.Tree, _ = hidden("", f.Tree).(*jsontree.Object)
	}
}

// hidden returns a value with servercfg.Hidden in the place of each password.
func hidden(name string, value any) any {
	switch value := value.(type) {
	case *jsontree.Object:
		shown := new(jsontree.Object)
		for key, member := range value.All() {
			shown.Set(key, hidden(key, member))
		}
		return shown
	case []any:
		shown := make([]any, len(value))
		for i, member := range value {
			shown[i] = hidden(name, member)
		}
		return shown
	case string:
		if value != "" && document.IsSecret(name) {
			return servercfg.Hidden
		}
	}
	return value
}

// restored returns a value with the passwords that were there in the place of each servercfg.Hidden that stands for one.
func restored(name string, value, was any) any {
	switch value := value.(type) {
	case *jsontree.Object:
		before, _ := was.(*jsontree.Object)
		whole := new(jsontree.Object)
		for key, member := range value.All() {
			var old any
			if before != nil {
				old, _ = before.Get(key)
			}
			whole.Set(key, restored(key, member, old))
		}
		return whole
	case []any:
		before, _ := was.([]any)
		whole := make([]any, len(value))
		for i, member := range value {
			var old any
			if i < len(before) {
				old = before[i]
			}
			whole[i] = restored(name, member, old)
		}
		return whole
	case string:
		if text, is := was.(string); is && value == servercfg.Hidden && document.IsSecret(name) {
			return text
		}
	}
	return value
}
