package document

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// patchError says which operation of a patch cannot be carried out, and why.
type patchError struct {
	Place  int // from 0
	Reason string
}

// Error returns a sentence.
func (e patchError) Error() string { return fmt.Sprintf("Operation %d: %s.", e.Place, e.Reason) }

// Patch returns a value changed by a list of operations (RFC 6902), all of them or none. The value and the list stay as they are. The error
// is a patchError.
func Patch(value any, operations []any) (any, error) {
	value = jsontree.Clone(value)
	for i, member := range operations {
		operation, isObject := member.(*jsontree.Object)
		if !isObject {
			return nil, patchError{i, "an object with op and path is expected"}
		}
		next, err := carryOut(value, operation)
		if err != nil {
			return nil, patchError{i, err.Error()}
		}
		value = next
	}
	return value, nil
}

func carryOut(value any, o *jsontree.Object) (any, error) {
	path, err := pointerIn(o, "path")
	if err != nil {
		return nil, err
	}
	sent, hasValue := o.Get("value")
	switch op, _ := o.Get("op"); op {
	case "remove":
		return changeAt(value, path, removed)
	case "move", "copy":
		return transfer(value, o, path, op == "move")
	case "add", "replace", "test":
		if !hasValue {
			return nil, errors.New("value is missing")
		}
		return setAt(value, op, path, jsontree.Clone(sent))
	}
	return nil, errors.New("op must be add, remove, replace, move, copy or test")
}

func setAt(value, op any, path []string, sent any) (any, error) {
	if op == "add" {
		return changeAt(value, path, adding(sent))
	}
	was, err := valueUnder(value, path)
	switch {
	case err != nil:
		return nil, err
	case op == "replace":
		return changeAt(value, path, replacing(sent))
	case !jsontree.Equal(was, sent):
		return nil, errors.New("the value is another one than that of the test")
	}
	return value, nil
}

// transfer moves or copies a value.
func transfer(value any, o *jsontree.Object, path []string, moves bool) (any, error) {
	from, err := pointerIn(o, "from")
	if err != nil {
		return nil, err
	}
	found, err := valueUnder(value, from)
	if err != nil {
		return nil, err
	}
	if moves {
		if len(from) < len(path) && slices.Equal(from, path[:len(from)]) {
			return nil, errors.New("a value cannot be moved into itself")
		}
		if value, err = changeAt(value, from, removed); err != nil {
			return nil, err
		}
	}
	return changeAt(value, path, adding(jsontree.Clone(found)))
}

var pointerSigns = strings.NewReplacer("~1", "/", "~0", "~")

// pointerIn returns the steps of a pointer (RFC 6901).
func pointerIn(o *jsontree.Object, key string) ([]string, error) {
	value, _ := o.Get(key)
	text, isText := value.(string)
	switch {
	case !isText, text != "" && text[0] != '/':
		return nil, fmt.Errorf("%s must be a pointer, such as /Zones/0/Name", key)
	case text == "":
		return nil, nil
	}
	path := strings.Split(text[1:], "/")
	for i := range path {
		path[i] = pointerSigns.Replace(path[i])
	}
	return path, nil
}

var (
	errNothing = errors.New("nothing is at the path")
	errWhole   = errors.New("the document as a whole cannot be changed so; send it as document")
)

func valueUnder(value any, path []string) (any, error) {
	for _, step := range path {
		switch v := value.(type) {
		case *jsontree.Object:
			if !v.Has(step) {
				return nil, errNothing
			}
			value, _ = v.Get(step)
		case []any:
			i, isPlace := placeIn(step, len(v)-1)
			if !isPlace {
				return nil, errNothing
			}
			value = v[i]
		default:
			return nil, errNothing
		}
	}
	return value, nil
}

// placeIn reads the place of a member of a list, of which most is the last.
func placeIn(step string, most int) (int, bool) {
	i, err := strconv.Atoi(step)
	return i, err == nil && i >= 0 && i <= most && strconv.Itoa(i) == step
}

// changer changes a member of an object or list, and returns that.
type changer func(around any, step string) (any, error)

// changeAt changes the member at a path.
func changeAt(value any, path []string, change changer) (any, error) {
	switch len(path) {
	case 0:
		return nil, errWhole
	case 1:
		return change(value, path[0])
	}
	inside, err := valueUnder(value, path[:1])
	if err != nil {
		return nil, err
	}
	next, err := changeAt(inside, path[1:], change)
	if err != nil {
		return nil, err
	}
	return replacing(next)(value, path[0])
}

func removed(around any, step string) (any, error) {
	switch v := around.(type) {
	case *jsontree.Object:
		if v.Has(step) {
			v.Delete(step)
			return v, nil
		}
	case []any:
		if i, isPlace := placeIn(step, len(v)-1); isPlace {
			return slices.Delete(v, i, i+1), nil
		}
	}
	return nil, errNothing
}

func replacing(next any) changer {
	return func(around any, step string) (any, error) {
		switch v := around.(type) {
		case *jsontree.Object:
			v.Set(step, next)
			return v, nil
		case []any:
			if i, isPlace := placeIn(step, len(v)-1); isPlace {
				v[i] = next
				return v, nil
			}
		}
		return nil, errNothing
	}
}

func adding(next any) changer {
	return func(around any, step string) (any, error) {
		list, isList := around.([]any)
		if !isList {
			return replacing(next)(around, step)
		}
		if step == "-" {
			return append(list, next), nil
		}
		i, isPlace := placeIn(step, len(list))
		if !isPlace {
			return nil, errNothing
		}
		return slices.Insert(list, i, next), nil
	}
}
