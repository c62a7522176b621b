package records_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

func TestTypesList(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Get(instance+"/types").Says("No types yet", instance+"/types/create")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}, webtest.File{
		Name: "mods/My_types.xml", Text: strings.NewReplacer("AKM", "My_Gun", "Apple", "My_Fruit").Replace(webtest.TypesXML),
	}).Status(200)
	sent := func(query string) []string { return b.Get(instance + "/types" + query).Names() }
	tests := []struct {
		query string
		want  []string
	}{
		{"", []string{"AKM", "Apple", "My_Gun", "My_Fruit"}},
		{"?sort=name", []string{"AKM", "Apple", "My_Fruit", "My_Gun"}},
		{"?sort=-name", []string{"My_Gun", "My_Fruit", "Apple", "AKM"}},
		{"?sort=nominal", []string{"Apple", "My_Fruit", "AKM", "My_Gun"}},
		{"?sort=unknown", []string{"AKM", "Apple", "My_Gun", "My_Fruit"}},
		{"?search=my_", []string{"My_Gun", "My_Fruit"}},
		{"?search=%25", nil},
		{"?usage=1", []string{"AKM", "My_Gun"}},
		{"?usage=1&search=my", []string{"My_Gun"}},
		{"?usage=x", []string{"AKM", "Apple", "My_Gun", "My_Fruit"}},
		{"?status=disabled", nil},
		{"?status=enabled&sort=-name&per_page=2&page=2", []string{"Apple", "AKM"}},
		{"?page=9", nil},
		{"?page=abc&per_page=-1", []string{"AKM"}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, sent(test.query)); diff != "" {
			t.Errorf("%s: %s", test.query, diff)
		}
	}
	page := b.Get(instance + "/types?usage=1&status=enabled&sort=-nominal&search=a")
	page.Says(
		"Usages: Military", "Enabled: yes", "Search: a", `aria-sort="descending"`, `<span class="visually-hidden">chosen, remove </span>Military`,
		`data-label="Lifetime" class="num"><span title="28,800 seconds">8 h</span>`, `<ul class="tags"><li>Military</li><li>Coast</li></ul>`,
		`>weapons<`,
	)
	b.Get(instance + "/types?search=apple").Says(`<span class="unset" title="not set">`)
	b.Get(instance + "/types?search=zzz").Says("Nothing matches")
}

// TestListsAreSortedByNames of what their records refer to, by counts of lists, and by several columns.
func TestListsAreSortedByNames(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	types := strings.Replace(webtest.TypesXML, "</types>",
		`<type name="Boots"><nominal>20</nominal><lifetime>60</lifetime><category name="clothes"/><usage name="Town"/></type><type `+
			`name="Cap"><nominal>5</nominal><lifetime>60</lifetime><category name="clothes"/><usage name="Coast"/></type></types>`,
		1)
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: types}).Status(200)
	for query, want := range map[string][]string{
		"?sort=category_id":            {"Apple", "Boots", "Cap", "AKM"},
		"?sort=-category_id":           {"AKM", "Cap", "Boots", "Apple"},
		"?sort=category_id,nominal":    {"Apple", "Cap", "Boots", "AKM"},
		"?sort=category_id,-name":      {"Apple", "Cap", "Boots", "AKM"},
		"?sort=usage_ids":              {"Cap", "AKM", "Apple", "Boots"}, // "Coast" before "Coast, Military"
		"?sort=-value_ids":             {"AKM", "Cap", "Boots", "Apple"},
		"?sort=none,-nominal,name":     {"AKM", "Boots", "Cap", "Apple"},
		"?sort=category_id&per_page=2": {"Apple", "Boots"},
	} {
		if diff := cmp.Diff(want, b.Get(instance+"/types"+query).Names()); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	b.Get(instance+"/types?sort=category_id,-nominal").Says(`aria-sort="ascending"`, "sort=usage_ids", `aria-sort="descending"`)
	for name, children := range map[string]string{"One": `[{"type":"A","min":1,"max":1,"lootmin":0,"lootmax":0}]`, "None": `[]`} {
		b.Accepted(instance, record.Events, `{"name":"`+name+`","nominal":1,"min":1,"max":1,"lifetime":60,"children":`+children+`}`)
	}
	if got := b.Get(instance + "/events?sort=-children").Names(); !cmp.Equal(got, []string{"One", "None"}) {
		t.Errorf("by the number of children: %v", got)
	}
}

func TestSourceFileFilter(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	for i, file := range []any{nil, "mods/a.xml", "mods/b.xml"} {
		name := fmt.Sprintf("Event%d", i)
		b.Add(instance, record.Events, record.Values{"name": name})
		class := b.Add(instance, record.InstanceClassnames, record.Values{"name": name})
		id := record.InstanceClassnames.ID(b.Stored(instance, record.InstanceClassnames, class))
		b.Add(instance, record.Types, record.Values{"instance_classname_id": id, "source_file": file, "enabled": int64(i % 2)})
	}
	page := b.Get(instance+"/types?source_file=mods/b.xml").Says("Source file: mods/b.xml", `class="dim"`)
	if diff := cmp.Diff([]string{"Event2"}, page.Names()); diff != "" {
		t.Error(diff)
	}
	b.Get(instance + "/types").Says(`file%3Amods%2Fa.xml"><span>mods/a.xml</span>`)
	b.Get(instance + "/events?active=1").Says("Active: yes")
	b.Get(instance+"/events?active=0").Says("Nothing matches", "Active: no")
}
