package web

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// formOf reads what a browser would send of the form with the id.
func formOf(t *testing.T, b *browser, path, id string) url.Values {
	t.Helper()
	page := parseHTML(t, b.get(path).status(200).Body.String())
	form, sent := page.byID(id), url.Values{}
	for _, e := range page.named("input", "textarea", "option") {
		inForm := false
		for _, parent := range e.parents {
			inForm = inForm || parent == form
		}
		if !inForm || e.inside("template") {
			continue
		}
		name, value := e.attrs["name"], unescaped(e.attrs["value"])
		switch {
		case e.name == "option" && e.has("selected"):
			sent.Add(e.parents[len(e.parents)-1].attrs["name"], value)
		case e.name == "textarea":
			sent.Add(name, strings.TrimPrefix(unescaped(e.text.String()), "\n"))
		case e.name == "input" && (e.attrs["type"] != "checkbox" && e.attrs["type"] != "radio" || e.has("checked")):
			sent.Add(name, value)
		}
	}
	return sent
}

func unescaped(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(text)
}

// TestSavingUntouchedFormsChangesNothing sends every form back as it was drawn.
func TestSavingUntouchedFormsChangesNothing(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	furnishMore(b, instance)
	b.put(instance+"/edit", instance, url.Values{"password": {"a secret"}, "port": {"1"}}).status(302)
	odd := b.add(instance, record.Events, record.Values{
		"name": " odd  name ", "position": "elsewhere", "nominal": nil, "children": `[{"type":" a ","min":null,"max":3,"lootmin":0,"lootmax":null}]`, "children_count": int64(1), "secondary": "two\nlines",
	})
	pages := map[string]string{instance: "instance", instance + "/economy-core": "economy-core", odd: "event"}
	for _, p := range s.recordPages() {
		rows, err := s.db.All(context.Background(), p.Resource, b.scope(instance), "")
		if err != nil || len(rows) == 0 {
			t.Fatal(p.Many, len(rows), err)
		}
		for _, row := range rows {
			pages[instance+"/"+p.Resource.Path+"/"+p.Resource.SID(row)] = strings.ReplaceAll(p.One, " ", "-")
		}
	}
	before := s.count(`SELECT max(revision) FROM instances`)
	for path, id := range pages {
		edit := path + "/edit"
		if id == "economy-core" {
			edit = path
		}
		form := formOf(t, b, edit, id)
		if form.Get("_method") != "PUT" || form.Get("_token") == "" {
			t.Fatalf("%s sends %v", edit, form)
		}
		b.send("POST", path, form).leadsTo(edit)
		if after := s.count(`SELECT max(revision) FROM instances`); after != before {
			t.Fatalf("%s changed something: %v", edit, form)
		}
	}
}

func TestCreateType(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	types := instance + "/types"
	create := func(form url.Values) record.Type {
		t.Helper()
		answer := b.submit(types+"/create", types, form).status(302)
		path := strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test")
		path, found := strings.CutSuffix(path, "/edit")
		if !found {
			t.Fatalf("leads to %q: %s", path, b.get(types+"/create").Body)
		}
		var made record.Type
		record.Types.Decode(b.stored(instance, record.Types, path), &made)
		return made
	}
	first := create(url.Values{"class_name": {"My_Gun"}, "nominal": {"7"}, "min": {""}, "count_in_map": {"1"}, "usage_ids[]": {"", "2", "1"}, "enabled": {"0", "1"}})
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
	proposal := b.add(instance, record.InstanceClassnames, record.Values{"name": "Proposed", "default_type_values": `{"nominal":12,"lifetime":3600}`})
	third := create(url.Values{"class_name": {"Proposed"}, "nominal": {""}, "lifetime": {"60"}})
	if *third.Nominal != 12 || *third.Lifetime != 60 {
		t.Errorf("made %+v from the proposal of %s", third, proposal)
	}
	if n := s.count(`SELECT count(*) FROM instance_classnames`); n != 2 {
		t.Errorf("%d class names, want 2", n)
	}
	history, _, err := s.db.Revisions(context.Background(), b.scope(instance), 0, 10)
	if err != nil || history[len(history)-2].Summary != "types: My_Gun" || history[len(history)-2].Records != 2 {
		t.Errorf("history %+v, %v", history, err)
	}
}

func TestCreateTypeFromTheCatalog(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	entry := record.Classname{Name: "AKM", DisplayName: "KA-M", Payload: "{}", DefaultTypeValues: `{"nominal":3}`, Enabled: true}
	err := s.db.EditCatalog(context.Background(), func(e *store.Edit) error {
		return e.InsertAll(context.Background(), record.Classnames, []record.Row{record.Classnames.Encode(&entry)})
	})
	if err != nil {
		t.Fatal(err)
	}
	b.submit(instance+"/types/create", instance+"/types", url.Values{"class_name": {"akm"}}).status(302)
	b.get(instance + "/classnames").says("KA-M")
	b.get(instance + "/types").says(`data-label="Nominal" class="num"><span>3</span>`)
}

func TestTypeRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	types := b.instance("A") + "/types"
	form := url.Values{"class_name": {""}, "nominal": {"many"}, "lifetime": {"3000000000"}, "usage_ids[]": {"", "999"}, "value_ids[]": {"1"}, "category_id": {"2"}}
	b.submit(types+"/create", types, form).leadsTo(types + "/create")
	page := b.get(types + "/create")
	page.says(
		"The name field is required.", "The nominal field must be an integer.", "The lifetime field must not be greater than 2147483647.",
		"The selected usage_ids.0 is invalid.", `value="many"`, `name="value_ids[]" id="type-value_ids-0" value="1" checked`, `<option value="2" selected>`,
	)
	checkReferences(t, parseHTML(t, page.Body.String()))
	b.submit(types+"/create", types, url.Values{"class_name": {strings.Repeat("x", 256)}}).leadsTo(types + "/create")
	b.get(types + "/create").says("must not be greater than 255 characters")
	if n := s.count(`SELECT count(*) FROM types`) + s.count(`SELECT count(*) FROM instance_classnames`); n != 0 {
		t.Errorf("%d records, want none", n)
	}
}

// TestEditChangesOnlyWhatWasEdited edits one field among values that the form draws in an order of its own.
func TestEditChangesOnlyWhatWasEdited(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	rows, err := s.db.All(context.Background(), record.Types, b.scope(instance), "ic.name = $", "AKM")
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	path := instance + "/types/" + record.Types.SID(rows[0])
	var before, after record.Type
	record.Types.Decode(rows[0], &before)
	form := formOf(t, b, path+"/edit", "type")
	form.Set("nominal", "")
	form.Add("usage_ids[]", "3")
	b.send("POST", path, form).leadsTo(path + "/edit")
	b.get(path + "/edit").says("AKM was saved.")
	record.Types.Decode(b.stored(instance, record.Types, path), &after)
	if diff := cmp.Diff(append(append([]int64{}, before.UsageIDs...), 3), after.UsageIDs); diff != "" {
		t.Errorf("usages: %s", diff)
	}
	before.Nominal, before.UsageIDs, before.UpdatedAt = nil, after.UsageIDs, after.UpdatedAt
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	b.get(instance+"/history").says("Nominal", "Military, Coast", "AKM")
}

func TestEventChildren(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	events := instance + "/events"
	form := url.Values{"name": {"VehicleX"}, "nominal": {"1"}, "min": {"0"}, "max": {"2"}, "lifetime": {"300"}}
	rows := func(texts ...string) url.Values {
		sent := cloned(form)
		for i, text := range texts {
			cells := strings.Split(text, ",")
			index := string(rune('0' + 2*i)) // a script that removed rows leaves gaps
			sent.Set("children["+index+"][type]", cells[0])
			sent.Set("children["+index+"][min]", cells[1])
		}
		return sent
	}
	answer := b.submit(events+"/create", events, rows("Cow,1", ",", "Pig,2")).status(302)
	path := strings.TrimSuffix(strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test"), "/edit")
	stored := func() string {
		return b.stored(instance, record.Events, path)[record.Events.Index("children")].(string)
	}
	if got := regexp.MustCompile(`"type":"(\w+)","min":(\d)`).FindAllString(stored(), -1); len(got) != 2 {
		t.Fatalf("children %s", stored())
	}
	b.get(events).says(`data-label="Children" class="num"><span>2</span>`)

	b.put(path+"/edit", path, rows(",5", "Pig,2", ",", "Hen,x")).leadsTo(path + "/edit")
	b.get(path+"/edit").says(
		"child 1, Class name", "The type field is required.", "child 3, Min", "The min field must be an integer.", `name="children[2][min]" value="x"`, `name="children[1][type]" value="Pig"`,
	).saysNot("children.0", `value="Cow"`)

	b.put(path+"/edit", path, rows("Pig,2", "Cow,1")).leadsTo(path + "/edit")
	b.get(instance + "/history").says("in a different order")
	b.put(path+"/edit", path, rows("Pig,2")).leadsTo(path + "/edit")
	if strings.Contains(stored(), "Cow") {
		t.Errorf("children %s", stored())
	}
	b.get(instance + "/history").says("class name Cow, min 1")
	b.put(path+"/edit", path, url.Values{"nominal": {"4"}}).leadsTo(path + "/edit")
	if !strings.Contains(stored(), "Pig") {
		t.Error("a form without the children deleted them")
	}
}

func TestClassNames(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	names := instance + "/classnames"
	b.submit(names+"/create", names, url.Values{"name": {"akm"}, "payload": {"{"}}).leadsTo(names + "/create")
	b.get(names+"/create").says("The name has already been taken.", "The payload field must be an", `>
{</textarea>`)
	b.submit(names+"/create", names, url.Values{"name": {"New"}, "payload": {`{"a": [1, 2.50]}`}}).status(302)
	rows, err := s.db.All(context.Background(), record.InstanceClassnames, b.scope(instance), "r.name IN ($, $)", "New", "AKM")
	if err != nil || len(rows) != 2 {
		t.Fatal(rows, err)
	}
	for _, row := range rows {
		path := names + "/" + record.InstanceClassnames.SID(row)
		if record.InstanceClassnames.TitleOf(row) == "New" {
			b.get(path).leadsTo(path + "/edit")
			b.get(path + "/edit").says(`{&#34;a&#34;:[1,2.50]}`)
			continue
		}
		b.delete(path+"/edit", path, nil).leadsTo(names)
		b.get(names).says("AKM was deleted, and with it 1 type.")
		b.get(path + "/edit").status(404)
	}
}
