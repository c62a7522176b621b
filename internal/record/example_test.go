package record

import (
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
)

// TestExamplesAreWhole: every field that is shown has a value of its kind, and a body with the examples is accepted.
func TestExamplesAreWhole(t *testing.T) {
	t.Parallel()
	for _, r := range All() {
		text := string(r.AppendJSON(nil, r.ExampleRow()))
		if !strings.Contains(text, `"sid":"aB3dE5fG7h"`) {
			t.Errorf("%s: %s", r.Name, text)
		}
		if _, err := jsontree.Parse([]byte(text)); err != nil {
			t.Errorf("%s: %v in %s", r.Name, err, text)
		}
		_, problems, err := r.Accept(t.Context(), r.ExampleBody(), known{}, false)
		if err != nil || len(problems) > 0 {
			t.Errorf("%s: %v %v", r.Name, problems, err)
		}
	}
}
