package record

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadValueIsTheReverseOfAppendValue goes through every kind with the values that are easily lost on the way.
func TestReadValueIsTheReverseOfAppendValue(t *testing.T) {
	t.Parallel()
	values := map[DataType][]any{
		Text:    {"", "a", "ä\u2028😀", "\"\\/\b\f\n\r\t\x00\x1f", "null", "<a b=\"c\"/>\r\n"},
		Int:     {int64(0), int64(math.MaxInt64), int64(math.MinInt64)},
		Float:   {0.0, 0.1, -1e-7, 1e17, math.MaxFloat64, 123456.789},
		Decimal: {int64(0), int64(-100), int64(-5), int64(150), int64(99), int64(math.MaxInt32)},
		Flag:    {int64(0), int64(1)},
		Time:    {int64(0), int64(1), int64(1_767_225_600_123_456), int64(-1)},
		Object:  {"{}", `{"b":1.0,"a":{"x":[1e2, null]}}`},
		List:    {"[]", `[{"type":"a\/b","min":null}]`},
		Texts:   {"[]", `["a","\u00e4"]`},
		Vector:  {"[1,2.5,-0.25]"},
		Links:   {[]int64{}, []int64{3, 1}},
	}
	for _, r := range All() {
		for _, f := range r.Fields {
			for _, value := range append([]any{nil}, values[f.Type]...) {
				text := f.AppendValue(nil, value)
				got, err := f.ReadValue(text)
				if value == nil && f.Type == Flag && !f.Nullable {
					value = f.Default // it was null before it was not to be
				}
				if diff := cmp.Diff(value, got); err != nil || diff != "" {
					t.Errorf("%s.%s: %s: %v\n%s", r.Name, f.Name, text, err, diff)
				}
			}
		}
	}
}

func TestReadValueRefusesWhatAFieldDoesNotHold(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"nominal": `"many"`, "crafted": "2", "usage_ids": "{}", "source_file": "1", "created_at": `"soon"`,
	} {
		if value, err := Types.Field(name).ReadValue([]byte(text)); err == nil {
			t.Errorf("%s reads %s as %v", name, text, value)
		}
	}
}
