package ce_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	const text = `<?xml version="1.0"?>
<spawn>
	<!-- <min>9</min> -->
	<damage min="0.30" max=' 1 '/>
	<type name="A"><x>1</x></type>
	<fresh><min> 30.0 </min><min>a &amp; b</min></fresh>
	<empty></empty>
</spawn>
`
	list, err := ce.Settings(text, "type")
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range list {
		got[s.Path] = s.Value
	}
	want := map[string]string{"/spawn/damage@min": "0.30", "/spawn/damage@max": "1", "/spawn/fresh/min": "30.0", "/spawn/fresh/min#2": "a & b"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	changed := textfile.SetSettings(text, list, map[string]string{
		"/spawn/fresh/min#2": "&lt;", "/spawn/damage@max": "0.5", "/spawn/other": "x",
	})
	const after = `<?xml version="1.0"?>
<spawn>
	<!-- <min>9</min> -->
	<damage min="0.30" max='0.5'/>
	<type name="A"><x>1</x></type>
	<fresh><min> 30.0 </min><min>&lt;</min></fresh>
	<empty></empty>
</spawn>
`
	if d := cmp.Diff(after, changed); d != "" {
		t.Error(d)
	}
	if _, err := ce.Settings("<a>"); err == nil {
		t.Error("a file that is not well-formed has settings")
	}
}
