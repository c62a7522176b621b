package jsontree_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
)

func TestReadMembers(t *testing.T) {
	t.Parallel()
	tree, err := jsontree.Parse([]byte(`{"text": "a", "object": {"text": "b"}, "list": ["c", 1, {"text": "d"}, ""]}`))
	if err != nil {
		t.Fatal(err)
	}
	o := tree.(*jsontree.Object)
	if got := o.Text("text") + o.Object("object").Text("text") + o.Objects("list")[0].Text("text"); got != "abd" {
		t.Errorf("the texts are %q, want abd", got)
	}
	if diff := cmp.Diff([]string{"c", ""}, o.Texts("list")); diff != "" {
		t.Errorf("texts of the list (-want +got):\n%s", diff)
	}
	if len(o.List("list")) != 4 || len(o.Objects("list")) != 1 {
		t.Errorf("the list has %d members and %d objects, want 4 and 1", len(o.List("list")), len(o.Objects("list")))
	}
}

func TestReadMembersOfAnotherType(t *testing.T) {
	t.Parallel()
	for _, o := range []*jsontree.Object{nil, new(jsontree.Object), jsontree.ParseBody([]byte(`{"key": 1}`))} {
		if o.Text("key") != "" || o.Object("key") != nil || o.List("key") != nil || o.Objects("key") != nil || o.Texts("key") != nil {
			t.Errorf("%s has something under key", jsontree.AppendValue(nil, o))
		}
	}
}
