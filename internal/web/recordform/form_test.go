package recordform

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// part is a nested record of a widget.
type part struct {
	Name string  `field:"name,required"`
	Size *string `field:"size" in:"big small"`
	On   bool    `field:"on"`
}

// point is a nested record of bare numbers.
type point struct {
	X    *float64 `field:"x,required"`
	Note *string  `field:"note"`
}

// kit is a nested record that holds others.
type kit struct {
	Name   string  `field:"name,required"`
	Points []point `field:"points"`
}

// box is a nested record that rows cannot show.
type box struct {
	Free record.JSON `field:"free"`
}

// widget has a field of every kind.
type widget struct {
	record.Meta
	Name   string         `field:"name,required,max=10"`
	Added  *int64         `field:"added" unit:"s" label:"Added later" help:"What it does."`
	Count  int64          `field:"count,min=1,max=5"`
	Amount *float64       `field:"amount"`
	When   *record.Moment `field:"when"`
	On     bool           `field:"on" default:"1"`
	Maybe  *bool          `field:"maybe"`
	Size   *string        `field:"size" in:"big small"`
	Free   record.JSON    `field:"free"`
	Parts  []part         `field:"parts"`
	Boxes  []box          `field:"boxes"`
	Secret *string        `field:"secret,secret"`
	Fixed  int64          `field:"fixed,readonly"`

	Price  record.Hundredths `field:"price" default:"-1"`
	Place  *record.Position  `field:"place" unit:"m"`
	Facing *record.Position  `field:"facing" unit:"degrees"`
	Tags   []string          `field:"tags"`
	Points []point           `field:"points"`
	Kits   []kit             `field:"kits"`
}

// TestFormsFollowTheDeclaration holds that a field that is declared appears in the form without a word in this package.
func TestFormsFollowTheDeclaration(t *testing.T) {
	t.Parallel()
	form := Form{Resource: record.Define[widget]("widgets", record.InInstance), Items: map[string]string{"parts": "part", "kits": "kit"}}
	sets, err := form.Fieldsets(context.Background(), &site.Request{}, form.Fresh(), true)
	if err != nil || len(sets) != 1 || sets[0].Title != "More" {
		t.Fatalf("%+v, %v", sets, err)
	}
	unset, sizes := ui.Option{Label: "not set", Selected: true}, []ui.Option{{Value: "big", Label: "big"}, {Value: "small", Label: "small"}}
	want := []ui.Field{
		{Name: "name", Label: "Name", Kind: ui.Text, Required: true, MaxLength: 10},
		{Name: "added", Label: "Added later", Kind: ui.Duration, Unit: "s", Help: "What it does."},
		{Name: "count", Label: "Count", Kind: ui.Number, Min: "1", Max: "5"},
		{Name: "amount", Label: "Amount", Kind: ui.Number, Step: "any"},
		{Name: "when", Label: "When", Kind: ui.DateTime, Unit: "UTC"},
		{Name: "on", Label: "On", Kind: ui.Switch, Value: "1"},
		{Name: "maybe", Label: "Maybe", Kind: ui.TriState},
		{Name: "size", Label: "Size", Kind: ui.Select, Options: append([]ui.Option{unset}, sizes...)},
		{Name: "free", Label: "Free", Kind: ui.TextArea, Value: "{}", Code: true},
		{Name: "parts", Label: "Parts", Kind: ui.RowList, Value: "[]", Rows: &ui.Rows{Item: "part", Spare: SpareRows, Columns: []ui.Field{
			{Name: "name", Label: "Name", Kind: ui.Text},
			{Name: "size", Label: "Size", Kind: ui.Select, Options: append([]ui.Option{{}}, sizes...)},
			{Name: "on", Label: "On", Kind: ui.Select, Options: []ui.Option{{}, {Value: "1", Label: "yes"}, {Value: "0", Label: "no"}}},
		}}},
		{Name: "boxes", Label: "Boxes", Kind: ui.TextArea, Value: "[]", Code: true},
		{Name: "secret", Label: "Secret", Kind: ui.Password, Autocomplete: "new-password"},
		{Name: "price", Label: "Price", Kind: ui.Number, Value: "-1.00", Step: "0.01"},
		{Name: "place", Label: "Place", Kind: ui.Triple, Unit: "m", Parts: []ui.Part{{Label: "x"}, {Label: "y"}, {Label: "z"}}},
		{Name: "facing", Label: "Facing", Kind: ui.Triple, Unit: "degrees", Parts: []ui.Part{{Label: "yaw"}, {Label: "pitch"}, {Label: "roll"}}},
		{Name: "tags", Label: "Tags", Kind: ui.Lines, Code: true},
		{Name: "points", Label: "Points", Kind: ui.Lines, Code: true},
		{Name: "kits", Label: "Kits", Kind: ui.RowList, Value: "[]", Rows: &ui.Rows{Item: "kit", Spare: SpareRows, Columns: []ui.Field{
			{Name: "name", Label: "Name", Kind: ui.Text}, {Name: "points", Label: "Points", Kind: ui.Lines, Code: true},
		}}},
	}
	if diff := cmp.Diff(want, sets[0].Fields, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// TestAcceptReadsEveryKind sends a widget's form and holds what is stored, also when it is sent again.
func TestAcceptReadsEveryKind(t *testing.T) {
	t.Parallel()
	form := Form{Resource: record.Define[widget]("widgets", record.InInstance)}
	text := "name=+W+&added=&count=2&amount=1.50&when=2026-02-01T12:30&on=0&on=1&maybe=0&size=small&free=%7B%22a%22%3A1%7D" +
		"&parts[0][name]=P&parts[0][size]=&parts[0][on]=1&parts[4][name]=&parts[4][size]=&parts[4][on]=&boxes=[]&secret=" +
		"&price=2.5&place[]=1&place[]=-2.5&place[]=3&facing[]=&facing[]=&facing[]=&tags=A%0D%0A%0D%0A+B+&points=1+%22a+b%22%0D%0A-2.5%0D%0A" +
		"&kits[0][name]=K&kits[0][points]=1+-%0D%0A%0D%0A2+b&kits[1][name]=&kits[1][points]="
	input := jsontree.ParseForm(text)
	jsontree.Prepare(input)
	row := form.Fresh()
	values, problems, err := form.Accept(context.Background(), input, row, store.References{}, false)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	want := record.Values{
		"name":   "W",
		"count":  int64(2),
		"amount": 1.5,
		"when":   int64(1769949000000000),
		"on":     int64(1),
		"maybe":  int64(0),
		"size":   "small",
		"free":   `{"a":1}`,
		"parts":  `[{"name":"P","size":null,"on":true}]`,
		"boxes":  "[]",
		"price":  int64(250),
		"place":  "[1,-2.5,3]",
		"tags":   `["A","B"]`,
		"points": `[{"x":1,"note":"a b"},{"x":-2.5,"note":null}]`,
		"kits":   `[{"name":"K","points":[{"x":1,"note":null},{"x":2,"note":"b"}]}]`,
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Fatal(diff)
	}
	for name, value := range values {
		row[form.Resource.Index(name)] = value
	}
	row[form.Resource.Index("id")] = int64(1)
	again, problems, err := form.Accept(context.Background(), input, row, store.References{}, true)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for name, value := range again {
		if diff := cmp.Diff(values[name], value); diff != "" {
			t.Errorf("sent again, %s changed: %s", name, diff)
		}
	}
}
