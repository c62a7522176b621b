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
		"nothing":            {TypesFile, `<type name="AKM"><nominal>1</nominal><usage/><!-- <a/> --></type>`, nil},
		"element":            {TypesFile, `<type name="AKM"><nominl>1</nominl></type>`, []Oddity{{Element: "nominl", Near: "nominal"}}},
		"nothing like it":    {EventsFile, `<event name="A"><colour/></event>`, []Oddity{{Element: "colour"}}},
		"old element":        {EventsFile, `<event name="A"><waves/></event>`, nil},
		"attribute":          {SpawnableTypesFile, `<type name="AKM"><cargo hance="1"/></type>`, []Oddity{{Element: "cargo", Name: "hance", Text: "1", Near: "chance"}}},
		"inside an element":  {SpawnableTypesFile, `<type name="A"><cargo><cargo/></cargo></type>`, []Oddity{{Element: "cargo"}}},
		"word":               {TypesFile, `<type name="A"><min>two</min></type>`, []Oddity{{Type: NotANumber, Element: "min", Text: "two"}}},
		"comma":              {RandomPresetsFile, `<cargo name="a" chance="0,5"/>`, []Oddity{{Type: NotANumber, Element: "cargo", Name: "chance", Text: "0,5"}}},
		"blank":              {EventSpawnsFile, `<event name="A "/>`, []Oddity{{Type: BlankAround, Element: "event", Name: "name", Text: "A "}}},
		"several categories": {TypesFile, `<type name="A"><category name="a"/><category/><category name="b"/></type>`, []Oddity{{Type: SeveralOf, Element: "category"}}},
		"between entries":    {TypesFile, `<types><tpe name="A"/></types>`, []Oddity{{Element: "tpe", Near: "type"}}},
		"other files":        {LimitsFile, `<lists><a/></lists>`, nil},
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
		got = append(got, e.Parent+">"+e.Name+" "+e.Attr("x")+e.text())
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
