package ce

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOddities(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		of   FileType
		text string
		want []Oddity
	}{
		"nothing":         {TypesFile, `<type name="AKM"><nominal>1</nominal><usage/><!-- <a/> --></type>`, nil},
		"element":         {TypesFile, `<type name="AKM"><nominl>1</nominl></type>`, []Oddity{{Element: "nominl", Near: "nominal"}}},
		"nothing like it": {EventsFile, `<event name="A"><colour/></event>`, []Oddity{{Element: "colour"}}},
		"old element":     {EventsFile, `<event name="A"><waves/></event>`, nil},
		"attribute": {
			SpawnableTypesFile, `<type name="AKM"><cargo hance="1"/></type>`,
			[]Oddity{{Element: "cargo", Name: "hance", Text: "1", Near: "chance"}},
		},
		"inside an element": {SpawnableTypesFile, `<type name="A"><cargo><cargo/></cargo></type>`, []Oddity{{Element: "cargo"}}},
		"word":              {TypesFile, `<type name="A"><min>two</min></type>`, []Oddity{{Type: NotANumber, Element: "min", Text: "two"}}},
		"comma": {
			RandomPresetsFile, `<cargo name="a" chance="0,5"/>`, []Oddity{{Type: NotANumber, Element: "cargo", Name: "chance", Text: "0,5"}},
		},
		"blank": {EventSpawnsFile, `<event name="A "/>`, []Oddity{{Type: BlankAround, Element: "event", Name: "name", Text: "A "}}},
		"several categories": {
			TypesFile, `<type name="A"><category name="a"/><category/><category name="b"/></type>`, []Oddity{{Type: Repeated, Element: "category"}},
		},
		"repeated": {
			EventsFile, `<event name="A"><active>1</active><active/><active>0</active><active>0</active></event>`,
			[]Oddity{{Type: NotANumber, Element: "active"}, {Type: Repeated, Element: "active"}},
		},
		"empty number": {
			TypesFile, `<type name="A"><min><!-- 5 --></min><nominal/><cost> </cost></type>`,
			[]Oddity{{Type: NotANumber, Element: "min"}, {Type: NotANumber, Element: "nominal"}, {Type: NotANumber, Element: "cost"}},
		},
		"commented number":    {TypesFile, `<type name="A"><min><!-- two -->2<!-- <x> --></min><cost><![CDATA[1]]></cost></type>`, nil},
		"number as attribute": {TypesFile, `<type name="A"><min value="5"/></type>`, []Oddity{{Element: "min", Name: "value", Text: "5"}}},
		"too large": {
			TypesFile, `<type name="A"><lifetime>38880000000</lifetime></type>`,
			[]Oddity{{Type: TooLarge, Element: "lifetime", Text: "38880000000"}},
		},
		"decimal too large": {
			EventSpawnsFile, `<event name="A"><pos x="1e999" z="1"/></event>`, []Oddity{{Type: TooLarge, Element: "pos", Name: "x", Text: "1e999"}},
		},
		"flag": {
			TypesFile, `<type name="A"><flags count_in_map="2" deloot="true"/></type>`,
			[]Oddity{
				{Type: NotAFlag, Element: "flags", Name: "count_in_map", Text: "2"},
				{Type: NotANumber, Element: "flags", Name: "deloot", Text: "true"},
			},
		},
		"empty name": {
			TypesFile, `<type name="A"><usage name=""/><usage/><value user=" "/></type>`,
			[]Oddity{{Type: Nameless, Element: "usage", Name: "name"}, {Type: Nameless, Element: "value", Name: "user", Text: " "}},
		},
		"text inside": {
			TypesFile, `<type name="A"><usage>Military</usage><flags>1</flags></type>`,
			[]Oddity{{Type: TextInside, Element: "usage", Text: "Military"}, {Type: TextInside, Element: "flags", Text: "1"}},
		},
		"attribute missing": {
			EventsFile, `<event name="A"><children><child max="1"/></children></event>`, []Oddity{{Type: Nameless, Element: "child", Name: "type"}},
		},
		"place missing": {
			PlayerSpawnsFile, `<playerspawnpoints><fresh><pos x="1"/></fresh></playerspawnpoints>`,
			[]Oddity{{Type: Nameless, Element: "pos", Name: "z"}},
		},
		"message": {
			MessagesFile, `<message><onConnect>2</onConnect><Repeat>5</Repeat></message>`,
			[]Oddity{{Type: NotAFlag, Element: "onConnect", Text: "2"}},
		},
		"between entries": {TypesFile, `<types><tpe name="A"/></types>`, []Oddity{{Element: "tpe", Near: "type"}}},
		"other files":     {LimitsFile, `<lists><a/></lists>`, nil},
	} {
		if diff := cmp.Diff(c.want, Oddities(c.of, c.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestElements(t *testing.T) {
	t.Parallel()
	var got []string
	for e := range Elements("<a>\n<b x=' 1 ' y=\"2\"/>\n<c>t</c><d") {
		got = append(got, e.Parent+">"+e.Name+" "+e.Attr("x")+e.Text())
		if e.Name == "b" && (e.Line != 2 || !e.Has("y") || e.Has("z") || e.Written("x") != " 1 ") {
			t.Errorf("%+v", e)
		}
	}
	if diff := cmp.Diff([]string{">a ", "a>b 1", "a>c t"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestNearest(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"childs": "child", "Mixd": "mixed", "parent": "parent", "colour": "", "a": ""} {
		if got := Nearest(name, []string{"child", "parent", "mixed"}); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
