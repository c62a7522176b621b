package record

import (
	"path"
	"strings"

	"quartermaster/internal/validate"
)

// The bounds of a decimal without bounds of its own: those of an integer.
const (
	leastDecimal = -1 << 31
	mostDecimal  = 1<<31 - 1
)

// MaxText limits the members of a list of texts, in characters.
const MaxText = 255

// MaxItems limits the nested records or ids in a field.
const MaxItems = 10_000

// writable refuses text with control characters other than white space, which no XML file can hold. NUL is refused already.
func writable(value any) validate.Failure {
	text, _ := value.(string)
	unfit := func(r rune) bool {
		return (r < ' ' && r != 0 && !strings.ContainsRune("\t\n\r", r)) || r == 0xfffe || r == 0xffff
	}
	if strings.ContainsFunc(text, unfit) {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}

// holdsEntries refuses a path that is never a file of entries: folders of such a name hold the world that the game has saved, and a file
// of that name the groups of events.
func holdsEntries(value any) validate.Failure {
	text, _ := value.(string)
	place := strings.ToLower(text)
	if strings.HasPrefix(place, "storage_") && strings.Contains(place, "/") || path.Base(place) == "cfgeventgroups.xml" {
		return validate.FormatIsInvalid
	}
	return validate.Failure{}
}

// rules returns the rules for bodies, in declaration order.
func (r *Resource) rules() validate.Rules {
	for _, f := range r.Fields {
		if f.Unique {
			f.Checks = append(f.Checks, validate.Unique(r.Name+"."+f.Column))
		}
	}
	return rulesOf(r.Fields, "")
}

func rulesOf(fields []*Field, prefix string) validate.Rules {
	var rules validate.Rules
	for _, f := range fields {
		if f.Writable() {
			rules = append(rules, validate.Field{Name: prefix + f.Name, Rules: f.rules()})
			rules = append(rules, f.memberRules(prefix+f.Name+".*")...)
		}
	}
	return rules
}

func (f *Field) rules() []validate.Rule {
	var rules []validate.Rule
	if f.Required {
		rules = append(rules, validate.Required())
	}
	if f.Nullable || f.Type == Links || f.Type == List || f.Type == Texts || f.Type == Object {
		rules = append(rules, validate.Nullable())
	}
	rules = append(rules, f.typeRules()...)
	if f.Ref != "" && f.Type == Int {
		rules = append(rules, validate.Exists(f.Ref))
	}
	if len(f.In) > 0 {
		rules = append(rules, validate.In(f.In...))
	}
	rules = append(rules, f.boundRules()...)
	if f.Type == Texts { // its members are checked
		return rules
	}
	return append(rules, f.Checks...)
}

func (f *Field) typeRules() []validate.Rule {
	switch f.Type {
	case Int:
		return []validate.Rule{validate.Integer(), validate.Int32()}
	case Float:
		return f.floatRules()
	case Decimal:
		return []validate.Rule{validate.Numeric(), validate.Max(mostDecimal), validate.Min(leastDecimal)}
	case Flag:
		return []validate.Rule{validate.Boolean()}
	case Time:
		return []validate.Rule{validate.Date()}
	case Object:
		return []validate.Rule{validate.Object()}
	case List, Links, Texts:
		return []validate.Rule{validate.Array(), validate.Max(MaxItems)}
	case BulkSteps:
		return []validate.Rule{validate.List(), validate.Max(maxSteps)}
	case Vector:
		return []validate.Rule{validate.Array(), validate.Size(3)}
	}
	return []validate.Rule{validate.String(), validate.Custom(writable)}
}

// floatRules limits numbers to 64-bit floats, unless the field has both bounds.
func (f *Field) floatRules() []validate.Rule {
	if f.Min != nil && f.Max != nil {
		return []validate.Rule{validate.Numeric()}
	}
	return []validate.Rule{validate.Numeric(), validate.Float64()}
}

func (f *Field) boundRules() []validate.Rule {
	var rules []validate.Rule
	if f.Min != nil {
		rules = append(rules, validate.Min(*f.Min))
	}
	if f.Max != nil {
		rules = append(rules, validate.Max(*f.Max))
	}
	return rules
}

// memberRules returns the rules for the members of a list.
func (f *Field) memberRules(name string) validate.Rules {
	switch f.Type {
	case Links:
		return validate.Rules{{Name: name, Rules: []validate.Rule{validate.Integer(), validate.Int32(), validate.Exists(f.Ref)}}}
	case Texts:
		return validate.Rules{{
			Name:  name,
			Rules: append([]validate.Rule{validate.Required(), validate.String(), validate.Custom(writable), validate.Max(MaxText)}, f.Checks...),
		}}
	case Vector:
		return validate.Rules{{Name: name, Rules: []validate.Rule{validate.Required(), validate.Numeric(), validate.Float64()}}}
	case List:
		member := validate.Field{Name: name, Rules: []validate.Rule{validate.Required(), validate.Object()}}
		return append(validate.Rules{member}, rulesOf(f.Items, name+".")...)
	}
	return nil
}
