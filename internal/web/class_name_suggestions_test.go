package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestClassNamesAreSuggested(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance, other := b.instance("A"), b.instance("B")
	for _, name := range []string{"AKM", "Ammo_762x39", "My_AKM", "A%B", "AmmoBox"} {
		b.add(instance, record.InstanceClassnames, record.Values{"name": name})
	}
	b.add(other, record.InstanceClassnames, record.Values{"name": "AKM_Elsewhere"})
	err := s.db.EditCatalog(context.Background(), func(e *store.Edit) error {
		return e.InsertAll(context.Background(), record.Classnames, []record.Row{record.Classnames.Encode(&record.Classname{Name: "akm", DisplayName: "KA-M"}), record.Classnames.Encode(&record.Classname{Name: "AK74"})})
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
		if diff := cmp.Diff(test.want, b.get(address+test.query).status(200).Body.String()); diff != "" {
			t.Errorf("%s: %s", test.query, diff)
		}
	}
	for i := range 30 {
		b.add(instance, record.InstanceClassnames, record.Values{"name": fmt.Sprintf("Many%02d", i)})
	}
	b.get(address + "?q=many").says(`"Many19"]`)
	s.visitor().get(address).leadsTo("/login")
	s.user("Bo", false).get(address).status(403)
}

// TestEveryClassNameFieldSuggests: fields that hold class names say so in their declaration, and their controls suggest some.
func TestEveryClassNameFieldSuggests(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	for _, p := range s.recordPages() {
		page := parseHTML(t, b.get(instance+"/"+p.Resource.Path+"/create").status(200).says(`id="class-names" data-suggest=`).Body.String())
		for _, name := range classNameFields(p.Resource.Fields, "", p.Omitted) {
			suggested := false
			for _, e := range page.named("input", "textarea") {
				ends := strings.HasSuffix(e.attrs["name"], name) || strings.HasSuffix(e.attrs["name"], "["+name+"]")
				suggested = suggested || ends && (e.attrs["list"] == "class-names" || e.attrs["data-suggest-lines"] == "class-names")
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
