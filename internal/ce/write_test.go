package ce_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// rewrite writes a file of types again, with only the entries named in keep, and new types behind.
func rewrite(t *testing.T, data, keep string, added ...string) string {
	t.Helper()
	file := parseTypes(t, []byte(data))
	var parts []textfile.Part[ce.Type]
	for _, part := range partsOf(file) {
		if strings.Contains(keep, part.Value.Name) {
			parts = append(parts, part)
		}
	}
	for _, name := range added {
		parts = append(parts, textfile.Part[ce.Type]{Slot: -1, Value: ce.Type{Name: name, Min: ptr(int64(1))}})
	}
	return string(writeTypes(t, file.Skeleton, parts))
}

func TestRemovedEntriesLeaveNoGap(t *testing.T) {
	t.Parallel()
	const data = `<?xml version="1.0"?>
<types>
    <type name="A"/>

    <!-- section -->
    <type name="B"/> <!-- about B -->
    <!-- one -->

    <!-- two -->
    <type name="C"/>
    <type name="D"/>
    <!-- end -->
</types>
`
	tests := map[string]struct{ data, keep, want string }{
		"first": {data, "BCD", `<?xml version="1.0"?>
<types>

    <!-- section -->
    <type name="B"/> <!-- about B -->
    <!-- one -->

    <!-- two -->
    <type name="C"/>
    <type name="D"/>
    <!-- end -->
</types>
`},
		"with remarks": {data, "ACD", `<?xml version="1.0"?>
<types>
    <type name="A"/>

    <!-- section -->
    <!-- about B -->
    <!-- one -->

    <!-- two -->
    <type name="C"/>
    <type name="D"/>
    <!-- end -->
</types>
`},
		"neighbours": {data, "AB", `<?xml version="1.0"?>
<types>
    <type name="A"/>

    <!-- section -->
    <type name="B"/> <!-- about B -->
    <!-- one -->

    <!-- two -->
    <!-- end -->
</types>
`},
		"all": {data, "", `<?xml version="1.0"?>
<types>

    <!-- section -->
    <!-- about B -->
    <!-- one -->

    <!-- two -->
    <!-- end -->
</types>
`},
		"on one line":          {`<types><type name="A"/> <!-- a --><type name="B"/></types>`, "B", `<types><!-- a --><type name="B"/></types>`},
		"two on a line":        {"<types>\n  <type name=\"A\"/><type name=\"B\"/>\n</types>", "B", "<types>\n  <type name=\"B\"/>\n</types>"},
		"two on a line, first": {"<types>\n  <type name=\"A\"/><type name=\"B\"/>\n</types>", "A", "<types>\n  <type name=\"A\"/>\n</types>"},
		"both of a line":       {"<types>\n  <type name=\"A\"/> <type name=\"B\"/> <!-- b -->\n</types>", "", "<types>\n  <!-- b -->\n</types>"},
		"apart from each other": {
			"<types>\n  <type name=\"A\"/>\n  <type name=\"B\"/> <type name=\"C\"/> <!-- c -->\n</types>", "B",
			"<types>\n  <type name=\"B\"/> <!-- c -->\n</types>",
		},
		"first of a snippet":  {"<type name=\"A\"/>\n<type name=\"B\"/>\n", "B", "<type name=\"B\"/>\n"},
		"snippet with a mark": {"\ufeff<type name=\"A\"/>\r\n<type name=\"B\"/>", "B", "\ufeff<type name=\"B\"/>"},
		"last of a snippet":   {"<type name=\"A\"/>\n<type name=\"B\"/>\n", "A", "<type name=\"A\"/>\n"},
		"across roots": {
			"<types>\n <type name=\"A\"/>\n</types>\n<types>\n <type name=\"B\"/>\n</types>\n", "B",
			"<types>\n</types>\n<types>\n <type name=\"B\"/>\n</types>\n",
		},
		"stray text":           {"<types>\n x\n <type name=\"A\"/>\n y</types>", "", "<types>\n x\n y</types>"},
		"entry without a name": {"<types>\n <type/>\n <type name=\"A\"/>\n</types>", "", "<types>\n <type/>\n</types>"},
		"all of a bare snippet": {
			"<type name=\"A\"/>\n", "", "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<types>\n</types>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, rewrite(t, test.data, test.keep)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNewEntriesFollowTheLast(t *testing.T) {
	t.Parallel()
	const prolog = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	tests := map[string]struct{ data, keep, want string }{
		"four spaces": {
			"<types>\n    <type name=\"A\"/>\n</types>\n", "A",
			"<types>\n    <type name=\"A\"/>\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>\n",
		},
		"tabs and Windows": {
			"<types>\r\n\t<type name=\"A\" />\r\n</types>\r\n", "A",
			"<types>\r\n\t<type name=\"A\" />\r\n\t<type name=\"N\">\r\n\t\t<min>1</min>\r\n\t</type>\r\n</types>\r\n",
		},
		"two spaces": {
			"<types>\n  <type name=\"A\">\n    <min>1</min>\n  </type>\n</types>", "A",
			"<types>\n  <type name=\"A\">\n    <min>1</min>\n  </type>\n  <type name=\"N\">\n    <min>1</min>\n  </type>\n</types>",
		},
		"remark behind the last": {
			"<types>\n <type name=\"A\"/> <!-- a\nb --> x\n <!-- end -->\n</types>", "A",
			"<types>\n <type name=\"A\"/> <!-- a\nb --> x\n <type name=\"N\">\n     <min>1</min>\n </type>\n <!-- end -->\n</types>",
		},
		"one line": {
			`<types><type name="A"/></types>`, "A",
			"<types><type name=\"A\"/>\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>",
		},
		"instead of the last": {
			"<types>\n\t<type name=\"A\"/>\n</types>\n", "",
			"<types>\n\t<type name=\"N\">\n\t\t<min>1</min>\n\t</type>\n</types>\n",
		},
		"snippet": {
			"<type name=\"A\"/>\n<type name=\"B\"/>", "AB",
			"<type name=\"A\"/>\n<type name=\"B\"/>\n<type name=\"N\">\n    <min>1</min>\n</type>",
		},
		"several roots": {
			"<types>\n <type name=\"A\"/>\n</types>\n<types>\n <type name=\"B\"/>\n</types>\n", "AB",
			"<types>\n <type name=\"A\"/>\n</types>\n<types>\n <type name=\"B\"/>\n <type name=\"N\">\n     <min>1</min>\n </type>\n</types>\n",
		},
		"empty root": {
			"<?xml version=\"1.0\"?>\r\n<types/>\r\n", "",
			"<?xml version=\"1.0\"?>\r\n<types>\r\n    <type name=\"N\">\r\n        <min>1</min>\r\n    </type>\r\n</types>\r\n",
		},
		"empty root with attributes": {
			"<types a=\"1\" />", "",
			"<types a=\"1\">\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>",
		},
		"empty pair": {
			"<types></types>", "",
			"<types>\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>",
		},
		"only comments": {
			"<types>\n    <!-- mine -->\n</types>\n", "",
			"<types>\n    <!-- mine -->\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>\n",
		},
		"no root": {
			"<?xml version=\"1.0\"?>\n<!-- mine -->\n", "",
			"<?xml version=\"1.0\"?>\n<!-- mine -->\n<types>\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>\n",
		},
		"blank": {
			" \r\n", "",
			"<types>\r\n    <type name=\"N\">\r\n        <min>1</min>\r\n    </type>\r\n</types>\r\n",
		},
		"cleared snippet": {
			"<type name=\"A\"/>", "",
			prolog + "<types>\n    <type name=\"N\">\n        <min>1</min>\n    </type>\n</types>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, rewrite(t, test.data, test.keep, "N")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPartsWithoutASlotOfTheirOwnAreAppended(t *testing.T) {
	t.Parallel()
	file := parseTypes(t, []byte("<types>\n  <type name=\"A\"/>\n  <type name=\"B\"/>\n</types>\n"))
	typed := func(slot int, name string) textfile.Part[ce.Type] {
		return textfile.Part[ce.Type]{Slot: slot, Raw: `<type name="` + name + `"/>`, Value: ce.Type{Name: name}}
	}
	got := writeTypes(t, file.Skeleton, []textfile.Part[ce.Type]{
		typed(1, "B"), typed(-1, "C"), typed(0, "A"), typed(0, "D"), typed(2, "E"),
	})
	want := "<types>\n  <type name=\"A\"/>\n  <type name=\"B\"/>\n  <type name=\"C\"/>\n  <type name=\"D\"/>\n  <type name=\"E\"/>\n</types>\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
}

func TestFreshFileIsCanonical(t *testing.T) {
	t.Parallel()
	file := parseTypes(t, []byte(fullType))
	value := file.Entries[0].Value
	value.Tags = []ce.Ref{{Name: "floor"}}
	value.Values = []ce.Ref{{Name: "Tier34", User: true}}
	got := writeTypes(t, textfile.Skeleton{}, []textfile.Part[ce.Type]{{Slot: -1, Value: value}, {Value: ce.Type{Name: "Bare"}}})
	want := `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<types>
    <type name="SampleRifle_Black">
        <nominal>10</nominal>
        <lifetime>14400</lifetime>
        <restock>1800</restock>
        <min>6</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <tag name="floor"/>
        <usage name="Military"/>
        <value user="Tier34"/>
    </type>
    <type name="Bare"/>
</types>
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Error(diff)
	}
	empty := string(writeTypes(t, textfile.Skeleton{}, nil))
	if want := "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<types>\n</types>\n"; empty != want {
		t.Errorf("an empty file is %q", empty)
	}
}

func TestWriteRefusesWhatCannotBeReadBack(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		skeleton textfile.Skeleton
		part     textfile.Part[ce.Type]
		want     string
	}{
		"no name": {part: textfile.Part[ce.Type]{Value: ce.Type{Name: " "}}, want: "a <type> cannot be written: it has no name"},
		"control character": {
			part: textfile.Part[ce.Type]{Value: ce.Type{Name: "A\x00"}},
			want: "a <type> cannot be written: line 1: the control character U+0000 is not allowed",
		},
		"invalid UTF-8": {
			part: textfile.Part[ce.Type]{Value: ce.Type{Name: "A", Category: ptr("\xff")}},
			want: "a <type> cannot be written: line 2: the text is not valid UTF-8",
		},
		"broken raw text": {
			part: textfile.Part[ce.Type]{Raw: "<type", Value: ce.Type{Name: "A"}},
			want: "the stored text of a <type>: line 1: the file ends inside the tag <type",
		},
		"no raw element": {
			part: textfile.Part[ce.Type]{Raw: "type", Value: ce.Type{Name: "A"}},
			want: "the stored text of a <type>: line 1: one element expected, found more",
		},
		"two raw elements": {
			part: textfile.Part[ce.Type]{Raw: "<type/><type/>", Value: ce.Type{Name: "A"}},
			want: "the stored text of a <type>: line 1: one element expected, found more",
		},
		"broken tail": {
			textfile.Skeleton{Tail: "<types>"},
			textfile.Part[ce.Type]{Value: ce.Type{Name: "A"}},
			"the stored text of the file: line 1: </types> expected, found the end of the file",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			err := ce.WriteTypes(&out, test.skeleton, []textfile.Part[ce.Type]{test.part})
			if err == nil || err.Error() != test.want || out.Len() > 0 {
				t.Errorf("wrote %q, error %v", out.String(), err)
			}
		})
	}
}

func TestSkeletonSurvivesJSON(t *testing.T) {
	t.Parallel()
	file := parseTypes(t, []byte("\ufeff<types>\r\n\t<!-- ä <&> \u2028 -->\r\n\t<type name=\"A\"/>\r\n</types>"))
	data, err := json.Marshal(file.Skeleton)
	if err != nil {
		t.Fatal(err)
	}
	var back textfile.Skeleton
	if err := json.Unmarshal(data, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(file.Skeleton, back); diff != "" {
		t.Error(diff)
	}
}
