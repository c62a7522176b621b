package change_test

import (
	"testing"

	"quartermaster/internal/change"
	"quartermaster/internal/jsontree"
)

func parsed(t interface{ Fatal(...any) }, text string) any {
	value, err := jsontree.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func TestMerge(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ base, mine, theirs, want, conflicts string }{
		"one side each":          {`{"a":1,"b":2}`, `{"a":5,"b":2}`, `{"a":1,"b":7}`, `{"a":5,"b":7}`, ``},
		"both alike":             {`{"a":1}`, `{"a":2}`, `{"a":2}`, `{"a":2}`, ``},
		"both otherwise":         {`{"a":1,"b":1}`, `{"a":2,"b":1}`, `{"a":3,"b":1}`, `{"a":2,"b":1}`, `a`},
		"keys of both":           {`{}`, `{"m":1}`, `{"t":2}`, `{"t":2,"m":1}`, ``},
		"a key that mine lost":   {`{"a":1,"b":2}`, `{"a":1}`, `{"a":1,"b":2,"c":3}`, `{"a":1,"c":3}`, ``},
		"a key that theirs lost": {`{"a":1,"b":2}`, `{"a":1,"b":2}`, `{"a":1}`, `{"a":1}`, ``},
		"lost and changed":       {`{"a":1}`, `{"a":2}`, `{}`, `{"a":2}`, `a`},
		"texts as sets":          {`["a","b"]`, `["b","m"]`, `["a","b","t"]`, `["b","t","m"]`, ``},
		"numbers as one value":   {`[1,2]`, `[1,3]`, `[4,2]`, `[1,3]`, ` `},
		"elements by their names": {
			`[{"Name":"x","p":1},{"Name":"y","p":1}]`, `[{"Name":"y","p":5},{"Name":"x","p":1}]`, `[{"Name":"x","p":2},{"Name":"y","p":1}]`,
			`[{"Name":"x","p":2},{"Name":"y","p":5}]`, ``,
		},
		"new elements of both": {
			`[{"Name":"x"}]`, `[{"Name":"m"},{"Name":"x"}]`, `[{"Name":"x"},{"Name":"t"}]`, `[{"Name":"m"},{"Name":"x"},{"Name":"t"}]`, ``,
		},
		"the same new element": {`[]`, `[{"Name":"n","p":1,"q":2}]`, `[{"Name":"n","p":1,"r":3}]`, `[{"Name":"n","p":1,"r":3,"q":2}]`, ``},
		"new elements of one name": {
			`[]`, `[{"Name":"n","p":1},{"Name":"n","p":2}]`, `[{"Name":"n","p":1},{"Name":"n","p":2},{"Name":"t"}]`,
			`[{"Name":"n","p":1},{"Name":"n","p":2},{"Name":"t"}]`, ``,
		},
		"an element that mine lost": {
			`[{"Name":"x"},{"Name":"y"}]`, `[{"Name":"y"}]`, `[{"Name":"x"},{"Name":"y"},{"Name":"z"}]`, `[{"Name":"y"},{"Name":"z"}]`, ``,
		},
		"an element lost, changed": {
			`[{"Name":"x","p":1},{"Name":"y"}]`, `[{"Name":"x","p":2},{"Name":"y"}]`, `[{"Name":"y"}]`, `[{"Name":"x","p":2},{"Name":"y"}]`, `[x]`,
		},
		"elements without a name": {
			`[{"k":"a","n":[{"name":"p","c":1}]},{"k":"a","n":[{"name":"q","c":1}]}]`,
			`[{"k":"a","n":[{"name":"p","c":2}]},{"k":"a","n":[{"name":"q","c":1}]}]`,
			`[{"k":"a","n":[{"name":"new","c":1}]},{"k":"a","n":[{"name":"p","c":1}]},{"k":"a","n":[{"name":"q","c":3}]}]`,
			`[{"k":"a","n":[{"name":"new","c":1}]},{"k":"a","n":[{"name":"p","c":2}]},{"k":"a","n":[{"name":"q","c":3}]}]`, ``,
		},
		"another element there": {
			`[{"name":"x","p":1}]`, `[{"name":"x","p":2}]`, `[{"name":"y","p":1}]`, `[{"name":"x","p":2},{"name":"y","p":1}]`, `[x]`,
		},
		"another one, unchanged": {
			`[{"name":"x","p":1},{"name":"z","p":1}]`, `[{"name":"x","p":1},{"name":"z","p":2}]`, `[{"name":"y","p":1},{"name":"z","p":1}]`,
			`[{"name":"y","p":1},{"name":"z","p":2}]`, ``,
		},
		"in other letter case": {`[{"name":"x","p":1}]`, `[{"name":"x","p":2}]`, `[{"name":"X","p":1}]`, `[{"name":"X","p":2}]`, ``},
		"renamed here": {
			`[{"name":"x","p":1}]`, `[{"name":"y","p":1}]`, `[{"name":"x","p":1},{"name":"z","p":1}]`, `[{"name":"y","p":1},{"name":"z","p":1}]`,
			``,
		},
		"another sort of value": {`{"a":1}`, `{"a":[1]}`, `{"a":{"b":1}}`, `{"a":[1]}`, `a`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conflicts := ""
			merged := change.Merge(parsed(t, c.base), parsed(t, c.mine), parsed(t, c.theirs), func(at change.Conflict) bool {
				if conflicts += at.Path; at.Path == "" {
					conflicts += " "
				}
				return true
			})
			if got := string(jsontree.AppendValue(nil, merged)); got != c.want || conflicts != c.conflicts {
				t.Errorf("got %s with conflicts at %q", got, conflicts)
			}
		})
	}
}

func TestMergeWithoutBase(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ mine, theirs, want, conflicts string }{
		"the same":      {`{"a":1,"l":[1]}`, `{"a":1.0,"l":[1]}`, `{"a":1,"l":[1]}`, ``},
		"new in theirs": {`{"a":1}`, `{"b":2,"a":1}`, `{"b":2,"a":1}`, ``},
		"only in mine":  {`{"a":1,"m":2}`, `{"a":1}`, `{"a":1,"m":2}`, `m `},
		"another value": {`{"a":1,"o":{"x":1}}`, `{"a":2,"o":{"x":2,"y":3}}`, `{"a":1,"o":{"x":1,"y":3}}`, `a o.x `},
		"elements by name": {
			`[{"Name":"x","p":1},{"Name":"m"}]`, `[{"Name":"n"},{"Name":"x","p":2}]`, `[{"Name":"n"},{"Name":"x","p":1},{"Name":"m"}]`,
			`[x].p [m] `,
		},
		"elements without": {`{"l":[{"p":1}]}`, `{"l":[{"p":1},{"p":2}]}`, `{"l":[{"p":1}]}`, `l `},
		"a name twice":     {`{"l":[{"Name":"x"},{"Name":"x"}]}`, `{"l":[{"Name":"x"}]}`, `{"l":[{"Name":"x"},{"Name":"x"}]}`, `l `},
		"words":            {`{"l":["a"]}`, `{"l":["a","b"]}`, `{"l":["a"]}`, `l `},
		"another sort":     {`{"l":["a"]}`, `{"l":{}}`, `{"l":["a"]}`, `l `},
		"the whole of it":  {`1`, `2`, `1`, ` `},
		"an empty list":    {`{"l":[]}`, `{"l":[{"Name":"n"}]}`, `{"l":[{"Name":"n"}]}`, ``},
		"an emptied list":  {`{"l":[{"Name":"n"}]}`, `{"l":[]}`, `{"l":[{"Name":"n"}]}`, `l[n] `},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			conflicts := ""
			merged := change.Merge(change.NoBase, parsed(t, c.mine), parsed(t, c.theirs), func(at change.Conflict) bool {
				conflicts += at.Path + " "
				return at.Base == nil
			})
			if got := string(jsontree.AppendValue(nil, merged)); got != c.want || conflicts != c.conflicts {
				t.Errorf("got %s with conflicts at %q", got, conflicts)
			}
		})
	}
}

// What is not known of the base is what neither side has.
func TestMergeWithAnUnknownBase(t *testing.T) {
	t.Parallel()
	base := parsed(t, `{"a":1,"l":[{"p":1},{"p":2,"q":1}]}`).(*jsontree.Object)
	base.Set("a", change.Unknown)
	base.List("l")[1].(*jsontree.Object).Set("p", change.Unknown)
	conflicts := ""
	merged := change.Merge(base, parsed(t, `{"a":2,"l":[{"p":1},{"p":3,"q":1}]}`), parsed(t, `{"a":3,"l":[{"p":1},{"p":4,"q":2}]}`),
		func(at change.Conflict) bool {
			conflicts += at.Path + " "
			return at.Base == nil
		})
	if got := string(jsontree.AppendValue(nil, merged)); got != `{"a":2,"l":[{"p":1},{"p":3,"q":2}]}` || conflicts != "a l[2].p " {
		t.Errorf("got %s with conflicts at %q", got, conflicts)
	}
}
