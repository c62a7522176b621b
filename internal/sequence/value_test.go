package sequence

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"

	"pgregory.net/rapid"

	"quartermaster/internal/record"
)

// texts are what people and programs write into a box for text.
var texts = []string{
	"", "A", "akm", "AKM", "M4A1", "Apple", "Tier1", "tier1", "Military", "weapons", "Fish & <Chips>", `"quoted"`, " trimmed ", "naïve Bär",
	"Сталкер", "日本",
	"a/b.xml", "mods/x_types.xml", "db/types.xml", "x", "-1", "0", "1", "2", "5", "12", "3600", "0.5", "1.25", "1.123456789", "2147483647",
	"-2147483648", "99999999999",
	"76561198000000001", "0123456789abcdef0123456789abcdef", "2031-05-29", "2031-05-29T09:55:00Z", "//comment", "a // b", "one,two",
	"<Trader> X", "-->", "]]>", "a\tb", "a\nb",
	"{}", "[]", "null", "true", "Hello #name", "\U0001F600", "VNK", "*", "W", "10 20 30",
}

// numbers are JSON texts of numbers.
var numbers = []string{
	"0", "1", "2", "5", "10", "-1", "-2", "100", "3600", "2147483647", "-2147483648", "0.5", "1.25", "0.1", "3725.606636", "1e-7",
	"1234567.891", "0.005", "99.999", "1e9", "-0.0",
}

// some draws one of a list, each as often: a number that rapid draws is a small one most of the time.
func some[T any](t *rapid.T, label string, list []T) T {
	const spread = 0x9E3779B97F4A7C15
	return list[rapid.Uint64().Draw(t, label)*spread>>32%uint64(len(list))]
}

// chance is true once in n.
func chance(t *rapid.T, label string, n int) bool {
	return rapid.IntRange(0, n-1).Draw(t, label) == 0
}

// quoted is a text as JSON.
func quoted(s string) json.RawMessage {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // texts always have a form in JSON
	}
	return b
}

// fresh draws a value for a field by its declaration; refs are the ids that a field may refer to.
func fresh(t *rapid.T, f *record.Field, refs func(table string) []string) json.RawMessage {
	if chance(t, "null", 8) {
		return json.RawMessage("null")
	}
	switch {
	case f.Type == record.Links:
		return list(t, f.Name, func() json.RawMessage { return reference(t, refs(f.Ref)) })
	case f.Ref != "":
		return reference(t, refs(f.Ref))
	case len(f.In) > 0:
		return quoted(some(t, f.Name, f.In))
	}
	return plain(t, f, refs)
}

func plain(t *rapid.T, f *record.Field, refs func(string) []string) json.RawMessage {
	switch f.Type {
	case record.Int, record.Float, record.Decimal:
		return json.RawMessage(some(t, f.Name, numbers))
	case record.Flag:
		return json.RawMessage(some(t, f.Name, []string{"true", "false"}))
	case record.Time:
		return json.RawMessage(some(t, f.Name, []string{`"2031-05-29T09:55:00Z"`, `"2020-01-01"`, `"2036-12-31"`}))
	case record.Vector:
		return json.RawMessage("[" + some(t, "x", numbers) + "," + some(t, "y", numbers) + "," + some(t, "z", numbers) + "]")
	case record.Texts:
		return list(t, f.Name, func() json.RawMessage { return quoted(some(t, "text", texts)) })
	case record.List:
		return list(t, f.Name, func() json.RawMessage { return object(t, f.Items, refs) })
	case record.BulkSteps:
		return json.RawMessage(some(t, f.Name, []string{
			`[{"operations":[{"op":"enable"}],"q":"*","resource":"types"}]`,
			`[{"operations":[{"field":"nominal","op":"multiply","value":0.5},{"field":"restock","op":"set","value":null}],"q":"nominal>1 ` +
				`-a*","resource":"events"}]`,
		}))
	case record.Object:
		return json.RawMessage(some(t, f.Name, []string{"{}", `{"a":[1,{"b":null}],"c":1.50}`, `{"nominal":5}`}))
	}
	return quoted(some(t, f.Name, texts))
}

func reference(t *rapid.T, ids []string) json.RawMessage {
	return json.RawMessage(some(t, "id", append([]string{"1", "2"}, ids...)))
}

func list(t *rapid.T, label string, member func() json.RawMessage) json.RawMessage {
	out := []byte("[")
	for i := range rapid.IntRange(0, 3).Draw(t, label) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, member()...)
	}
	return append(out, ']')
}

// object draws a body with the required fields and some of the others.
func object(t *rapid.T, fields []*record.Field, refs func(string) []string) json.RawMessage {
	body := map[string]json.RawMessage{}
	for _, f := range fields {
		if f.Writable() && (f.Required || chance(t, "has "+f.Name, 3)) {
			body[f.Name] = fresh(t, f, refs)
		}
	}
	out, err := json.Marshal(body)
	if err != nil {
		panic(fmt.Sprintf("%v in %v", err, body)) // all members are JSON
	}
	return out
}

// altered changes one place of a JSON value: a member goes, is doubled or gets another value.
func altered(t *rapid.T, text json.RawMessage) json.RawMessage {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return text
	}
	out, err := json.Marshal(alter(t, value, 0))
	if err != nil {
		return text
	}
	return out
}

const deepest = 6 // levels of a document that are gone down at most

func alter(t *rapid.T, value any, depth int) any {
	down := depth < deepest && !chance(t, "here", 4)
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 {
			return alterMember(t, v, down, depth)
		}
	case []any:
		if len(v) > 0 {
			return alterElement(t, v, down, depth)
		}
	}
	return leaf(t, value)
}

func alterMember(t *rapid.T, v map[string]any, down bool, depth int) any {
	key := some(t, "key", slices.Sorted(maps.Keys(v)))
	switch {
	case down:
		v[key] = alter(t, v[key], depth+1)
	case chance(t, "empty", 5):
		return map[string]any{}
	case chance(t, "own", 3):
		v["OwnKey"] = leaf(t, nil)
	default:
		delete(v, key)
	}
	return v
}

func alterElement(t *rapid.T, v []any, down bool, depth int) any {
	i := rapid.IntRange(0, len(v)-1).Draw(t, "element")
	switch {
	case down:
		v[i] = alter(t, v[i], depth+1)
	case chance(t, "double", 3):
		return slices.Insert(v, i, v[i])
	case chance(t, "turn", 3):
		slices.Reverse(v)
	default:
		return slices.Delete(v, i, i+1)
	}
	return v
}

// leaf draws another value, most often of the same sort.
func leaf(t *rapid.T, old any) any {
	if chance(t, "other sort", 6) {
		old = some(t, "sort", []any{nil, "", 0.0, true, map[string]any{}, []any{}})
	}
	switch old.(type) {
	case string:
		return some(t, "text", texts)
	case float64:
		n, _ := strconv.ParseFloat(some(t, "number", numbers), 64)
		return n
	case bool:
		return rapid.Bool().Draw(t, "flag")
	}
	return old
}

// entered draws what is typed into a control.
func entered(t *rapid.T, c control) string {
	if len(c.choices) > 0 {
		return some(t, c.name, c.choices)
	}
	if rapid.Bool().Draw(t, "number") {
		return some(t, c.name, numbers)
	}
	return some(t, c.name, texts)
}

// shuffled is a list in an order that the sequence draws.
func shuffled[T any](t *rapid.T, list []T) []T {
	out := slices.Clone(list)
	r := rand.New(rand.NewPCG(uint64(rapid.IntRange(0, 1<<20).Draw(t, "order")), 0)) //nolint:gosec // an order, no secret
	r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
