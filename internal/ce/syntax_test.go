package ce_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
)

func TestBrokenFilesAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		data string
		want ce.SyntaxError
	}{
		"empty": {"", ce.SyntaxError{1, 1, "the file is empty"}},
		"mismatched end tag": {
			"<types>\n  <type name=\"A\">\n  </types>\n",
			ce.SyntaxError{3, 3, "</type> expected, found </types>"},
		},
		"missing end tag": {
			"<types>\n<type name=\"A\">\n</type>\n",
			ce.SyntaxError{4, 1, "</types> expected, found the end of the file"},
		},
		"end tag too many": {"</types>", ce.SyntaxError{1, 1, "</types> found, but no element is open"}},
		"end tag not closed": {
			"<types></types\n<a/>",
			ce.SyntaxError{1, 8, "the tag </types is not closed, > expected"},
		},
		"stray ampersand in text": {
			"<a>\r\nRock & Roll</a>",
			ce.SyntaxError{2, 6, "& does not start a known entity; write &amp; for the character itself"},
		},
		"stray ampersand in a value": {
			`<a b="ä&c"/>`,
			ce.SyntaxError{1, 8, "& does not start a known entity; write &amp; for the character itself"},
		},
		"entity of a document type": {
			"<!DOCTYPE a [<!ENTITY b \"c\">]>\n<a>&b;</a>",
			ce.SyntaxError{2, 4, "& does not start a known entity; write &amp; for the character itself"},
		},
		"reference to no character": {
			"<a>&#0;</a>",
			ce.SyntaxError{1, 4, "& does not start a known entity; write &amp; for the character itself"},
		},
		"cut off in a tag": {
			"<types>\n\t<type name=\"A\" ",
			ce.SyntaxError{2, 2, "the file ends inside the tag <type"},
		},
		"cut off in a value": {
			"<types>\n<type name=\"A",
			ce.SyntaxError{2, 7, "the value of the attribute name of <type> is not in quotes"},
		},
		"value without quotes": {
			"<a b=c/>",
			ce.SyntaxError{1, 4, "the value of the attribute b of <a> is not in quotes"},
		},
		"attribute without value": {"<a b/>", ce.SyntaxError{1, 4, "the attribute b of <a> has no value"}},
		"missing quote": {
			"<a b=\"c>\n<d e=\"f\"/>\n</a>",
			ce.SyntaxError{1, 4, "the value of the attribute b of <a> holds a <; is a quote missing?"},
		},
		"start tag not closed": {
			"<a\n<b/></a>",
			ce.SyntaxError{2, 1, "the tag <a is not closed, > or an attribute expected"},
		},
		"attribute twice": {`<a b="1" b="2"/>`, ce.SyntaxError{1, 10, "the attribute b appears twice in <a>"}},
		"comment not closed": {
			"<a>\n<!-- b -- >\n</a>",
			ce.SyntaxError{2, 1, "the comment is not closed, --> expected"},
		},
		"CDATA not closed": {
			"<a><![CDATA[ ]></a>",
			ce.SyntaxError{1, 4, "the CDATA section is not closed, ]]> expected"},
		},
		"declaration not closed": {
			"<?xml version=\"1.0\">\n<a/>",
			ce.SyntaxError{1, 1, "the processing instruction is not closed, ?> expected"},
		},
		"document type not closed": {
			"<!DOCTYPE a [ <!-- > -->\n<a/>",
			ce.SyntaxError{1, 1, "the document type is not closed, > expected"},
		},
		"quote in a document type": {
			"<!DOCTYPE a \">\n<a/>",
			ce.SyntaxError{1, 1, "the document type is not closed, > expected"},
		},
		"no name behind <": {
			"<a> 1 < 2 </a>",
			ce.SyntaxError{1, 7, "< is not followed by a name; write &lt; for the character itself"},
		},
		"invalid UTF-8":     {"<a>\n\xff</a>", ce.SyntaxError{2, 1, "the text is not valid UTF-8"}},
		"control character": {"<a>\n\x00</a>", ce.SyntaxError{2, 1, "the control character U+0000 is not allowed"}},
		"too deep": {
			strings.Repeat("<a>", 65) + strings.Repeat("</a>", 65),
			ce.SyntaxError{1, 193, "elements nest deeper than 64 levels"},
		},
		"too many attributes": {
			"<a" + manyAttributes(65) + "/>",
			ce.SyntaxError{1, 580, "<a> has more than 64 attributes"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for reader, err := range parseAll([]byte(test.data)) {
				var got *ce.SyntaxError
				if !errors.As(err, &got) {
					t.Fatalf("%s: error %v", reader, err)
				}
				if diff := cmp.Diff(test.want, *got); diff != "" {
					t.Errorf("%s: %s", reader, diff)
				}
			}
		})
	}
}

func manyAttributes(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, ` a%02d="12"`, i)
	}
	return b.String()
}

// parseAll reads the data as every kind of file.
func parseAll(data []byte) map[string]error {
	errs := map[string]error{}
	_, errs["types"] = ce.ParseTypes(data)
	_, errs["events"] = ce.ParseEvents(data)
	_, errs["spawnable types"] = ce.ParseSpawnableTypes(data)
	_, errs["random presets"] = ce.ParseRandomPresets(data)
	_, errs["event spawns"] = ce.ParseEventSpawns(data)
	_, errs["player spawns"] = ce.ParsePlayerSpawns(data)
	_, errs["messages"] = ce.ParseMessages(data)
	_, _, errs["economy core"] = ce.ParseEconomyCore(data)
	_, _, errs["limits"] = ce.ParseLimits(data)
	_, _, errs["user limits"] = ce.ParseUserLimits(data)
	return errs
}

func TestSyntaxErrorNamesItsLine(t *testing.T) {
	t.Parallel()
	err := &ce.SyntaxError{Line: 12, Column: 5, Message: "</type> expected, found </types>"}
	if got, want := err.Error(), "line 12: </type> expected, found </types>"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The game reads these, so they are read and written back as they are.
func TestOddFilesAreAccepted(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		data string
		want []string // names of the types
	}{
		"dashes in a comment":    {`<types><!-- a -- b --><type name="A"/><!----></types>`, []string{"A"}},
		"type in a comment":      {`<types><!-- <type name="A"/> & < --><type name="B"/></types>`, []string{"B"}},
		"several roots":          {`<types><type name="A"/></types><types><type name="B"/></types>`, []string{"A", "B"}},
		"no root":                {"<type name=\"A\"/>\n<type name=\"B\"></type>\n", []string{"A", "B"}},
		"declaration inside":     {"<type name=\"A\"/>\n<?xml version=\"1.0\"?>\n<types></types>", []string{"A"}},
		"blank before ?>":        {`<?xml version="1.0" ?><types><type name="A"/></types>`, []string{"A"}},
		"stray text":             {`read me <types>x<type name="A"/>y</types> z`, []string{"A"}},
		"CDATA":                  {`<types><![CDATA[<type name="B"/>]]><type name="A"/></types>`, []string{"A"}},
		"document type":          {`<!DOCTYPE types [<!ENTITY a "<>"> <!-- > " -->]><types><type name="A"/></types>`, []string{"A"}},
		"byte order mark":        {"\ufeff<types><type name=\"A\"/></types>", []string{"A"}},
		"line ends of Windows":   {"<types>\r\n\t<type name=\"A\"/>\r\n</types>\r\n", []string{"A"}},
		"single quotes":          {`<types><type name='A"B'/></types>`, []string{`A"B`}},
		"entities":               {`<types><type name="&lt;&#65;&#x42;&amp;&gt;&quot;&apos;"/></types>`, []string{`<AB&>"'`}},
		"blanks in tags":         {"<types ><type\n name = \"A\"\t></type ></types\n>", []string{"A"}},
		"blanks around the name": {`<types><type name=" A "/></types>`, []string{"A"}},
		"no blank between":       {`<types><type a="1"name="A"/></types>`, []string{"A"}},
		"64 levels":              {strings.Repeat("<a>", 63) + `<type name="A"></type>` + strings.Repeat("</a>", 63), []string{"A"}},
		"type inside a type":     {`<types><type name="A"><type name="B"/></type></types>`, []string{"A"}},
		"names beyond ASCII":     {`<types><type name="Ä漢"><größe/></type></types>`, []string{"Ä漢"}},
		"blank file":             {" \r\n", nil},
		"only text":              {"nothing to see", nil},
		"only a declaration":     {`<?xml version="1.0"?>`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := parseTypes(t, []byte(test.data))
			var names []string
			for _, entry := range file.Entries {
				names = append(names, entry.Value.Name)
			}
			if diff := cmp.Diff(test.want, names); diff != "" {
				t.Error(diff)
			}
			if got := writeTypes(t, file.Skeleton, partsOf(file)); string(got) != test.data {
				t.Errorf("written as %q", got)
			}
		})
	}
}
