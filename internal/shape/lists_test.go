package shape_test

import (
	"context"
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
)

type choice struct {
	Array    []string `field:"array,array,distinct"`
	Distinct []string `field:"distinct,distinct"`
	Page     int      `field:"page,unchecked,min=1"`
	Either   []either `field:"either"`
}

// TestLists: what may stand in the place of a list, what comes twice, and what is not checked.
func TestLists(t *testing.T) {
	t.Parallel()
	for text, accepted := range map[string]bool{
		`{"array":{"0":"a"}}`:           true,
		`{"distinct":{"0":"a"}}`:        false,
		`{"array":["a","a"]}`:           false,
		`{"distinct":["a","a"]}`:        false,
		`{"distinct":["a","b"]}`:        true,
		`{"page":"none"}`:               true,
		`{"either":["a",{"name":"b"}]}`: true,
		`{"either":{"0":"a"}}`:          false,
	} {
		in, err := shape.Accept[choice](context.Background(), jsontree.ParseBody([]byte(text)))
		if (err == nil) != accepted || in.Page != 0 {
			t.Errorf("%s: %+v, %v", text, in, err)
		}
	}
}
