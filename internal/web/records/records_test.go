package records_test

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

// TestSavingUntouchedFormsChangesNothing sends every form back as it was drawn.
func TestSavingUntouchedFormsChangesNothing(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	webtest.FurnishMore(b, instance)
	b.Put(instance+"/edit", instance, url.Values{"password": {"a secret"}, "port": {"1"}}).Status(302)
	odd := b.Add(instance, record.Events, record.Values{
		"name":           " odd  name ",
		"position":       "elsewhere",
		"nominal":        nil,
		"children":       `[{"type":" a ","min":null,"max":3,"lootmin":0,"lootmax":null}]`,
		"children_count": int64(1),
		"secondary":      "two\nlines",
	})
	pages := map[string]string{instance: "instance", instance + "/economy-core": "economy-core", odd: "event"}
	for _, p := range s.RecordPages() {
		rows, err := s.DB.All(context.Background(), p.Resource, b.Scope(instance), "")
		if err != nil || len(rows) == 0 {
			t.Fatal(p.Many, len(rows), err)
		}
		for _, row := range rows {
			pages[instance+"/"+p.Resource.Path+"/"+p.Resource.SID(row)] = strings.ReplaceAll(p.One, " ", "-")
		}
	}
	before := s.Count(`SELECT max(revision) FROM instances`)
	for path, id := range pages {
		edit := path + "/edit"
		if id == "economy-core" {
			edit = path
		}
		form := webtest.FormOf(t, b, edit, id)
		if form.Get("_method") != "PUT" || form.Get("_token") == "" {
			t.Fatalf("%s sends %v", edit, form)
		}
		b.Send("POST", path, form).LeadsTo(edit)
		if after := s.Count(`SELECT max(revision) FROM instances`); after != before {
			t.Fatalf("%s changed something: %v", edit, form)
		}
	}
}

func TestCreateType(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	types := instance + "/types"
	create := func(form url.Values) record.Type {
		t.Helper()
		answer := b.Submit(types+"/create", types, form).Status(302)
		path := strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test")
		path, found := strings.CutSuffix(path, "/edit")
		if !found {
			t.Fatalf("leads to %q: %s", path, b.Get(types+"/create").Body)
		}
		var made record.Type
		record.Types.Decode(b.Stored(instance, record.Types, path), &made)
		return made
	}
	first := create(url.Values{
		"class_name":   {"My_Gun"},
		"nominal":      {"7"},
		"min":          {""},
		"count_in_map": {"1"},
		"usage_ids[]":  {"", "2", "1"},
		"enabled":      {"0", "1"},
	})
	if first.Name != "My_Gun" || *first.Nominal != 7 || first.Min != nil || !*first.CountInMap || *first.Crafted || !first.Enabled {
		t.Errorf("made %+v", first)
	}
	if diff := cmp.Diff([]int64{2, 1}, first.UsageIDs); diff != "" {
		t.Errorf("usages: %s", diff)
	}
	second := create(url.Values{"class_name": {"my_gun"}, "count_in_map": {""}, "enabled": {"0"}})
	if second.InstanceClassnameID != first.InstanceClassnameID || second.CountInMap != nil || second.Enabled {
		t.Errorf("made %+v, want the class of the first", second)
	}
	proposal := b.Add(instance, record.InstanceClassnames, record.Values{
		"name": "Proposed", "default_type_values": `{"nominal":12,"lifetime":3600}`,
	})
	third := create(url.Values{"class_name": {"Proposed"}, "nominal": {""}, "lifetime": {"60"}})
	if *third.Nominal != 12 || *third.Lifetime != 60 {
		t.Errorf("made %+v from the proposal of %s", third, proposal)
	}
	if n := s.Count(`SELECT count(*) FROM instance_classnames`); n != 2 {
		t.Errorf("%d class names, want 2", n)
	}
	history, _, err := s.DB.Revisions(context.Background(), b.Scope(instance), 0, 10)
	if err != nil || revisions.Summary(history[len(history)-2].Summary) != "types: My_Gun" || history[len(history)-2].Records != 2 {
		t.Errorf("history %+v, %v", history, err)
	}
}

func TestCreateTypeFromTheCatalog(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	entry := record.Classname{Name: "AKM", DisplayName: "KA-M", Payload: "{}", DefaultTypeValues: `{"nominal":3}`, Enabled: true}
	err := s.DB.EditCatalog(context.Background(), func(e *store.Edit) error {
		return e.InsertAll(context.Background(), record.Classnames, []record.Row{record.Classnames.Encode(&entry)})
	})
	if err != nil {
		t.Fatal(err)
	}
	b.Submit(instance+"/types/create", instance+"/types", url.Values{"class_name": {"akm"}}).Status(302)
	b.Get(instance + "/classnames").Says("KA-M")
	b.Get(instance + "/types").Says(`data-label="Nominal" class="num"><span>3</span>`)
}

func TestTypeRefused(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	types := b.Instance("A") + "/types"
	form := url.Values{
		"class_name":  {""},
		"nominal":     {"many"},
		"lifetime":    {"3000000000"},
		"usage_ids[]": {"", "999"},
		"value_ids[]": {"1"},
		"category_id": {"2"},
	}
	b.Submit(types+"/create", types, form).LeadsTo(types + "/create")
	page := b.Get(types + "/create")
	page.Says(
		"The name field is required.", "The nominal field must be an integer.", "The lifetime field must not be greater than 2147483647.",
		"The selected usage_ids.0 is invalid.", `value="many"`, `name="value_ids[]" id="type-value_ids-0" value="1" checked`,
		`<option value="2" selected>`,
	)
	webtest.CheckReferences(t, webtest.ParseHTML(t, page.Body.String()))
	b.Submit(types+"/create", types, url.Values{"class_name": {strings.Repeat("x", 256)}}).LeadsTo(types + "/create")
	b.Get(types + "/create").Says("must not be greater than 255 characters")
	if n := s.Count(`SELECT count(*) FROM types`) + s.Count(`SELECT count(*) FROM instance_classnames`); n != 0 {
		t.Errorf("%d records, want none", n)
	}
}

// TestEditChangesOnlyWhatWasEdited edits one field among values that the form draws in an order of its own.
func TestEditChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	rows, err := s.DB.All(context.Background(), record.Types, b.Scope(instance), "ic.name = $", "AKM")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	path := instance + "/types/" + record.Types.SID(rows[0])
	var before, after record.Type
	record.Types.Decode(rows[0], &before)
	form := webtest.FormOf(t, b, path+"/edit", "type")
	form.Set("nominal", "")
	form.Add("usage_ids[]", "3")
	b.Send("POST", path, form).LeadsTo(path + "/edit")
	b.Get(path + "/edit").Says("AKM was saved.")
	record.Types.Decode(b.Stored(instance, record.Types, path), &after)
	if diff := cmp.Diff(append(append([]int64{}, before.UsageIDs...), 3), after.UsageIDs); diff != "" {
		t.Errorf("usages: %s", diff)
	}
	before.Nominal, before.UsageIDs, before.UpdatedAt = nil, after.UsageIDs, after.UpdatedAt
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	b.Get(instance+"/history").Says("Nominal", "Military, Coast", "AKM")
}

func TestEventChildren(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	events := instance + "/events"
	form := url.Values{"name": {"VehicleX"}, "nominal": {"1"}, "min": {"0"}, "max": {"2"}, "lifetime": {"300"}}
	rows := func(texts ...string) url.Values {
		sent := webtest.Cloned(form)
		for i, text := range texts {
			cells := strings.Split(text, ",")
			index := string(rune('0' + 2*i)) // a script that removed rows leaves gaps
			sent.Set("children["+index+"][type]", cells[0])
			sent.Set("children["+index+"][min]", cells[1])
		}
		return sent
	}
	answer := b.Submit(events+"/create", events, rows("Cow,1", ",", "Pig,2")).Status(302)
	path := strings.TrimSuffix(strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test"), "/edit")
	stored := func() string {
		return b.Stored(instance, record.Events, path)[record.Events.Index("children")].(string)
	}
	if got := regexp.MustCompile(`"type":"(\w+)","min":(\d)`).FindAllString(stored(), -1); len(got) != 2 {
		t.Fatalf("children %s", stored())
	}
	b.Get(events).Says(`data-label="Children" class="num"><span>2</span>`)

	b.Put(path+"/edit", path, rows(",5", "Pig,2", ",", "Hen,x")).LeadsTo(path + "/edit")
	b.Get(path+"/edit").Says(
		"child 1, Class name", "The type field is required.", "child 3, Min", "The min field must be an integer.",
		`name="children[2][min]" value="x"`, `name="children[1][type]" value="Pig"`,
	).SaysNot("children.0", `value="Cow"`)

	b.Put(path+"/edit", path, rows("Pig,2", "Cow,1")).LeadsTo(path + "/edit")
	b.Get(instance + "/history").Says("in a different order")
	b.Put(path+"/edit", path, rows("Pig,2")).LeadsTo(path + "/edit")
	if strings.Contains(stored(), "Cow") {
		t.Errorf("children %s", stored())
	}
	b.Get(instance + "/history").Says("class name Cow, min 1")
	b.Put(path+"/edit", path, url.Values{"nominal": {"4"}}).LeadsTo(path + "/edit")
	if !strings.Contains(stored(), "Pig") {
		t.Error("a form without the children deleted them")
	}
}

func TestClassNames(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := webtest.Furnish(b)
	names := instance + "/classnames"
	b.Submit(names+"/create", names, url.Values{"name": {"akm"}, "payload": {"{"}}).LeadsTo(names + "/create")
	b.Get(names+"/create").Says("The name has already been taken.", "The payload field must be an", `>
{</textarea>`)
	b.Submit(names+"/create", names, url.Values{"name": {"New"}, "payload": {`{"a": [1, 2.50]}`}}).Status(302)
	rows, err := s.DB.All(context.Background(), record.InstanceClassnames, b.Scope(instance), "r.name IN ($, $)", "New", "AKM")
	if err != nil || len(rows) != 2 {
		t.Fatal(rows, err)
	}
	for _, row := range rows {
		path := names + "/" + record.InstanceClassnames.SID(row)
		if record.InstanceClassnames.TitleOf(row) == "New" {
			b.Get(path).LeadsTo(path + "/edit")
			b.Get(path + "/edit").Says(`{&#34;a&#34;:[1,2.50]}`)
			continue
		}
		b.Delete(path+"/edit", path, nil).LeadsTo(names)
		b.Get(names).Says("AKM was deleted, and with it 1 type.")
		b.Get(path + "/edit").Status(404)
	}
}
