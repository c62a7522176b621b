package record

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// FuzzAccept reads a body as a request of any resource does. What is taken can be stored in every database and goes over the
// wire as JSON; what is refused is explained in JSON.
func FuzzAccept(f *testing.F) {
	all := All()
	for i, r := range all {
		f.Add(uint8(i), jsontree.AppendValue(nil, r.ExampleBody()))
		for _, seed := range []string{
			`{"name":" X ","type":"cargo","chance":1e0,"items":{"a":{"name":"B","chance":"1e3"}},"positions":[{"x":null}],` +
				`"blocks":[{"kind":"cargo","items":[7]}]}`,
			`{"instance_classname_id":"2","value_ids":{"0":1},"tag_ids":null,"usage_ids":[[]],"source_file":"../x.xml","position":[1,-0,1e300],` +
				`"attachments":["a",""]}`,
			`{"expires_at":"2027-01-31T12:00:00+02:00","x":"1e9","value":-0.005,"payload":{"a":[]},"data":[],"text":"\u0000","hoarder":true,` +
				`"quantity_code":"kl"}`,
			`[1,2]`, `"x"`, `{"children":[7,{}]}`, `{"name":"\ud83d\ude00","nominal":2147483648}`,
		} {
			f.Add(uint8(i), []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		acceptAny(t, all[int(n)%len(all)], data)
	})
}

func acceptAny(t *testing.T, r *Resource, data []byte) {
	t.Helper()
	in := jsontree.ParseBody(data)
	jsontree.Prepare(in)
	values, problems, err := r.Accept(t.Context(), in, known{}, true)
	if err != nil || values != nil && problems != nil {
		t.Fatal(values, problems, err)
	}
	if problems != nil && !json.Valid(problems.AppendJSON(nil)) {
		t.Fatalf("the refusal is no JSON: %s", problems.AppendJSON(nil))
	}
	row := r.EmptyRow()
	for name, value := range values {
		if draft, isDraft := value.(*expansion.Draft); isDraft {
			value = string(jsontree.AppendValue(nil, draft.Tree))
		}
		if f := r.Field(name); !storable(f, value) {
			t.Fatalf("%s.%s: %#v", r.Name, name, value)
		}
		row[r.Index(name)] = value
	}
	text := r.AppendJSON(nil, row)
	if !json.Valid(text) {
		t.Fatalf("the record is no JSON: %s", text)
	}
}

// storable tells whether a value is one of its field's kind, within the bounds of the databases.
func storable(f *Field, value any) bool {
	if value == nil {
		return f.Nullable
	}
	switch f.Type {
	case Text:
		return storableText(f, value.(string))
	case Object, List, Texts, Vector, BulkSteps:
		return json.Valid([]byte(value.(string)))
	case Float:
		n := value.(float64)
		return !math.IsInf(n, 0) && !math.IsNaN(n) && (n != 0 || !math.Signbit(n))
	case Links:
		ids := value.([]int64)
		return len(slices.Compact(slices.Sorted(slices.Values(ids)))) == len(ids)
	}
	return storableNumber(f, value.(int64))
}

func storableText(f *Field, text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "\x00") && (f.Max == nil || utf8.RuneCountInString(text) <= int(*f.Max)) &&
		(len(f.In) == 0 || slices.Contains(f.In, text))
}

func storableNumber(f *Field, n int64) bool {
	const hundred = 100
	switch f.Type {
	case Flag:
		return n == 0 || n == 1
	case Decimal:
		return math.MinInt32*hundred <= n && n <= math.MaxInt32*hundred
	case Time:
		year := time.UnixMicro(n).UTC().Year()
		return 0 <= year && year <= 10_000
	}
	return int64(int32(n)) == n && (f.Min == nil || n >= int64(*f.Min)) && (f.Max == nil || n <= int64(*f.Max))
}
