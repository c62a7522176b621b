package shape

import (
	"math"
	"slices"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Rules returns the rules of a body that holds the fields of an object.
func (s *Type) Rules() validate.Rules { return rulesOf(s.Fields, "") }

func rulesOf(fields []*Field, prefix string) (rules validate.Rules) {
	for _, f := range fields {
		if f.Unchecked {
			continue
		}
		rules = append(rules, validate.Field{Name: prefix + f.Name, Rules: f.rules()})
		rules = append(rules, f.memberRules(prefix+f.Name)...)
	}
	return rules
}

func (f *Field) rules() (rules []validate.Rule) {
	switch {
	case f.Required && f.Type.IsTree():
		return []validate.Rule{validate.Present(), validate.Custom(IsObject)}
	case f.Required && f.Type.Kind == Any:
		return []validate.Rule{validate.Present()}
	case f.Required:
		rules = append(rules, validate.Required())
	default:
		rules = append(rules, validate.Nullable())
	}
	if f.Between {
		return append(rules, validate.Between(int64(*f.Min), int64(*f.Max)))
	}
	switch {
	case f.Keyed:
		rules = append(rules, validate.Object())
	case f.Array:
		rules = append(rules, validate.Array())
	default:
		rules = append(rules, f.Type.rules(f.In)...)
	}
	rules = append(rules, f.bounds()...)
	if f.Pattern != nil {
		rules = append(rules, validate.Regex(f.Pattern))
	}
	if f.Format != nil {
		rules = append(rules, validate.Custom(f.Format))
	}
	return rules
}

// rules are those of the kind. The texts are the allowed ones, also of the members of a map.
func (s *Type) rules(texts []string) []validate.Rule {
	if s.In != nil {
		texts = s.In
	}
	switch s.Kind {
	case Text:
		if len(texts) > 0 {
			return []validate.Rule{validate.String(), validate.In(texts...)}
		}
		return []validate.Rule{validate.String()}
	case Int:
		return []validate.Rule{validate.Integer()}
	case Float:
		return []validate.Rule{validate.Numeric()}
	case Bool:
		return []validate.Rule{validate.Boolean()}
	case Moment:
		return []validate.Rule{validate.Date()}
	case Object:
		return []validate.Rule{validate.Custom(IsObject)}
	case Map:
		if s.Item.Kind == Text && !s.Item.Null {
			return []validate.Rule{validate.Custom(IsObject), validate.Custom(areAmong(slices.Concat(texts, s.Item.In)))}
		}
		return []validate.Rule{validate.Custom(IsObject)}
	case List:
		return []validate.Rule{validate.List(), validate.Custom(IsList)}
	case Any:
		if s.IsTree() {
			return []validate.Rule{validate.Custom(IsObject)}
		}
	}
	return nil
}

func (f *Field) bounds() (rules []validate.Rule) {
	if f.Min != nil {
		rules = append(rules, validate.Min(*f.Min))
	}
	if f.Max != nil {
		rules = append(rules, validate.Max(*f.Max))
	}
	if f.Type.Kind == Int && (f.Min == nil || f.Max == nil) {
		rules = append(rules, validate.Min(math.MinInt32), validate.Max(math.MaxInt32))
	}
	return rules
}

// memberRules are those of what a field holds.
func (f *Field) memberRules(name string) validate.Rules {
	switch f.Type.Kind {
	case Object:
		f.mustBeFree()
		return rulesOf(f.Type.Fields, name+".")
	case Map:
		if item := f.Type.Item; item.Kind == Text && item.Null {
			return validate.Rules{{Name: name + ".*", Rules: []validate.Rule{validate.Nullable(), validate.In(slices.Concat(f.In, item.In)...)}}}
		}
	case List:
		item := f.Type.Item
		if item.Kind == Object {
			one := validate.Field{Name: name + ".*", Rules: item.rules(nil)}
			return append(validate.Rules{one}, rulesOf(item.Fields, name+".*.")...)
		}
		if item.Kind != Any && item.Kind != Bytes {
			return validate.Rules{{Name: name + ".*", Rules: f.itemRules(item)}}
		}
	}
	return nil
}

func (f *Field) itemRules(item *Type) []validate.Rule {
	rules := append([]validate.Rule{validate.Required()}, item.rules(f.In)...)
	if f.Distinct {
		rules = append(rules, validate.Distinct())
	}
	return rules
}

// mustBeFree panics over an object that may be left out with a field that may not: the rules would ask for the field without the object.
func (f *Field) mustBeFree() {
	for _, inner := range f.Type.Fields {
		if inner.Required && !f.Required {
			panic("shape: " + f.Name + " may be left out, and its " + inner.Name + " may not")
		}
	}
}

// IsList refuses what is no list. Forms have objects with the keys 0, 1, 2 in their place.
func IsList(value any) validate.Failure {
	if _, is := value.([]any); !is {
		return validate.MustBeList
	}
	return validate.Failure{}
}

// IsObject refuses what is no object.
func IsObject(value any) validate.Failure {
	if _, is := value.(*jsontree.Object); !is {
		return validate.MustBeObject
	}
	return validate.Failure{}
}

// areAmong refuses an object with a member that is none of the texts; of no texts, one that is no text.
func areAmong(texts []string) func(value any) validate.Failure {
	return func(value any) validate.Failure {
		for _, member := range jsontree.Members(value) {
			text, is := member.(string)
			if !is || len(texts) > 0 && !slices.Contains(texts, text) {
				return validate.SelectionIsInvalid
			}
		}
		return validate.Failure{}
	}
}
