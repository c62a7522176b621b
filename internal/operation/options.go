package operation

import "quartermaster/internal/shape"

// LargeBody is how many bytes a body may have that holds or names many records.
const LargeBody = 8 << 20

// taking is how many bytes the body may have, where that is not what others may.
func taking(bytes int64) option { return func(o *Operation) { o.Limit = bytes } }

// stores declares that it stores something, and what a 413 says where the plan has no room for that.
func stores(text string) option { return func(o *Operation) { o.Stores = text } }

// fails declares what a 422 says, and that its body may have data of a type.
func fails[T any](text string) option {
	return func(o *Operation) { o.Fails, o.FailsWith = text, shape.Of[T]() }
}

// tags declares that the answer to a change has an entity tag.
func tags(o *Operation) { o.Tags = true }

// creates declares that it makes the record that it answers with.
func creates(o *Operation) { o.Creates = true }

// stated declares that the interface knows it.
func stated(o *Operation) { o.Stated = true }

// showing is the example of the data of the answer, of a list one of its entries, as JSON.
func showing(data string) option { return func(o *Operation) { o.Shown = data } }

// conflictsWith is conflicts with a body that says more.
func conflictsWith[T any](text string) option {
	return func(o *Operation) { o.Conflict, o.Conflicting = text, shape.Of[T]() }
}

// audited is what the audit calls it, where that is not its name.
func audited(word string) option { return func(o *Operation) { o.Audit = word } }
