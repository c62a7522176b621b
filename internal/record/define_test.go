package record

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sample has a field of every kind.
type sample struct {
	Meta
	Name     string   `field:"name,required,max=20,unique" label:"Title" help:"What it is called."`
	Count    *int64   `field:"count,column=amount,min=-1,max=9" unit:"s"`
	Ratio    *float64 `field:"ratio,min=0,max=1"`
	Flag     bool     `field:"flag" default:"1"`
	Digit    *bool    `field:"digit,digit"`
	Expires  *Moment  `field:"expires_at"`
	Data     JSON     `field:"data"`
	Variant  *string  `field:"variant" in:"a b"`
	OwnerID  *int64   `field:"owner_id" ref:"owners"`
	TagIDs   []int64  `field:"tag_ids" ref:"tags" links:"sample_tags sample_id tag_id"`
	Parts    []part   `field:"parts" count:"parts_count"`
	PartsNum int64    `field:"parts_count,readonly" default:"0"`
	Password *string  `field:"password,secret"`
	Inner    *string  `field:"inner,hidden"`
	Total    int64    `field:"total" sql:"(SELECT 1)"`
	Stamps
}

type part struct {
	Type  string   `field:"type,required,max=5"`
	Min   *int64   `field:"min" default:"3"`
	Ratio *float64 `field:"ratio"`
	On    bool     `field:"on" default:"1"`
	Note  *string  `field:"note"`
}

var samples = Define[sample]("samples", InInstance,
	searching("r.name"),
	filtering(byID("owner", "owners", "owner_id"), byFlag("flag", "flag"), byText("variant"),
		byLink("tag", "tags", Link{Table: "sample_tags", Owner: "sample_id", Column: "tag_id"})))

func TestDefine(t *testing.T) {
	t.Parallel()
	if samples.Name != "samples" || samples.Path != "samples" || samples.Title != samples.Field("name") {
		t.Errorf("%+v", samples)
	}
	tests := []struct {
		name     string
		kind     DataType
		column   string
		sql      string
		label    string
		nullable bool
		writable bool
		shown    bool
		fallback any
	}{
		{"id", Int, "id", "r.id", "Id", false, false, true, nil},
		{"name", Text, "name", "r.name", "Title", false, true, true, nil},
		{"count", Int, "amount", "r.amount", "Count", true, true, true, nil},
		{"ratio", Float, "ratio", "r.ratio", "Ratio", true, true, true, nil},
		{"flag", Flag, "flag", "r.flag", "Flag", false, true, true, int64(1)},
		{"expires_at", Time, "expires_at", "r.expires_at", "Expires at", true, true, true, nil},
		{"data", Object, "data", "r.data", "Data", false, true, true, "{}"},
		{"variant", Text, "variant", "r.variant", "Variant", true, true, true, nil},
		{"owner_id", Int, "owner_id", "r.owner_id", "Owner", true, true, true, nil},
		{"tag_ids", Links, "", "", "Tag ids", false, true, true, nil},
		{"parts", List, "parts", "r.parts", "Parts", false, true, true, "[]"},
		{"parts_count", Int, "parts_count", "r.parts_count", "Parts count", false, false, true, int64(0)},
		{"password", Text, "password", "r.password", "Password", true, true, false, nil},
		{"inner", Text, "inner", "r.inner", "Inner", true, false, false, nil},
		{"total", Int, "", "(SELECT 1)", "Total", false, false, true, nil},
	}
	for _, tt := range tests {
		f := samples.Field(tt.name)
		got := []any{f.Type, f.Column, f.SQL, f.Label, f.Nullable, f.Writable(), f.Shown(), f.Default}
		want := []any{tt.kind, tt.column, tt.sql, tt.label, tt.nullable, tt.writable, tt.shown, tt.fallback}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
		if f.Stored() != (tt.column != "") {
			t.Errorf("%s: stored %v", tt.name, f.Stored())
		}
	}
	if f := samples.Field("count"); f.Unit != "s" || *f.Min != -1 || *f.Max != 9 {
		t.Errorf("%+v", f)
	}
	if f := samples.Field("parts"); len(f.Items) != 5 || f.Items[1].Default != int64(3) || !f.Nested {
		t.Errorf("%+v", f)
	}
}

func TestMistakesInADeclarationPanic(t *testing.T) {
	t.Parallel()
	for want, define := range map[string]func(){
		"Name has no field tag": func() { Define[struct{ Name string }]("x", Owned) },
		`field name: unknown option "requird"`: func() {
			Define[struct {
				Name string `field:"name,requird"`
			}]("x", Owned)
		},
		"no data type for int": func() {
			Define[struct {
				Count int `field:"count"`
			}]("x", Owned)
		},
		"bound many": func() {
			Define[struct {
				Name string `field:"name,max=many"`
			}]("x", Owned)
		},
		"samples has no field none": func() { samples.Index("none") },
	} {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if got := fmt.Sprint(recover()); !strings.Contains(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			define()
		})
	}
}

// TestEveryResourceHoldsTogether checks what the declarations say about each other.
func TestEveryResourceHoldsTogether(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range All() {
		if seen[r.Name] || Named(r.Name) != r {
			t.Errorf("%s stands in the table twice", r.Name)
		}
		seen[r.Name] = true
		for _, f := range r.Fields {
			if f.Ref != "" && Named(f.Ref) == nil {
				t.Errorf("%s.%s refers to %s", r.Name, f.Name, f.Ref)
			}
			if f.Count != "" && !r.Has(f.Count) {
				t.Errorf("%s.%s counts in %s", r.Name, f.Name, f.Count)
			}
		}
		for _, filter := range r.Filters {
			if filter.Ref != "" && Named(filter.Ref) == nil {
				t.Errorf("%s: filter %s refers to %s", r.Name, filter.Param, filter.Ref)
			}
		}
		for _, along := range r.Cascades {
			if other := Named(along.Resource); other == nil || !other.Has(along.Column) {
				t.Errorf("%s takes %v along", r.Name, along)
			}
		}
	}
	if Named("none") != nil {
		t.Error("a resource without a declaration")
	}
}

func TestIdentifiersOfARow(t *testing.T) {
	t.Parallel()
	row := samples.EmptyRow()
	if diff := cmp.Diff([]int64{}, row[samples.Index("tag_ids")]); diff != "" {
		t.Error(diff)
	}
	row[samples.Index("id")], row[samples.Index("sid")], row[samples.Index("name")] = int64(7), "abc", "Crate"
	if samples.ID(row) != 7 || samples.SID(row) != "abc" || samples.TitleOf(row) != "Crate" {
		t.Errorf("%v", row)
	}
	untitled := Define[struct {
		Identity
	}]("untitled", Owned)
	if got := untitled.TitleOf(untitled.EmptyRow()); got != "" {
		t.Errorf("title %q", got)
	}
	if reflect.DeepEqual(samples.EmptyRow(), row) {
		t.Error("rows share their values")
	}
}
