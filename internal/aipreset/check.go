package aipreset

import (
	"strconv"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// What may be wrong with the values of a preset beside what the schema says.
var (
	mustHaveValue      = validate.Failure{Rule: "required", Predicate: "must have a value"}
	mustHaveIntegerKey = validate.Failure{Rule: "integer_keys", Predicate: "must have an integer as its key"}
)

// checker sorts the values of a preset: sound ones, wrong ones, and those of keys that the settings do not have.
type checker struct {
	warnings []string
	unknown  []string
}

// object returns the sound members of an object.
func (c *checker) object(path string, fields []*expansion.Field, sent *jsontree.Object) *jsontree.Object {
	sound := new(jsontree.Object)
	for key, value := range sent.All() {
		at, f := jsontree.Join(path, key), fieldNamed(fields, key)
		switch {
		case f == nil:
			c.unknown = append(c.unknown, at)
		case f.Format == expansion.VersionFormat:
			c.warnings = append(c.warnings, "The "+at+" field is the mod's own; it was left out.")
		default:
			c.setIfSound(sound, key, at, f, value)
		}
	}
	return sound
}

// setIfSound puts a value into the object if it is sound.
func (c *checker) setIfSound(sound *jsontree.Object, key, path string, f *expansion.Field, value any) {
	if value == nil && f.Type == expansion.String && f.Shape == expansion.Single {
		value = "" // bodies have null for an empty text
	}
	object, isObject := value.(*jsontree.Object)
	switch {
	case isObject && f.Type == expansion.Object && f.Shape == expansion.Single:
		if inner := c.object(path, f.Fields, object); inner.Len() > 0 {
			sound.Set(key, inner)
		}
	case isObject && isMap(f):
		if inner := c.members(path, f, object); inner.Len() > 0 {
			sound.Set(key, inner)
		}
	case c.fits(path, f, value):
		sound.Set(key, c.known(path, f, value))
	}
}

func isMap(f *expansion.Field) bool {
	return f.Shape == expansion.Map || f.Shape == expansion.MapLists
}

// members returns the sound members of a map.
func (c *checker) members(path string, f *expansion.Field, sent *jsontree.Object) *jsontree.Object {
	sound, member := new(jsontree.Object), f.Member()
	for key, value := range sent.All() {
		at := jsontree.Join(path, key)
		if _, err := strconv.ParseInt(key, 10, 32); err != nil && f.Keys == expansion.Int {
			c.leaveOut(expansion.Problem{Path: at, Message: validate.Message{Failure: mustHaveIntegerKey}})
			continue
		}
		c.setIfSound(sound, key, at, member, value)
	}
	return sound
}

// fits checks a value that is taken or left as a whole: a single one, or a list with all that is in it.
func (c *checker) fits(path string, f *expansion.Field, value any) bool {
	problems := f.Check(path, value)
	if value == nil {
		problems = []expansion.Problem{{Path: path, Message: validate.Message{Failure: mustHaveValue}}}
	}
	if len(problems) > 0 {
		c.leaveOut(problems[0])
	}
	return len(problems) == 0
}

func (c *checker) leaveOut(p expansion.Problem) {
	c.warnings = append(c.warnings, p.Text()+" The value was left out.")
}

// known returns a value without the keys in objects of lists that the settings do not have.
func (c *checker) known(path string, f *expansion.Field, value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, member := range v {
			list[i] = c.known(jsontree.Join(path, strconv.Itoa(i)), f, member)
		}
		return list
	case *jsontree.Object:
		return c.knownMembers(path, f, v)
	}
	return value
}

func (c *checker) knownMembers(path string, f *expansion.Field, object *jsontree.Object) *jsontree.Object {
	kept := new(jsontree.Object)
	for key, value := range object.All() {
		at, inner := jsontree.Join(path, key), f.Field(key)
		switch {
		case inner == nil:
			c.unknown = append(c.unknown, at)
		case isMap(inner):
			kept.Set(key, value)
		default:
			kept.Set(key, c.known(at, inner, value))
		}
	}
	return kept
}
