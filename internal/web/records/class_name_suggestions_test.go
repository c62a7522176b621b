package records_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestClassNamesAreSuggested(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance, other := b.Instance("A"), b.Instance("B")
		for _, name := range []string{"AKM", "Ammo_762x39", "My_AKM", "A%B", "AmmoBox"} {
			b.Add(instance, record.InstanceClassnames, record.Values{"name": name})
		}
		b.Add(other, record.InstanceClassnames, record.Values{"name": "AKM_Elsewhere"})
		err := s.DB.EditCatalog(context.Background(), func(e *store.Edit) error {
			return e.InsertAll(context.Background(), record.Classnames, []record.Row{
				record.Classnames.Encode(&record.Classname{Name: "akm", DisplayName: "KA-M"}),
				record.Classnames.Encode(&record.Classname{Name: "AK74"}),
			})
		})
		if err != nil {
			t.Fatal(err)
		}
		address := "/instance" + instance[len("/instances"):] + "/expansion/gui/class-names"
		tests := []struct{ query, want string }{
			{"", `{"data":[]}`},
			{"?q=", `{"data":[]}`},
			{"?q=ak", `{"data":["AK74","AKM","My_AKM"]}`},
			{"?q=%25", `{"data":["A%B"]}`},
			{"?q=o_", `{"data":["Ammo_762x39"]}`},
			{"?q=%5C", `{"data":[]}`},
			{"?q[]=ak", `{"data":[]}`},
			{"?q=" + strings.Repeat("a", 60_000), `{"data":[]}`},
			{"?q=%00", `{"data":[]}`},
			{"?q=%FF", `{"data":[]}`},
		}
		for _, test := range tests {
			if diff := cmp.Diff(test.want, b.Get(address+test.query).Status(200).Body.String()); diff != "" {
				t.Errorf("%s: %s", test.query, diff)
			}
		}
		for i := range 30 {
			b.Add(instance, record.InstanceClassnames, record.Values{"name": fmt.Sprintf("Many%02d", i)})
		}
		b.Get(address + "?q=many").Says(`"Many19"]`)
		s.Visitor().Get(address).LeadsTo("/login")
		s.User("Bo", false).Get(address).Status(403)
	})
}

// TestEveryClassNameFieldSuggests: fields that hold class names say so in their declaration, and their controls suggest some.
func TestEveryClassNameFieldSuggests(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	for _, p := range s.RecordPages() {
		page := webtest.ParseHTML(t, b.Get(instance+"/"+p.Resource.Path+"/create").
			Status(200).Says(`id="class-names" data-suggest=`).Body.String())
		for _, name := range classNameFields(p.Resource.Fields, "", p.Omitted) {
			suggested := false
			for _, e := range page.Named("input", "textarea") {
				ends := strings.HasSuffix(e.Attrs["name"], name) || strings.HasSuffix(e.Attrs["name"], "["+name+"]")
				suggested = suggested || ends && (e.Attrs["list"] == "class-names" || e.Attrs["data-suggest-lines"] == "class-names")
			}
			if !suggested {
				t.Errorf("%s: %s suggests no class names", p.Many, name)
			}
		}
	}
}

// classNameFields returns the names of controls that hold class names, by the labels of the fields.
func classNameFields(fields []*record.Field, within string, omitted []string) (names []string) {
	for _, f := range fields {
		isClass := f.Type == record.Text && strings.HasPrefix(f.Label, "Class") || f.Name == "object_class" || f.Name == "attachments"
		switch {
		case f.Items != nil && !strings.HasPrefix(within, "items"):
			names = append(names, classNameFields(f.Items, f.Name, nil)...)
		case f.Name == "instance_classname_id":
			names = append(names, "class_name")
		case isClass && f.Writable() && within == "items":
			names = append(names, "name")
		case isClass && f.Writable():
			names = append(names, f.Name)
		}
	}
	return names
}
