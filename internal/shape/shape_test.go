package shape_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

type part struct {
	Name string `field:"name,required,max=3" example:"abc"`
	Size int    `field:"size,min=1,max=9"`
}

type free struct {
	Name string `field:"name"`
	Size int    `field:"size"`
}

type lent struct {
	File string `field:"file,query" example:"env/a.xml"`
}

type body struct {
	lent
	Text    string            `field:"text,required" in:"one,two"`
	Parts   []part            `field:"parts,max=2"`
	Inner   *free             `field:"inner"`
	Names   []string          `field:"names"`
	Sides   map[string]string `field:"sides" in:"mine,theirs"`
	Secret  string            `field:"secret,secret" pattern:"^x"`
	Number  float64           `field:"number,min=0"`
	Raw     *jsontree.Object  `field:"raw"`
	DryRun  bool              `field:"dry_run" example:"true"`
	Printed string            `field:"printed,line"`
}

// Check refuses a text that goes with no parts.
func (b *body) Check(problems *validate.Errors) {
	if b.Text == "two" && len(b.Parts) == 0 {
		problems.AddFailure("parts", validate.IsRequired)
	}
}

func accept(t *testing.T, text string) (body, error) {
	t.Helper()
	in := jsontree.ParseBody([]byte(text))
	jsontree.Prepare(in)
	return shape.Accept[body](context.Background(), in)
}

func TestAccept(t *testing.T) {
	t.Parallel()
	got, err := accept(t, `{"file":"f","text":"two","parts":[{"name":"ab","size":"7"}],"inner":{"name":"c"},"names":["x"],"sides":{"k":"mine"},
		"number":1.5,"raw":{"a":1},"dry_run":"1","unknown":true}`)
	if err != nil {
		t.Fatal(err)
	}
	want := body{
		lent: lent{"f"}, Text: "two", Parts: []part{{"ab", 7}}, Inner: &free{Name: "c"}, Names: []string{"x"},
		Sides:  map[string]string{"k": "mine"},
		Number: 1.5, DryRun: true, Raw: got.Raw,
	}
	if !reflect.DeepEqual(got, want) || string(jsontree.AppendValue(nil, got.Raw)) != `{"a":1}` {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	for text, field := range map[string]string{
		`{}`:             "text",
		`{"text":"six"}`: "text",
		`{"text":"two"}`: "parts", // by Check
		`{"text":"one","parts":{"0":{"name":"a"}}}`:                       "parts",
		`{"text":"one","parts":[{"name":"a"},{"name":"a"},{"name":"a"}]}`: "parts",
		`{"text":"one","parts":[{"size":1}]}`:                             "parts.0.name",
		`{"text":"one","parts":[{"name":"abcd"}]}`:                        "parts.0.name",
		`{"text":"one","parts":[{"name":"a","size":10}]}`:                 "parts.0.size",
		`{"text":"one","parts":[7]}`:                                      "parts.0",
		`{"text":"one","inner":[]}`:                                       "inner",
		`{"text":"one","names":[""]}`:                                     "names.0",
		`{"text":"one","sides":{"k":"both"}}`:                             "sides",
		`{"text":"one","sides":[]}`:                                       "sides",
		`{"text":"one","secret":"y"}`:                                     "secret",
		`{"text":"one","number":-1}`:                                      "number",
		`{"text":"one","dry_run":"yes"}`:                                  "dry_run",
		"{\"text\":\"one\",\"printed\":\"a\\nb\"}":                        "printed",
		`{"text":["one"]}`:                                                "text",
		`{"text":"one","raw":"text"}`:                                     "raw",
		`{"text":"one","parts":"none"}`:                                   "parts",
		`{"text":"one","inner":{"name":"a","size":"much"}}`:               "inner.size",
	} {
		_, err := accept(t, text)
		var problems validate.Errors
		errors.As(err, &problems)
		if !problems.Misses(field) && (len(problems) == 0 || problems[0].Field != field) {
			t.Errorf("%s: %v, want a problem of %s", text, err, field)
		}
	}
}

type state string

func (state) Words() []string { return []string{"on", "off"} }

type answer struct {
	_      struct{}         `help:"What there is."`
	Name   string           `field:"name" example:"AKM"`
	Error  string           `field:"error,null"`
	Line   int              `field:"line,null"`
	At     record.Moment    `field:"at"`
	Seen   time.Time        `field:"seen,null"`
	List   []part           `field:"list"`
	Known  []int            `field:"known,null"`
	Left   string           `field:"left,omit"`
	Pair   *[2]float64      `field:"pair"`
	Counts map[string]int   `field:"counts"`
	Any    any              `field:"any"`
	State  state            `field:"state"`
	Tree   *jsontree.Object `field:"tree"`
	Secret string           `field:"secret,secret"`
	Group  struct{ part }   `field:"group"`
}

func TestAppend(t *testing.T) {
	t.Parallel()
	o := new(jsontree.Object)
	o.Set("b", "/")
	full := answer{
		Name: "a/b", Error: "no", Line: 3, At: 1_700_000_000_123_456, Seen: time.UnixMicro(1).UTC(), List: []part{{"x", 1}}, Known: []int{},
		Left: "l",
		Pair: &[2]float64{1, 2.5}, Counts: map[string]int{"z": 1, "a": 2}, Any: []any{true}, State: "on", Tree: o, Secret: "hidden",
	}
	for _, c := range []struct {
		value answer
		want  string
	}{
		{
			answer{},
			`{"name":"","error":null,"line":null,"at":"1970-01-01T00:00:00.000000Z","seen":null,"list":[],"known":null,"pair":null,"counts":{},` +
				`"any":null,"state":"","tree":null,"group":{"name":"","size":0}}`,
		},
		{
			full,
			`{"name":"a\/b","error":"no","line":3,"at":"2023-11-14T22:13:20.123456Z","seen":"1970-01-01T00:00:00.000001Z","list":[{"name":"x",` +
				`"size":1}],` +
				`"known":[],"left":"l","pair":[1,2.5],"counts":{"a":2,"z":1},"any":[true],"state":"on","tree":{"b":"\/"},"group":{"name":"",` +
				`"size":0}}`,
		},
	} {
		if diff := cmp.Diff(c.want, string(shape.Append(nil, c.value))); diff != "" {
			t.Error(diff)
		}
	}
}

type either struct{ What any }

func (either) AnyOf() []*shape.Type { return []*shape.Type{shape.Of[part](), shape.Of[free]()} }

func TestAlternatives(t *testing.T) {
	t.Parallel()
	for want, value := range map[string]either{
		`null`:                  {},
		`{"name":"x","size":1}`: {part{"x", 1}},
		`{"name":"y","size":2}`: {&free{"y", 2}},
	} {
		if got := string(shape.Append(nil, value)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestDescription(t *testing.T) {
	t.Parallel()
	s := shape.Of[answer]()
	if s.Name != "Answer" || s.Help != "What there is." || s.Kind != shape.Object {
		t.Errorf("%+v", s)
	}
	for _, f := range s.Fields {
		if f.Name == "state" && (f.Type.Name != "State" || len(f.Type.In) != 2) {
			t.Errorf("%+v", f.Type)
		}
	}
}

func TestExample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got  any
		want string
	}{
		{shape.Of[body]().Example(true), `{"text":"one","dry_run":true}`},
		{
			shape.Of[answer]().Example(false),
			`{"name":"AKM","error":null,"line":null,"at":"2026-02-01T12:00:00.000000Z","seen":null,"list":[{"name":"abc","size":0}],` +
				`"known":null,"pair":null,"counts":{},"any":null,"state":"on","tree":null,"group":{"name":"abc","size":0}}`,
		},
	} {
		if diff := cmp.Diff(c.want, string(jsontree.AppendValue(nil, c.got))); diff != "" {
			t.Error(diff)
		}
	}
}

type repeated struct {
	_     struct{} `name:"Repetition" help:"How often."`
	Times int      `field:"times,between,min=1,max=9"`
	Seed  *int64   `field:"seed,between,min=0,max=9007199254740992"`
}

func TestBetween(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"times":9,"seed":"9007199254740992"}`: "",
		`{"seed":0}`:                            "",
		`{"times":10}`:                          "The times field must be between 1 and 9.",
		`{"times":"many"}`:                      "The times field must be between 1 and 9.",
		`{"seed":-1}`:                           "The seed field must be between 0 and 9007199254740992.",
	} {
		_, err := shape.Accept[repeated](t.Context(), jsontree.ParseBody([]byte(text)))
		var problems validate.Errors
		errors.As(err, &problems)
		if (want == "") != (len(problems) == 0) || want != "" && problems[0].Texts()[0] != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if s := shape.Of[repeated](); s.Name != "Repetition" || s.Help != "How often." {
		t.Errorf("described as %q: %q", s.Name, s.Help)
	}
}

type keeping struct {
	Secret *string            `field:"secret,clears"`
	Levels map[string]*string `field:"levels,keyed" in:"high,low"`
	Dir    string             `field:"dir,folder"`
}

// TestWhatIsLeftOutIsNotNull: a pointer that is cleared stands apart from one that was not sent, and so do members of a map.
func TestWhatIsLeftOutIsNotNull(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]keeping{
		`{}`:                              {},
		`{"secret":null}`:                 {Secret: new("")},
		`{"secret":"x","dir":"a/b"}`:      {Secret: new("x"), Dir: "a/b"},
		`{"levels":[]}`:                   {Levels: map[string]*string{}},
		`{"levels":{"a":null,"b":"low"}}`: {Levels: map[string]*string{"a": nil, "b": new("low")}},
	} {
		got, err := shape.Accept[keeping](t.Context(), jsontree.ParseBody([]byte(body)))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", body, err, diff)
		}
	}
	for body, field := range map[string]string{
		`{"levels":{"a":"mid"}}`: "levels.a", `{"levels":["low"]}`: "levels", `{"dir":"../up"}`: "dir",
	} {
		_, err := shape.Accept[keeping](t.Context(), jsontree.ParseBody([]byte(body)))
		var wrong validate.Errors
		if !errors.As(err, &wrong) || wrong[0].Field != field {
			t.Errorf("%s: %v, want one about %s", body, err, field)
		}
	}
}
