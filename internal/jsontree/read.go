package jsontree

// Text returns the text under key, or "" where there is no text.
func (o *Object) Text(key string) string { return get[string](o, key) }

// Object returns the object under key, or nil, which reads as an empty one.
func (o *Object) Object(key string) *Object { return get[*Object](o, key) }

// List returns the list under key, or nil.
func (o *Object) List(key string) []any { return get[[]any](o, key) }

// Objects returns the objects among the members of the list under key.
func (o *Object) Objects(key string) []*Object { return only[*Object](o.List(key)) }

// Texts returns the texts among the members of the list under key.
func (o *Object) Texts(key string) []string { return only[string](o.List(key)) }

func get[T any](o *Object, key string) T {
	value, _ := o.Get(key)
	found, _ := value.(T)
	return found
}

func only[T any](list []any) (found []T) {
	for _, member := range list {
		if value, ok := member.(T); ok {
			found = append(found, value)
		}
	}
	return found
}
