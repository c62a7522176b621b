package textfile_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/textfile"
)

type pieces = []textfile.Part[struct{}]

func piece(slot int, text string) textfile.Part[struct{}] {
	return textfile.Part[struct{}]{Slot: slot, Raw: text}
}

// write writes the texts of the pieces as they are.
func write(t *testing.T, s textfile.Skeleton, list pieces, terminator string, end int) string {
	t.Helper()
	var b strings.Builder
	err := textfile.Write(&b, s, list, terminator, end, func(i int) (string, error) { return list[i].Raw, nil })
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWrite(t *testing.T) {
	t.Parallel()
	skeleton := textfile.Skeleton{Leads: []string{"# 0\n", "# 1\n", "# 2\n"}, Tail: "# end"}
	a, b, c := piece(0, "a\n"), piece(1, "b\n"), piece(2, "c\n")
	added := piece(-1, "new\n")
	tests := map[string]struct {
		pieces pieces
		want   string
	}{
		"unchanged":              {pieces{a, b, c}, "# 0\na\n# 1\nb\n# 2\nc\n# end"},
		"removed":                {pieces{a, c}, "# 0\na\n# 1\n# 2\nc\n# end"},
		"all removed":            {nil, "# 0\n# 1\n# 2\n# end"},
		"added behind":           {pieces{a, added, b, c, added}, "# 0\na\nnew\n# 1\nb\n# 2\nc\nnew\n# end"},
		"added at the start":     {pieces{added, a, b, c}, "# 0\nnew\na\n# 1\nb\n# 2\nc\n# end"},
		"added in place of all":  {pieces{added}, "# 0\nnew\n# 1\n# 2\n# end"},
		"moved to the end":       {pieces{b, c, a}, "# 0\n# 1\nb\n# 2\nc\na\n# end"},
		"moved to the start":     {pieces{c, a, b}, "# 0\nc\na\n# 1\nb\n# 2\n# end"},
		"slot that is not there": {pieces{a, piece(7, "x\r\n")}, "# 0\na\nx\n# 1\n# 2\n# end"},
		"slot that is taken":     {pieces{a, piece(0, "x\n")}, "# 0\na\nx\n# 1\n# 2\n# end"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := write(t, skeleton, test.pieces, "\n", 0)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file whose last line has no end keeps it so.
func TestWriteWithoutALastLineEnd(t *testing.T) {
	t.Parallel()
	skeleton := textfile.Skeleton{Leads: []string{"", ""}}
	a, b, added := piece(0, "a\r\n"), piece(1, "b"), piece(-1, "new")
	for want, list := range map[string]pieces{
		"a\r\nb":          {a, b},
		"a\r\nb\r\nnew":   {a, b, added},
		"b\r\na\r\n":      {b, a},
		"a\r\nnew\r\nb":   {a, added, b},
		"a\r\n":           {a},
		"new\r\na\r\nb":   {added, a, b},
		"a\r\nnew\r\n":    {a, added},
		"b\r\nnew\r\nnew": {b, added, added},
	} {
		got := write(t, skeleton, list, "\r\n", 0)
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestWriteIntoATail(t *testing.T) {
	t.Parallel()
	added := pieces{piece(-1, "a\n"), piece(-1, "b\n")}
	for tail, want := range map[string]string{
		"":              "a\nb\n",
		"\ufeff":        "\ufeffa\nb\n",
		"# note":        "# note\na\nb",
		"# note\n<End>": "# note\na\nb\n<End>",
	} {
		end := len(tail)
		if tail == "# note\n<End>" {
			end = len("# note\n")
		}
		if got := write(t, textfile.Skeleton{Tail: tail}, added, "\n", end); got != want {
			t.Errorf("%q gives %q instead of %q", tail, got, want)
		}
	}
}
