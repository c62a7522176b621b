package webtest

// Accepting returns the browser as one that accepts the types.
func (b *Browser) Accepting(types string) *Browser {
	other := *b
	other.Header = map[string]string{"Accept": types}
	return &other
}
