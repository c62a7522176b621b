package api_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// jsonText is a generator of JSON texts.
type jsonText = rapid.Generator[string]

// formatted are texts of each form that a field may ask for.
var formatted = map[string]string{
	"segment":  "my.enoch",
	"xmlpath":  "mods/a_types.xml",
	"digits":   "221100",
	"quantity": "VNK",
	"ip":       "192.0.2.7",
	"line":     "a / b",
	"class":    "SurvivorM_Boris",
	"filename": "Ammo & more",
	"cron":     "30 5 * * 1-5",
	"zone":     "Europe/Berlin",
	"span":     "90m",
	"sidtext":  "aB3dE5fG7h",
	"oneline":  "One line.",
}

// right draws values that the field takes; references lead to the ids.
func right(f *record.Field, ids map[string]int64) *jsonText {
	value := rightKind(f, ids)
	if f.Nullable && !f.Required {
		return rapid.OneOf(value, value, value, rapid.Just("null"))
	}
	return value
}

func rightKind(f *record.Field, ids map[string]int64) *jsonText {
	id := number(cmp.Or(ids[f.Ref], 1)) // the first one is built in where the user has none
	switch {
	case f.Name == "document": // what else one may hold differs from sort to sort
		return rapid.SampledFrom([]string{"{}", "[]"})
	case f.Type == record.Links:
		return rapid.SampledFrom([]string{"[]", "[" + id + "]", `["` + id + `",` + id + `]`, `{"a":` + id + `}`})
	case f.Ref != "":
		return rapid.SampledFrom([]string{id, `"` + id + `"`})
	case f.Type == record.List:
		return listOf(rapid.Custom(func(t *rapid.T) string { return objectOf(t, f.Items, ids) }))
	case f.Type == record.Texts && f.Format != "":
		return listOf(rapid.Just(strconv.Quote(formatted[f.Format])))
	case f.Type == record.Texts:
		return listOf(someText(255))
	case f.Type == record.Text:
		return rightText(f)
	}
	return rightScalar(f)
}

func listOf(member *jsonText) *jsonText {
	return rapid.Custom(func(t *rapid.T) string {
		return "[" + strings.Join(rapid.SliceOfN(member, 0, 3).Draw(t, "members"), ",") + "]"
	})
}

func rightText(f *record.Field) *jsonText {
	if f.Name == "q" { // of any resource
		return rapid.SampledFrom([]string{`"ak*"`, `"-wolf \"a b\""`})
	}
	if f.Format != "" {
		return rapid.Just(strconv.Quote(formatted[f.Format]))
	}
	if f.Fixed { // a record that is made and then changed says the same both times
		return rapid.Just(strconv.Quote(f.In[0]))
	}
	if len(f.In) > 0 {
		return rapid.Map(rapid.SampledFrom(f.In), strconv.Quote)
	}
	longest := 255
	if f.Max != nil {
		longest = int(*f.Max)
	}
	return someText(longest)
}

// someText draws texts of any letters that neither begin nor end with what is trimmed.
func someText(longest int) *jsonText {
	letters := rapid.RuneFrom([]rune("\"\\/<>&' %_]\n\r\t\u00a0\u200b\u202c\ufeff\U0001f600"), unicode.Latin, unicode.Cyrillic, unicode.Han,
		unicode.Sm)
	inner := rapid.StringOfN(letters, 0, min(longest, 40)-2, -1)
	long := rapid.Map(inner, func(text string) string { return quoted("A" + text + "z") })
	return rapid.OneOf(long, rapid.SampledFrom([]string{`"A"`, `"a"`, `"É"`, `"é"`})) // few, so that records often have the same
}

func quoted(text string) string { return string(jsontree.AppendString(nil, text)) }

func rightScalar(f *record.Field) *jsonText {
	low, high := bounds(f)
	switch f.Type {
	case record.Int:
		return rapid.Map(rapid.Int64Range(int64(low), int64(high)), number)
	case record.Float:
		return rapid.Map(rapid.Float64Range(low, high), floatText)
	case record.Decimal:
		number := rapid.Map(rapid.Float64Range(low, high), floatText)
		return rapid.OneOf(number, rapid.Map(number, strconv.Quote))
	case record.Flag:
		return rapid.SampledFrom([]string{"true", "false", "0", "1", `"0"`, `"1"`})
	case record.Time:
		return rapid.SampledFrom([]string{`"2027-01-31"`, `"2027-01-31T12:00:00+02:00"`, `"1999-12-31 23:59"`, "20270131"})
	case record.BulkSteps:
		return rapid.SampledFrom([]string{
			`[{"operations":[{"op":"enable"}],"q":"*","resource":"types"}]`,
			`[{"operations":[{"field":"nominal","op":"multiply","value":0.5},{"field":"restock","op":"set","value":null}],"q":"nominal>1 ` +
				`-a*","resource":"events"}]`,
		})
	case record.Vector:
		return rapid.SampledFrom([]string{`[1,"2.5",-3]`, `{"x":0,"y":1e-7,"z":1e20}`})
	}
	return rapid.SampledFrom([]string{"{}", "[]", `{"a":[1,{"b":null}],"c":1.50}`, `{"é":"\ud83d\ude00"}`})
}

// bounds are those of the field, else of 32 bits.
func bounds(f *record.Field) (low, high float64) {
	low, high = -1<<31, 1<<31-1
	if f.Min != nil {
		low = *f.Min
	}
	if f.Max != nil {
		high = *f.Max
	}
	return low, high
}

func floatText(n float64) string { return strconv.FormatFloat(n, 'g', -1, 64) }

// objectOf draws an object with the required ones of the fields and any of the others.
func objectOf(t *rapid.T, fields []*record.Field, ids map[string]int64) string {
	var members []string
	for _, f := range fields {
		if f.Writable() && (f.Required || rapid.Bool().Draw(t, "has "+f.Name)) {
			members = append(members, fmt.Sprintf("%q:%s", f.Name, right(f, ids).Draw(t, f.Name)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// bodyOf draws a body that a resource takes.
func bodyOf(r *record.Resource, ids map[string]int64) *jsonText {
	return rapid.Custom(func(t *rapid.T) string {
		fields := r.Fields
		if r == record.Schedules { // what they do needs some and refuses others
			fields = slices.DeleteFunc(slices.Clone(fields), func(f *record.Field) bool {
				return slices.Contains([]string{"what", "cron", "at", "layer", "until", "for", "before", "recipe", "text"}, f.Name)
			})
		}
		body := objectOf(t, fields, ids)
		if r == record.Schedules {
			what := rapid.SampledFrom([]string{`"lists"`, `"deliver"`, `"pull"`}).Draw(t, "what")
			body = writable{}.spoiled(writable{}.spoiled(body, "what", what), "cron", `"30 5 * * 1-5"`)
		}
		if r == record.TraderSellers { // what else tells its place needs these
			body = writable{}.spoiled(writable{}.spoiled(body, "position", "[1,2.5,-3]"), "object_class", `"SurvivorM_Boris"`)
		}
		return body
	})
}

// wrong is a value that a field refuses, and where in it the error is told.
type wrong struct{ value, at string }

// wrongs are values that the field refuses.
func wrongs(f *record.Field) []wrong {
	list := append([]wrong{}, wrongKinds[f.Type]...)
	if f.Required || !f.Nullable && f.Type < record.Object {
		list = append(list, wrong{"null", ""}, wrong{`" "`, ""})
	}
	switch {
	case f.Ref != "" && f.Type == record.Int:
		list = append(list, wrong{"999999999", ""}, wrong{"0", ""}, wrong{"-1", ""})
	case f.Type == record.Text && f.Max != nil:
		list = append(list, wrong{`"` + strings.Repeat("é", int(*f.Max)+1) + `"`, ""})
	case f.Type == record.List:
		list = append(list, wrongMembers(f)...)
	}
	if len(f.In) > 0 || f.Format != "" {
		list = append(list, wrong{`"//|"`, ""})
	}
	return append(list, beyond(f)...)
}

// wrongMembers are lists of one record with one wrong field each.
func wrongMembers(f *record.Field) (list []wrong) {
	for _, item := range f.Items {
		for _, w := range wrongs(item) {
			list = append(list, wrong{fmt.Sprintf(`[{%q:%s}]`, item.Name, w.value), ".0." + item.Name + w.at})
		}
	}
	return list
}

// beyond are numbers outside the bounds of the field.
func beyond(f *record.Field) (list []wrong) {
	if f.Type > record.Decimal || f.Type == record.Text {
		return nil
	}
	low, high := bounds(f)
	if f.Type != record.Float || f.Min != nil {
		list = append(list, wrong{floatText(low - 1), ""})
	}
	if f.Type != record.Float || f.Max != nil {
		list = append(list, wrong{floatText(high + 1), ""})
	}
	return list
}

// wrongKinds are values that no field of the kind takes.
var wrongKinds = map[record.DataType][]wrong{
	record.Text: {{"5", ""}, {"true", ""}, {"[]", ""}, {`{"a":"b"}`, ""}, {`"a\u0000b"`, ""}, {`"a\u0007b"`, ""}},
	record.Int: {
		{`"x"`, ""}, {"1.5", ""}, {`"1e3"`, ""}, {"[1]", ""}, {"{}", ""}, {"false", ""}, {"2147483648", ""}, {"-2147483649", ""}, {"1e400", ""},
	},
	record.Float:   {{`"x"`, ""}, {"true", ""}, {"[1]", ""}, {"1e400", ""}, {`"0x10"`, ""}, {`"NaN"`, ""}, {`"Infinity"`, ""}},
	record.Decimal: {{`"x"`, ""}, {"true", ""}, {"[1]", ""}, {"1e400", ""}, {`"1,5"`, ""}},
	record.Flag:    {{`"yes"`, ""}, {"2", ""}, {"[]", ""}, {"1.0", ""}},
	record.Time:    {{`"tomorrow"`, ""}, {`"2027-02-30"`, ""}, {"true", ""}, {"[]", ""}, {"1735689600", ""}},
	record.Object:  {{"5", ""}, {`"x"`, ""}, {"[1]", ""}, {"false", ""}},
	record.List:    {{"5", ""}, {`"x"`, ""}, {"[5]", ".0"}, {"[null]", ".0"}, {`{"a":[1]}`, ".a"}, {"[{}]", ".0"}},
	record.Texts:   {{"5", ""}, {`"x"`, ""}, {`["a",5]`, ".1"}, {"[null]", ".0"}, {`{"k":["x"]}`, ".k"}},
	record.Vector:  {{"5", ""}, {"[1,2]", ""}, {"[1,2,3,4]", ""}, {`[1,"x",3]`, ".1"}, {"[1,2,null]", ".2"}},
	record.BulkSteps: {
		{"5", ""}, {`"x"`, ""}, {"[]", ""}, {"[1]", ".0.resource"}, {`[{"resource":"types","q":"x:1","operations":[{"op":"delete"}]}]`, ".0.q"},
	},
	record.Links: {{"5", ""}, {`"1"`, ""}, {`["x"]`, ".0"}, {"[999999999]", ".0"}, {`{"k":null}`, ".k"}, {"[[1]]", ".0"}},
}
