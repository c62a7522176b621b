package jsontree_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
)

func TestParseForm(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, in, want string }{
		{"empty", ``, `{}`},
		{"plain", `a=1&b=x+y%20z`, `{"a":"1","b":"x y z"}`},
		{"no value", `a&b=`, `{"a":"","b":""}`},
		{"empty pairs", `&&a=1&&`, `{"a":"1"}`},
		{"value with equals sign", `a=b=c`, `{"a":"b=c"}`},
		{"last wins, first place", `a=1&b=2&a=3`, `{"a":"3","b":"2"}`},
		{"append", `a[]=x&a[]=y`, `{"a":["x","y"]}`},
		{"append to a form list", `a%5B%5D=x&a%5b%5d=y`, `{"a":["x","y"]}`},
		{"nested", `a[b][0]=x&a[b][1]=y&a[c]=z`, `{"a":{"b":["x","y"],"c":"z"}}`},
		{"rows", `items[0][n]=a&items[0][m]=1&items[1][n]=b`, `{"items":[{"n":"a","m":"1"},{"n":"b"}]}`},
		{"rows by append", `items[][n]=a&items[][n]=b`, `{"items":[{"n":"a"},{"n":"b"}]}`},
		{"gap in the keys", `a[0]=x&a[2]=y`, `{"a":{"0":"x","2":"y"}}`},
		{"keys out of order", `a[1]=x&a[0]=y`, `{"a":{"1":"x","0":"y"}}`},
		{"append behind an index", `a[5]=x&a[]=y&a[k]=z&a[]=w`, `{"a":{"5":"x","6":"y","k":"z","7":"w"}}`},
		{"index that is no number", `a[05]=x&a[]=y`, `{"a":{"05":"x","0":"y"}}`},
		{"dots and blanks in the name", `a.b c=1&d.e[f.g h]=2`, `{"a_b_c":"1","d_e":{"f.g h":"2"}}`},
		{"blanks in front", `++a=1&+[x]=2`, `{"a":"1"}`},
		{"empty name", `=1&[]=2&[a]=3`, `{}`},
		{"open bracket", `a[b=1&c[d.e[f=2`, `{"a_b":"1","c_d_e_f":"2"}`},
		{"open inner bracket", `a[b][c=1`, `{"a":{"b":"1"}}`},
		{"text behind a bracket", `a[b]c[d]=1`, `{"a":{"b":"1"}}`},
		{"brackets in brackets", `a[[b]=1&c[d[e]=2`, `{"a":{"[b":"1"},"c":{"d[e":"2"}}`},
		{"blank bracket", `a[ ]=1`, `{"a":["1"]}`},
		{"scalar becomes an array", `a=1&a[b]=2`, `{"a":{"b":"2"}}`},
		{"array becomes a scalar", `a[b]=2&a=1`, `{"a":"1"}`},
		{"bad escapes", `a=%&b=%4&c=%zz&d=100%25&e=%41`, `{"a":"%","b":"%4","c":"%zz","d":"100%","e":"A"}`},
		{"NUL ends a name", `a%00b=1`, `{"a":"1"}`},
		{"bytes that are no UTF-8", `a=%ff&b=%c3%a9`, `{"a":"\ufffd","b":"\u00e9"}`},
		{"deepest", `a` + strings.Repeat("[b]", 64) + `=1`, `{"a":` + strings.Repeat(`{"b":`, 64) + `"1"` + strings.Repeat("}", 65)},
		{"too deep drops the variable", `x=1&a=2&a` + strings.Repeat("[b]", 65) + `=1`, `{"x":"1"}`},
		{"largest index", `a[9223372036854775807]=x&a[]=y`, `{"a":{"9223372036854775807":"x","0":"y"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, written(jsontree.ParseForm(test.in))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseFormLimit(t *testing.T) {
	t.Parallel()
	var query strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&query, "v%d=1&", i)
	}
	o := jsontree.ParseForm(query.String())
	if o.Len() != 1000 || !o.Has("v999") || o.Has("v1000") {
		t.Errorf("kept %d variables", o.Len())
	}
}

func FuzzParseForm(f *testing.F) {
	for _, seed := range []string{"a=1&b[]=2", "a[b][0]=x&a[b][]=y", "a[b=1&.=%ff", "a[][][]=1&a[0]=%zz", "%00=1&a[%00]=2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		o := jsontree.ParseForm(query)
		jsontree.Prepare(o)
		if o.Len() > 1000 {
			t.Fatalf("%d variables", o.Len())
		}
		for key := range o.All() {
			if key == "" || strings.ContainsAny(key, " .[") && !strings.Contains(query, "%") || !utf8.ValidString(key) {
				t.Fatalf("name %q", key)
			}
		}
		if _, err := jsontree.Parse(jsontree.AppendValue(nil, o)); err != nil {
			t.Fatal(err)
		}
	})
}
