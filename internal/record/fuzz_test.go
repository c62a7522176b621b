package record_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

func FuzzAcceptType(f *testing.F) {
	for _, seed := range []string{
		`{"instance_classname_id":1,"nominal":5,"usage_ids":[1,2,1],"tag_id":3,"source_file":"db/types.xml"}`,
		`{"instance_classname_id":"2","count_in_map":"1","value_ids":{"0":1},"tag_ids":null}`,
		`{"instance_classname_id":1e0,"min":-1,"lifetime":null,"source_file":"../x.xml"}`,
		`[1,2]`, `"x"`, `{"usage_ids":[[]]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { acceptAny(t, record.Types, data) })
}

func FuzzAcceptEvent(f *testing.F) {
	for _, seed := range []string{
		`{"name":"LootX","nominal":1,"min":"2","max":3,"lifetime":4,"active":0,"children":[{"type":"A","min":null}]}`,
		`{"name":" X ","nominal":0,"min":0,"max":0,"lifetime":0,"children":{"a":{"type":"B","lootmax":2147483647}}}`,
		`{"name":"\ud83d\ude00","nominal":2147483648,"position":"fixed","limit":"child"}`,
		`{"children":[7,{}]}`, `{"name":"\u0000"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { acceptAny(t, record.Events, data) })
}

// acceptAny reads a body as a request does. What is taken can be stored in every database and goes over the wire as
// JSON; what is refused is explained in JSON.
func acceptAny(t *testing.T, r *record.Resource, data []byte) {
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
		storable(t, r.Field(name), value)
		row[r.Index(name)] = value
	}
	if text := r.AppendJSON(nil, row); !json.Valid(text) {
		t.Fatalf("the record is no JSON: %s", text)
	}
}

func storable(t *testing.T, f *record.Field, value any) {
	t.Helper()
	switch v := value.(type) {
	case string:
		nested := f.Kind == record.List || f.Kind == record.Object
		if !utf8.ValidString(v) || strings.Contains(v, "\x00") || !nested && utf8.RuneCountInString(v) > 255 || nested && !json.Valid([]byte(v)) {
			t.Fatalf("%s: %q", f.Name, v)
		}
	case int64:
		if int64(int32(v)) != v || f.Kind == record.Flag && v != 0 && v != 1 {
			t.Fatalf("%s: %d", f.Name, v)
		}
	case []int64, nil:
	default:
		t.Fatalf("%s: %T", f.Name, value)
	}
}
