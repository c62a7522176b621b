package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
)

// patchedType reads a file with one type, changes the type's value and returns what is written.
func patchedType(t *testing.T, data string, change func(*ce.Type)) string {
	t.Helper()
	file := parseTypes(t, []byte(data))
	parts := partsOf(file)
	change(&parts[0].Value)
	got := string(writeTypes(t, file.Skeleton, parts))
	if diff := cmp.Diff(parts[0].Value, parseTypes(t, []byte(got)).Entries[0].Value); diff != "" {
		t.Errorf("the value does not come back: %s", diff)
	}
	return got
}

const patchBase = `<types>
    <type name="A" note="x">
        <!-- rare -->
        <nominal>007</nominal> <!-- was 5 -->
        <min>3</min>stray
        <waves>1</waves>
        <flags count_in_map="1" secret="9" crafted="0"/>
        <category name="food" />
        <usage name="Town"/>
        <usage/>
        <usage  name="Village" ></usage>
        <usage name="Farm"/> <!-- barns -->
        <value name="Tier1"/>
    </type>
</types>
`

func TestPatchChangesOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	refs := func(names ...string) []ce.Ref {
		var list []ce.Ref
		for _, name := range names {
			list = append(list, ce.Ref{Name: name})
		}
		return list
	}
	const indent = "\n        "
	tests := map[string]struct {
		change   func(*ce.Type)
		old, new string // what is replaced in patchBase
	}{
		"nothing":           {func(*ce.Type) {}, "", ""},
		"number":            {func(v *ce.Type) { v.Nominal = ptr(int64(8)) }, ">007<", ">8<"},
		"same number":       {func(v *ce.Type) { v.Nominal = ptr(int64(7)) }, "", ""},
		"new number":        {func(v *ce.Type) { v.Lifetime = ptr(int64(60)) }, "was 5 -->", "was 5 -->" + indent + "<lifetime>60</lifetime>"},
		"new last number":   {func(v *ce.Type) { v.Cost = ptr(int64(100)) }, "stray", "stray" + indent + "<cost>100</cost>"},
		"no number":         {func(v *ce.Type) { v.Min = nil }, indent + "<min>3</min>stray", indent + "stray"},
		"no number, remark": {func(v *ce.Type) { v.Nominal = nil }, "<nominal>007</nominal> <!--", "<!--"},
		"name":              {func(v *ce.Type) { v.Name = `B&"<` }, `name="A"`, `name="B&amp;&quot;&lt;"`},
		"flag":              {func(v *ce.Type) { v.Crafted = ptr(true) }, `crafted="0"`, `crafted="1"`},
		"new flag": {
			func(v *ce.Type) { v.CountInPlayer = ptr(false) },
			`count_in_map="1"`, `count_in_map="1" count_in_player="0"`,
		},
		"new first flags": {
			func(v *ce.Type) { v.CountInCargo, v.CountInHoarder = ptr(true), ptr(false) },
			"<flags", `<flags count_in_cargo="1" count_in_hoarder="0"`,
		},
		"no flag": {func(v *ce.Type) { v.Crafted = nil }, ` crafted="0"`, ""},
		"no known flags": {
			func(v *ce.Type) { v.Crafted, v.CountInMap = nil, nil },
			`<flags count_in_map="1" secret="9" crafted="0"/>`, `<flags secret="9"/>`,
		},
		"category":    {func(v *ce.Type) { v.Category = ptr("tools") }, `"food"`, `"tools"`},
		"no category": {func(v *ce.Type) { v.Category = nil }, indent + `<category name="food" />`, ""},
		"new tag": {
			func(v *ce.Type) { v.Tags = []ce.Ref{{Name: "floor"}} },
			`"food" />`, `"food" />` + indent + `<tag name="floor"/>`,
		},
		"usage first": {
			func(v *ce.Type) { v.Usages = refs("Coast", "Town", "Village", "Farm") },
			`"food" />`, `"food" />` + indent + `<usage name="Coast"/>`,
		},
		"usage between": {
			func(v *ce.Type) { v.Usages = refs("Town", "Village", "Coast", "Farm") },
			"</usage>", "</usage>" + indent + `<usage name="Coast"/>`,
		},
		"usage last": {
			func(v *ce.Type) { v.Usages = append(v.Usages, ce.Ref{Name: "All", User: true}) },
			"barns -->", "barns -->" + indent + `<usage user="All"/>`,
		},
		"usage replaced": {
			func(v *ce.Type) { v.Usages = refs("Coast", "Village", "Farm") },
			`<usage name="Town"/>`, `<usage name="Coast"/>`,
		},
		"usage gone": {
			func(v *ce.Type) { v.Usages = refs("Town", "Farm") },
			indent + `<usage  name="Village" ></usage>`, "",
		},
		"usage moved": {
			func(v *ce.Type) { v.Usages = refs("Village", "Farm", "Town") },
			`<usage name="Town"/>` + indent + "<usage/>" + indent + `<usage  name="Village" ></usage>` + indent +
				`<usage name="Farm"/> <!-- barns -->`,
			"<usage/>" + indent + `<usage  name="Village" ></usage>` + indent + `<usage name="Farm"/> <!-- barns -->` + indent +
				`<usage name="Town"/>`,
		},
		"usages gone": {
			func(v *ce.Type) { v.Usages = nil },
			`<usage name="Town"/>` + indent + "<usage/>" + indent + `<usage  name="Village" ></usage>` + indent +
				`<usage name="Farm"/> <!-- barns -->`,
			"<usage/>" + indent + "<!-- barns -->",
		},
		"value from name to user": {
			func(v *ce.Type) { v.Values[0].User = true },
			`<value name="Tier1"/>`, `<value user="Tier1"/>`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(patchBase, test.old) {
				t.Fatal("the test replaces what is not there")
			}
			want := strings.Replace(patchBase, test.old, test.new, 1)
			if diff := cmp.Diff(want, patchedType(t, patchBase, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPatchKeepsTheLayoutOfTheEntry(t *testing.T) {
	t.Parallel()
	nominal := func(v *ce.Type) { v.Nominal = ptr(int64(5)) }
	tags := func(v *ce.Type) { v.Tags = []ce.Ref{{Name: "floor"}} }
	tests := map[string]struct {
		change      func(*ce.Type)
		entry, want string
	}{
		"tabs": {
			nominal, "<type name=\"A\">\n\t\t<min>3</min>\n\t</type>", "<type name=\"A\">\n\t\t<nominal>5</nominal>\n\t\t<min>3</min>\n\t</type>",
		},
		"Windows": {
			nominal, "<type name=\"A\">\r\n  <min>3</min>\r\n </type>", "<type name=\"A\">\r\n  <nominal>5</nominal>\r\n  <min>3</min>\r\n </type>",
		},
		"one line": {nominal, `<type name="A"><min>3</min></type>`, `<type name="A"><nominal>5</nominal><min>3</min></type>`},
		"two on a line": {
			tags, "<type name=\"A\">\n  <min>3</min><value/>\n</type>",
			"<type name=\"A\">\n  <min>3</min>\n  <tag name=\"floor\"/><value/>\n</type>",
		},
		"blank close": {
			tags, "<type name=\"A\">\n  <value name=\"T\" />\n</type>",
			"<type name=\"A\">\n  <tag name=\"floor\" />\n  <value name=\"T\" />\n</type>",
		},
		"empty":      {nominal, `<type name="A"/>`, "<type name=\"A\">\n        <nominal>5</nominal>\n    </type>"},
		"empty pair": {nominal, `<type name="A"></type>`, "<type name=\"A\">\n        <nominal>5</nominal>\n    </type>"},
		"only a comment": {
			nominal, `<type name="A" ><!-- a --></type>`, "<type name=\"A\" ><!-- a -->\n        <nominal>5</nominal>\n    </type>",
		},
		"empty lines": {nominal, "<type name=\"A\">\n    </type>", "<type name=\"A\">\n        <nominal>5</nominal>\n    </type>"},
		"long comment": {
			nominal, "<type name=\"A\"> <!-- a\nb -->\n <min>3</min>\n</type>",
			"<type name=\"A\"> <!-- a\nb -->\n <nominal>5</nominal>\n <min>3</min>\n</type>",
		},
		"empty element":  {nominal, `<type name="A"><nominal /></type>`, `<type name="A"><nominal>5</nominal></type>`},
		"attribute kept": {nominal, `<type name="A"><nominal a="1" /></type>`, `<type name="A"><nominal a="1">5</nominal></type>`},
		"blank element":  {nominal, `<type name="A"><nominal></nominal></type>`, `<type name="A"><nominal>5</nominal></type>`},
		"comment inside": {
			nominal, `<type name="A"><nominal>1<!-- 2 -->3</nominal></type>`, `<type name="A"><nominal>5<!-- 2 --></nominal></type>`,
		},
		"no number": {nominal, `<type name="A"><nominal> many </nominal></type>`, `<type name="A"><nominal> 5 </nominal></type>`},
		"CDATA":     {nominal, `<type name="A"><nominal><![CDATA[1]]></nominal></type>`, `<type name="A"><nominal>5</nominal></type>`},
		"first filled": {
			nominal, `<type name="A"><nominal/><nominal>1</nominal><nominal>2</nominal></type>`,
			`<type name="A"><nominal/><nominal>5</nominal><nominal>2</nominal></type>`,
		},
		"odd order": {
			nominal, "<type name=\"A\">\n  <usage/>\n  <cost>1</cost>\n</type>",
			"<type name=\"A\">\n  <nominal>5</nominal>\n  <usage/>\n  <cost>1</cost>\n</type>",
		},
		"behind a bare one": {
			tags, "<type name=\"A\">\n  <tag/>\n  <value/>\n</type>", "<type name=\"A\">\n  <tag/>\n  <tag name=\"floor\"/>\n  <value/>\n</type>",
		},
		"bare category": {
			func(v *ce.Type) { v.Category = ptr("food") },
			`<type name="A"><category/></type>`, `<type name="A"><category name="food"/></type>`,
		},
		"all of a name go": {
			func(v *ce.Type) { v.Nominal, v.Category, v.Deloot = nil, nil, nil },
			`<type name="A"><nominal>1</nominal><nominal>2</nominal><category name="a"/><category name="b"/><flags deloot="1"/><flags ` +
				`deloot="0"/></type>`,
			`<type name="A"></type>`,
		},
		"quotes": {
			func(v *ce.Type) { v.Name = `B'"` },
			`<type name='A'/>`, `<type name='B&apos;&quot;'/>`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const before, behind = "<types>\n    ", "\n</types>"
			got := patchedType(t, before+test.entry+behind, test.change)
			if diff := cmp.Diff(before+test.want+behind, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPatchKeepsHowEachEntryClosesElements(t *testing.T) {
	t.Parallel()
	const data = "<types>\n\t<type name=\"A\"/>\n\t<type name=\"B\">\n\t\t<value name=\"C\" />\n\t</type>\n</types>\n"
	file := parseTypes(t, []byte(data))
	parts := partsOf(file)
	parts[1].Value.Tags = []ce.Ref{{Name: "floor"}}
	want := strings.Replace(data, "\t\t<value", "\t\t<tag name=\"floor\" />\n\t\t<value", 1)
	if diff := cmp.Diff(want, string(writeTypes(t, file.Skeleton, parts))); diff != "" {
		t.Error(diff)
	}
}

// A value that was read from an odd text stays as it is written while nobody changes it.
func TestPatchKeepsOddTexts(t *testing.T) {
	t.Parallel()
	const data = `<types><type name=" A "><nominal>0.5</nominal><lifetime>604800` + "\u202c" + `</lifetime>` +
		`<restock>99999999999</restock><min>x</min><flags deloot="2" crafted="yes"/><usage name=" Town "/></type></types>`
	got := patchedType(t, data, func(v *ce.Type) { v.Cost = ptr(int64(1)) })
	if want := strings.Replace(data, "<flags", "<cost>1</cost><flags", 1); got != want {
		t.Errorf("got %s", got)
	}
}

func TestBlankTextsCountAsNone(t *testing.T) {
	t.Parallel()
	const data = "<types>\n    <type name=\"A\"/>\n</types>\n"
	file := parseTypes(t, []byte(data))
	parts := partsOf(file)
	parts[0].Value = ce.Type{Name: " A ", Category: ptr(" "), Usages: []ce.Ref{{Name: " "}, {User: true}}}
	if got := writeTypes(t, file.Skeleton, parts); string(got) != data {
		t.Errorf("got %s", got)
	}
}
