package textfile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/textfile"
)

type pieces = []textfile.Piece

func TestAssemble(t *testing.T) {
	t.Parallel()
	skeleton := textfile.Skeleton{Leads: []string{"# 0\n", "# 1\n", "# 2\n"}, Tail: "# end"}
	a, b, c := textfile.Piece{Slot: 0, Text: "a\n"}, textfile.Piece{Slot: 1, Text: "b\n"}, textfile.Piece{Slot: 2, Text: "c\n"}
	added := textfile.Piece{Slot: -1, Text: "new\n"}
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
		"slot that is not there": {pieces{a, {Slot: 7, Text: "x\r\n"}}, "# 0\na\nx\n# 1\n# 2\n# end"},
		"slot that is taken":     {pieces{a, {Slot: 0, Text: "x\n"}}, "# 0\na\nx\n# 1\n# 2\n# end"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := textfile.Assemble(skeleton, test.pieces, "\n", 0)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A file whose last line has no end keeps it so.
func TestAssembleWithoutALastLineEnd(t *testing.T) {
	t.Parallel()
	skeleton := textfile.Skeleton{Leads: []string{"", ""}}
	a, b, added := textfile.Piece{Slot: 0, Text: "a\r\n"}, textfile.Piece{Slot: 1, Text: "b"}, textfile.Piece{Slot: -1, Text: "new"}
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
		got := textfile.Assemble(skeleton, list, "\r\n", 0)
		if got != want {
			t.Errorf("%q instead of %q", got, want)
		}
	}
}

func TestAssembleFromATail(t *testing.T) {
	t.Parallel()
	added := pieces{{Slot: -1, Text: "a\n"}, {Slot: -1, Text: "b\n"}}
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
		if got := textfile.Assemble(textfile.Skeleton{Tail: tail}, added, "\n", end); got != want {
			t.Errorf("%q gives %q instead of %q", tail, got, want)
		}
	}
}
