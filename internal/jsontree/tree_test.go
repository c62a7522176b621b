package jsontree_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/jsontree"
)

func TestObject(t *testing.T) {
	t.Parallel()
	o := new(jsontree.Object)
	o.Set("b", 1)
	o.Set("a", 2)
	o.Set("b", 3)
	o.Set("null", nil)
	if diff := cmp.Diff([]string{"b", "a", "null"}, o.Keys()); diff != "" {
		t.Error(diff)
	}
	if value, ok := o.Get("b"); value != 3 || !ok {
		t.Errorf("b is %v, %v", value, ok)
	}
	if value, ok := o.Get("null"); value != nil || !ok || !o.Has("null") {
		t.Errorf("null is %v, %v", value, ok)
	}
	if o.Has("B") || o.Has("none") {
		t.Error("has keys that were not set")
	}
	o.Delete("b")
	o.Delete("none")
	if diff := cmp.Diff([]string{"a", "null"}, o.Keys()); diff != "" || o.Len() != 2 {
		t.Error(diff, o.Len())
	}
}

func TestNilObjectReadsAsEmpty(t *testing.T) {
	t.Parallel()
	var o *jsontree.Object
	if o.Len() != 0 || o.Has("a") || len(o.Keys()) != 0 {
		t.Error("a nil object has members")
	}
}

func TestAllStops(t *testing.T) {
	t.Parallel()
	o := new(jsontree.Object)
	o.Set("a", 1)
	o.Set("b", 2)
	for key := range o.All() {
		if key != "a" {
			t.Fatalf("came to %q", key)
		}
		break
	}
}

// A walk goes over the members that there were at its start, whatever is done to the object meanwhile.
func TestAllWhileTheObjectIsWritten(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o := new(jsontree.Object)
		for range rapid.IntRange(0, 40).Draw(t, "members") {
			o.Set(fmt.Sprint(rapid.IntRange(0, 25).Draw(t, "key")), 0)
		}
		want, got := o.Keys(), []string{}
		for key := range o.All() {
			got = append(got, key)
			other := fmt.Sprint(rapid.IntRange(0, 25).Draw(t, "other"))
			switch rapid.IntRange(0, 3).Draw(t, "action") {
			case 0:
				o.Delete(key)
			case 1:
				o.Delete(other)
			case 2:
				o.Set(other, 1)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// An object behaves as a map with a list of keys beside it, small or large.
func TestObjectAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		o, model, keys := new(jsontree.Object), map[string]any{}, []string{}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			key := fmt.Sprint(rapid.IntRange(0, 25).Draw(t, "key"))
			at := indexOf(keys, key)
			if rapid.IntRange(0, 3).Draw(t, "action") > 0 {
				value := rapid.Int().Draw(t, "value")
				if at < 0 {
					keys = append(keys, key)
				}
				model[key] = value
				o.Set(key, value)
				continue
			}
			if at >= 0 {
				keys = append(keys[:at], keys[at+1:]...)
			}
			delete(model, key)
			o.Delete(key)
		}
		assertModel(t, o, model, keys)
	})
}

func TestMembers(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		`[1,"a"]`: `[1,"a"]`, `{"2":"a","0":null}`: `["a",null]`, `{}`: `[]`, `"a"`: `null`, `null`: `null`,
	}
	for in, want := range tests {
		value, err := jsontree.Parse([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		var got any
		if members := jsontree.Members(value); members != nil {
			got = members
		}
		if text := string(jsontree.AppendValue(nil, got)); text != want {
			t.Errorf("%s has the members %s, want %s", in, text, want)
		}
	}
}

func indexOf(keys []string, key string) int {
	for i := range keys {
		if keys[i] == key {
			return i
		}
	}
	return -1
}

func assertModel(t *rapid.T, o *jsontree.Object, model map[string]any, keys []string) {
	if diff := cmp.Diff(keys, o.Keys()); diff != "" {
		t.Fatal(diff)
	}
	for i := range 26 {
		key := fmt.Sprint(i)
		got, ok := o.Get(key)
		want, wantOK := model[key]
		if got != want || ok != wantOK {
			t.Fatalf("%s is %v, %v; want %v, %v", key, got, ok, want, wantOK)
		}
	}
}
