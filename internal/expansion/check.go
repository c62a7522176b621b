package expansion

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Problem describes a value that breaks a rule of the schema.
type Problem struct {
	Path    string // Patrols.3.Chance: keys and indexes of lists
	Message validate.Message
	Unusual bool // the game takes the value as far as is known: a reason to look, none to refuse it
	value   any
}

// Text returns the sentence, which calls the value by its path.
func (p Problem) Text() string { return p.Message.Text(p.Path) }

// Wrong returns the problems that make a document invalid: all except those that are merely unusual.
func Wrong(problems []Problem) []Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p Problem) bool { return p.Unusual })
}

// Check returns what is wrong with a document: values of another type, out of range, or none of the choices. What the schema
// does not declare is never wrong.
func (d *Schema) Check(document *jsontree.Object) []Problem {
	var c checker
	c.object("", d.Fields(), document)
	return c.problems
}

// Check returns what is wrong with a value of the field, which stands at the path.
func (f *Field) Check(path string, value any) []Problem {
	var c checker
	c.field(path, f, value)
	return c.problems
}

// CheckNew returns the problems that the old document does not have as well, wherever in a list they stood.
func (d *Schema) CheckNew(old, next *jsontree.Object) (list []Problem) {
	problems := d.Check(next)
	if len(problems) == 0 {
		return nil
	}
	had := map[string]bool{}
	for _, p := range d.Check(old) {
		had[p.sort()] = true
	}
	for _, p := range problems {
		if !had[p.sort()] {
			list = append(list, p)
		}
	}
	return list
}

// sort returns a text that the same problem of another element of a list has too.
func (p Problem) sort() string {
	keys := strings.Split(p.Path, ".")
	for i, key := range keys {
		if strings.TrimFunc(key, unicode.IsDigit) == "" {
			keys[i] = "*"
		}
	}
	return strings.Join(keys, ".") + "\n" + string(jsontree.AppendValue(nil, p.value))
}

// What may be wrong with a value beside what package validate knows.
var (
	mustHaveIntegerKey = validate.Failure{Rule: "integer_keys", Predicate: "must have an integer as its key"}
	mustBeVector       = validate.Failure{Rule: "vector", Predicate: "must be an array of three numbers"}
	mustFit32Bits      = validate.Failure{Rule: "float", Predicate: "must be a number that fits into 32 bits"}
	isNotKnown         = validate.Failure{Rule: "known", Predicate: "is none of the values that are known"}
	isLike             = validate.Failure{Rule: "known", Predicate: "is none of the values that are known; %s may have been meant"}
	isUsuallyAtLeast   = validate.Failure{Rule: "usual_min", Predicate: "is usually at least %s"}
	isUsuallyAtMost    = validate.Failure{Rule: "usual_max", Predicate: "is usually not greater than %s"}
	mustHaveElements   = validate.Failure{Rule: "size", Predicate: "must be an array of %s elements"}
)

type checker struct{ problems []Problem }

func (c *checker) add(path string, value any, failure validate.Failure) {
	c.addMessage(path, value, validate.Message{Failure: failure})
}

func (c *checker) addMessage(path string, value any, message validate.Message) {
	c.problems = append(c.problems, Problem{Path: path, Message: message, value: value})
}

func (c *checker) object(path string, fields []*Field, object *jsontree.Object) {
	for _, f := range fields {
		value, ok := object.Get(f.Name)
		switch {
		case f.Needed && (value == nil || value == ""):
			c.add(jsontree.Join(path, f.Name), value, validate.IsRequired)
		case ok:
			c.field(jsontree.Join(path, f.Name), f, value)
		}
	}
}

func (c *checker) field(path string, f *Field, value any) {
	switch f.Shape {
	case List:
		c.list(path, f, value)
	case Map, MapLists:
		c.members(path, f, value)
	default:
		c.one(path, f, value)
	}
}

func (c *checker) list(path string, f *Field, value any) {
	list, ok := value.([]any)
	if !ok && value != nil {
		c.add(path, value, validate.MustBeArray)
	}
	if ok && f.Count > 0 && len(list) != f.Count {
		c.addMessage(path, value, mustHaveElements.With(strconv.Itoa(f.Count)))
	}
	for i, member := range list {
		if member != nil { // the game reads over it
			c.one(jsontree.Join(path, strconv.Itoa(i)), f, member)
		}
	}
}

// members checks a map. An empty list stands for an empty one.
func (c *checker) members(path string, f *Field, value any) {
	if list, isList := value.([]any); isList && len(list) == 0 || value == nil {
		return
	}
	object, ok := value.(*jsontree.Object)
	if !ok {
		c.add(path, value, validate.MustBeObject)
	}
	for key, member := range object.All() {
		switch at := jsontree.Join(path, key); {
		case f.Keys == Int && !IsInt32(jsontree.Number(key)):
			c.add(at, key, mustHaveIntegerKey)
		case f.Shape == MapLists:
			c.list(at, f, member)
		default:
			c.one(at, f, member)
		}
	}
}

func (c *checker) one(path string, f *Field, value any) {
	before := len(c.problems)
	switch f.Type {
	case Object:
		c.child(path, f, value)
		return
	case Vector:
		c.vector(path, value)
		return
	case String:
		c.text(path, value)
	case Any:
		return
	default:
		c.number(path, f.Type, value)
	}
	if len(c.problems) == before {
		c.limits(path, f, value)
	}
}

func (c *checker) child(path string, f *Field, value any) {
	object, ok := value.(*jsontree.Object)
	if !ok {
		c.add(path, value, validate.MustBeObject)
	}
	c.object(path, f.Fields, object)
}

func (c *checker) vector(path string, value any) {
	list, _ := value.([]any)
	isNoPart := func(member any) bool {
		number, ok := member.(jsontree.Number)
		return !ok || !isFloat(number)
	}
	if len(list) != 3 || slices.ContainsFunc(list, isNoPart) {
		c.add(path, value, mustBeVector)
	}
}

func (c *checker) text(path string, value any) {
	if _, ok := value.(string); !ok {
		c.add(path, value, validate.MustBeString)
	}
}

func (c *checker) number(path string, t Type, value any) {
	number, isNumber := value.(jsontree.Number)
	_, isWord := value.(bool)
	switch {
	case t == Bool && !isWord && !IsInt32(number):
		c.add(path, value, validate.MustBeBoolean)
	case t == Float && !isNumber:
		c.add(path, value, validate.MustBeNumber)
	case t == Float && !isFloat(number):
		c.add(path, value, mustFit32Bits)
	case t != Bool && t != Float && !IsInt32(number):
		c.addMessage(path, value, notWhole(number))
	}
}

// IsInt32 reports whether a number is an integer of 32 bits, however it is written.
func IsInt32(number jsontree.Number) bool {
	n, err := strconv.ParseFloat(string(number), 64)
	return err == nil && n == math.Trunc(n) && n >= math.MinInt32 && n <= math.MaxInt32
}

// notWhole returns the rule that a value breaks by not being an integer of 32 bits.
func notWhole(number jsontree.Number) validate.Message {
	n, err := strconv.ParseFloat(string(number), 64)
	switch {
	case errors.Is(err, strconv.ErrSyntax) || n != math.Trunc(n):
		return validate.Message{Failure: validate.MustBeInteger}
	case n > 0:
		return validate.MustBeAtMost.With(text(math.MaxInt32))
	}
	return validate.MustBeAtLeast.With(text(math.MinInt32))
}

// isFloat reports whether a number fits into a float of 32 bits.
func isFloat(number jsontree.Number) bool {
	n, err := strconv.ParseFloat(string(number), 32)
	return err == nil && !math.IsInf(n, 0)
}

func (c *checker) limits(path string, f *Field, value any) {
	n, isNumber := NumberOf(value)
	switch {
	case len(f.Choices) > 0 && f.Choice(value) == nil:
		c.beyond(path, f, value, validate.Message{Failure: validate.SelectionIsInvalid}, f.unknownChoice(value))
	case isNumber && f.Min != nil && n < *f.Min:
		c.beyond(path, f, value, validate.MustBeAtLeast.With(text(*f.Min)), isUsuallyAtLeast.With(text(*f.Min)))
	case isNumber && f.Max != nil && n > *f.Max:
		c.beyond(path, f, value, validate.MustBeAtMost.With(text(*f.Max)), isUsuallyAtMost.With(text(*f.Max)))
	}
}

// unknownChoice says that a value is none of the choices, and which of them it is most like.
func (f *Field) unknownChoice(value any) validate.Message {
	sent, _ := value.(string)
	for _, c := range f.Choices {
		if known, isText := c.Value.(string); isText && similar(folded(known), folded(sent)) {
			return isLike.With(known)
		}
	}
	return validate.Message{Failure: isNotKnown}
}

// beyond adds a problem for a value outside of bounds or choices: that it is merely unusual, where they are not firm.
func (c *checker) beyond(path string, f *Field, value any, wrong, unusual validate.Message) {
	if f.Firm {
		c.addMessage(path, value, wrong)
		return
	}
	c.problems = append(c.problems, Problem{Path: path, Message: unusual, Unusual: true, value: value})
}

func text(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// Choice returns the choice that a value is, or nil. Texts are compared in any letter case, as the mod does.
func (f *Field) Choice(value any) *Choice {
	for i, c := range f.Choices {
		known, isText := c.Value.(string)
		sent, _ := value.(string)
		if isText && strings.EqualFold(known, sent) || !isText && jsontree.Equal(c.Value, value) {
			return &f.Choices[i]
		}
	}
	return nil
}
