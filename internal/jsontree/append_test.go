package jsontree_test

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
)

func TestAppendString(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", "", `""`},
		{"plain", "AKM 7.62", `"AKM 7.62"`},
		{"slash", "a/b", `"a\/b"`},
		{"HTML stays", "<a href='x'>&", `"<a href='x'>&"`},
		{"short escapes", "\"\\\b\f\n\r\t", `"\"\\\b\f\n\r\t"`},
		{"other controls", "\x00\x0b\x1f", `"\u0000\u000b\u001f"`},
		{"DEL stays", "\x7f", "\"\x7f\""},
		{"beyond ASCII", "Ä\u2028中", `"\u00c4\u2028\u4e2d"`},
		{"astral", "a😀b", `"a\ud83d\ude00b"`},
		{"bad UTF-8", "a\xffb\xc3", `"a\ufffdb\ufffd"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, string(jsontree.AppendString(nil, test.in))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAppendStringReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.String().Draw(t, "text")
		var got string
		if err := json.Unmarshal(jsontree.AppendString(nil, want), &got); err != nil || got != want {
			t.Fatalf("%q became %q: %v", want, got, err)
		}
	})
}

func TestAppendFloat(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   float64
		want string
	}{
		{0, `0`},
		{math.Copysign(0, -1), `-0`},
		{10, `10`},
		{0.1, `0.1`},
		{-2.5, `-2.5`},
		{0.30000000000000004, `0.30000000000000004`},
		{15360.75, `15360.75`},
		{0.0001, `0.0001`},
		{0.00001, `1.0e-5`},
		{1e-7, `1.0e-7`},
		{-1.25e-10, `-1.25e-10`},
		{1e15, `1000000000000000`},
		{1e16, `10000000000000000`},
		{1e17, `1.0e+17`},
		{1e25, `1.0e+25`},
		{-1.5e300, `-1.5e+300`},
		{5e-324, `5.0e-324`},
		{math.MaxFloat64, `1.7976931348623157e+308`},
		{math.NaN(), `0`},
		{math.Inf(1), `0`},
		{math.Inf(-1), `0`},
	}
	for _, test := range tests {
		if got := string(jsontree.AppendFloat(nil, test.in)); got != test.want {
			t.Errorf("%g is written as %s, want %s", test.in, got, test.want)
		}
	}
}

func TestAppendFloatReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.Float64().Draw(t, "number")
		var got float64
		if err := json.Unmarshal(jsontree.AppendFloat(nil, want), &got); err != nil || got != want {
			t.Fatalf("%g became %g: %v", want, got, err)
		}
	})
}

func TestAppendTime(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   time.Time
		want string
	}{
		{time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC), `"2026-02-01T12:00:00.000000Z"`},
		{time.Date(1999, 12, 31, 23, 59, 59, 1000, time.UTC), `"1999-12-31T23:59:59.000001Z"`},
		{time.Date(2024, 2, 29, 1, 2, 3, 987654000, time.UTC), `"2024-02-29T01:02:03.987654Z"`},
		{time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), `"0001-01-01T00:00:00.000000Z"`},
		{time.Date(12345, 1, 1, 0, 0, 0, 0, time.UTC), `"12345-01-01T00:00:00.000000Z"`},
		{time.Date(-5, 1, 1, 0, 0, 0, 0, time.UTC), `"-0005-01-01T00:00:00.000000Z"`},
	}
	for _, test := range tests {
		if got := string(jsontree.AppendTime(nil, test.in.UnixMicro())); got != test.want {
			t.Errorf("%v is written as %s, want %s", test.in, got, test.want)
		}
	}
}

func TestAppendTimeAgainstFormat(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		micros := rapid.Int64Range(0, 4e15).Draw(t, "micros")
		want := time.UnixMicro(micros).UTC().Format(`"2006-01-02T15:04:05.000000Z"`)
		if got := string(jsontree.AppendTime(nil, micros)); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	})
}

func TestAppendValue(t *testing.T) {
	t.Parallel()
	object := new(jsontree.Object)
	object.Set("z/", jsontree.Number("1.50"))
	object.Set("a", []any{nil, true, "é"})
	tests := []struct {
		in   any
		want string
	}{
		{nil, `null`},
		{false, `false`},
		{"a/b", `"a\/b"`},
		{jsontree.Number("1e3"), `1e3`},
		{7, `7`},
		{int64(math.MinInt64), `-9223372036854775808`},
		{10.0, `10`},
		{[]int64{1, -2}, `[1,-2]`},
		{[]int64(nil), `[]`},
		{[]string{"a", "b"}, `["a","b"]`},
		{[]any(nil), `[]`},
		{new(jsontree.Object), `{}`},
		{object, `{"z\/":1.50,"a":[null,true,"\u00e9"]}`},
	}
	for _, test := range tests {
		if got := string(jsontree.AppendValue(nil, test.in)); got != test.want {
			t.Errorf("%v is written as %s, want %s", test.in, got, test.want)
		}
	}
}

func TestAppendValueRefusesOtherTypes(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("wrote a channel")
		}
	}()
	jsontree.AppendValue(nil, make(chan int))
}

func TestAppendDoesNotAllocate(t *testing.T) {
	buf := make([]byte, 0, 4096)
	object := new(jsontree.Object)
	object.Set("name", "Müller/😀")
	object.Set("list", []any{1, 2.5, true, nil})
	object.Set("tiny", 1.5e-9)
	allocs := testing.AllocsPerRun(100, func() {
		b := jsontree.AppendTime(buf, 1769947200000000)
		jsontree.AppendValue(b, object)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkAppendString(b *testing.B) {
	buf := make([]byte, 0, 512)
	texts := []string{"StaticHeliCrash", "db/events.xml", "Schießübungsplatz 😀"}
	b.ReportAllocs()
	for b.Loop() {
		for _, text := range texts {
			jsontree.AppendString(buf, text)
		}
	}
}

func BenchmarkAppendTime(b *testing.B) {
	buf := make([]byte, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		jsontree.AppendTime(buf, 1769947200000000)
	}
}
