package web

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// part is a nested record of a widget.
type part struct {
	Name string  `field:"name,required"`
	Size *string `field:"size" in:"big small"`
	On   bool    `field:"on"`
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
}

// TestFormsFollowTheDeclaration holds that a field that is declared appears in the form without a word in this package.
func TestFormsFollowTheDeclaration(t *testing.T) {
	t.Parallel()
	form := recordForm{resource: record.Define[widget]("widgets", record.InInstance), items: map[string]string{"parts": "part"}}
	sets, err := form.fieldsets(context.Background(), &Request{}, form.fresh(), true)
	if err != nil || len(sets) != 1 || sets[0].Title != "More" {
		t.Fatalf("%+v, %v", sets, err)
	}
	unset, sizes := Option{Label: "not set", Selected: true}, []Option{{Value: "big", Label: "big"}, {Value: "small", Label: "small"}}
	want := []Field{
		{Name: "name", Label: "Name", Kind: Text, Required: true, MaxLength: 10},
		{Name: "added", Label: "Added later", Kind: Duration, Unit: "s", Help: "What it does."},
		{Name: "count", Label: "Count", Kind: Number, Min: "1", Max: "5"},
		{Name: "amount", Label: "Amount", Kind: Number, Step: "any"},
		{Name: "when", Label: "When", Kind: DateTime},
		{Name: "on", Label: "On", Kind: Switch, Value: "1"},
		{Name: "maybe", Label: "Maybe", Kind: TriState},
		{Name: "size", Label: "Size", Kind: Select, Options: append([]Option{unset}, sizes...)},
		{Name: "free", Label: "Free", Kind: TextArea, Value: "{}", Code: true},
		{Name: "parts", Label: "Parts", Kind: RowList, Value: "[]", Rows: &Rows{Item: "part", Spare: spareRows, Columns: []Field{
			{Name: "name", Label: "Name", Kind: Text},
			{Name: "size", Label: "Size", Kind: Select, Options: append([]Option{{}}, sizes...)},
			{Name: "on", Label: "On", Kind: Select, Options: []Option{{}, {Value: "1", Label: "yes"}, {Value: "0", Label: "no"}}},
		}}},
		{Name: "boxes", Label: "Boxes", Kind: TextArea, Value: "[]", Code: true},
		{Name: "secret", Label: "Secret", Kind: Password, Autocomplete: "new-password"},
	}
	if diff := cmp.Diff(want, sets[0].Fields, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// TestAcceptReadsEveryKind sends a widget's form and holds what is stored, also when it is sent again.
func TestAcceptReadsEveryKind(t *testing.T) {
	t.Parallel()
	form := recordForm{resource: record.Define[widget]("widgets", record.InInstance)}
	text := "name=+W+&added=&count=2&amount=1.50&when=2026-02-01T12:30&on=0&on=1&maybe=0&size=small&free=%7B%22a%22%3A1%7D" +
		"&parts[0][name]=P&parts[0][size]=&parts[0][on]=1&parts[4][name]=&parts[4][size]=&parts[4][on]=&boxes=[]&secret="
	r := &Request{input: jsontree.ParseForm(text)}
	jsontree.Prepare(r.input)
	row := form.fresh()
	values, problems, err := form.accept(context.Background(), r, row, store.References{}, false)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	want := record.Values{
		"name": "W", "count": int64(2), "amount": 1.5, "when": int64(1769949000000000), "on": int64(1), "maybe": int64(0), "size": "small",
		"free": `{"a":1}`, "parts": `[{"name":"P","size":null,"on":true}]`, "boxes": "[]",
	}
	if diff := cmp.Diff(want, values); diff != "" {
		t.Fatal(diff)
	}
	for name, value := range values {
		row[form.resource.Index(name)] = value
	}
	row[form.resource.Index("id")] = int64(1)
	again, problems, err := form.accept(context.Background(), r, row, store.References{}, true)
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	for name, value := range again {
		if diff := cmp.Diff(values[name], value); diff != "" {
			t.Errorf("sent again, %s changed: %s", name, diff)
		}
	}
}
