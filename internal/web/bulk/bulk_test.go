package bulk_test

import (
	"context"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// halve is the address of the preview that halves what is above 10.
const halve = "/bulk/preview?q=nominal%3E10&change%5Bnominal%5D%5Bdo%5D=divide&change%5Bnominal%5D%5Bvalue%5D=2"

var (
	formAction = regexp.MustCompile(`<form class="form" id="(\w+)" action="([^"]*)"`)
	undoAction = regexp.MustCompile(`<form action="([^"]*/undo[^"]*)"`)
)

// action returns the address of a form on the page.
func action(a webtest.Answer, id string) string {
	a.TB.Helper()
	for _, found := range formAction.FindAllStringSubmatch(a.Status(200).Body.String(), -1) {
		if found[1] == id {
			return html.UnescapeString(found[2])
		}
	}
	a.TB.Fatalf("%s has no form %s:\n%s", a.Path, id, a.Body)
	return ""
}

func TestChangeMany(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		before := b.Nominal(instance, "AKM")
		b.Get(types+"/bulk?q=nominal%3E10").Says("Types that this filter finds: nominal&gt;10", `name="change[nominal][do]"`,
			`<option value="divide">Divide nominal by</option>`, `name="change[usage_ids][value][]"`)
		preview := b.Get(types+halve).Says("Divide nominal by 2", "1 type changes", "<del>", `name="except[]"`, "Change 1 type",
			"Keep as a recipe")
		if b.Nominal(instance, "AKM") != before {
			t.Fatal("the preview has changed the type")
		}
		b.Submit(types+halve, action(preview, "change"), nil).LeadsTo(types + "?q=nominal%3E10")
		page := b.Get(types).Says("1 type was changed.", ">Undo</button>")
		if got := b.Nominal(instance, "AKM"); got == before {
			t.Errorf("nominal is still %v", got)
		}
		undo := undoAction.FindStringSubmatch(page.Body.String())
		b.Submit(types, html.UnescapeString(undo[1]), nil).Status(302)
		if got := b.Nominal(instance, "AKM"); got != before {
			t.Errorf("after undo nominal is %v, want %v", got, before)
		}
	})
}

// TestChangesAreSentences: a change is added to those that were entered, also a second one of the same field, and nothing else is shown.
func TestChangesAreSentences(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	_, types := webtest.ArmedInstance(b)
	b.Get(types+"/bulk?q=*").Says(`<option value="nominal:multiply">Multiply nominal by</option>`, `data-bulk-field="nominal" hidden`)
	b.Get(types+"/bulk?q=*&add=nominal:multiply").Says(`<option value="multiply" selected>Multiply nominal by</option>`,
		`data-bulk-field="lifetime" hidden`, `formaction="`+types+`/bulk"`).SaysNot(`data-bulk-field="nominal" hidden`)
	b.Get(types+"/bulk?q=*&change[nominal][do]=multiply&change[nominal][value]=1.5&add=nominal:round").Says(`value="1.5"`,
		`<option value="round" selected>Round nominal to multiples of</option>`, `name="change2[nominal][do]"`)
}

func TestChangeTheTicked(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		akm, apple := record.Types.SID(b.TypeCalled(instance, "AKM")), record.Types.SID(b.TypeCalled(instance, "Apple"))
		b.Get(types+"?q=a*").Says(`name="sids[]" value="`+akm+`"`, `name="back" value="a*"`)
		b.Get(types + "/bulk?back=a*").LeadsTo(types + "?q=a%2A")
		b.Get(types).Says("Select the types to change first")
		chosen := "/bulk/preview?back=a*&sids[]=" + akm + "&sids[]=" + apple +
			"&change[category_id][do]=unset&change[usage_ids][do]=set&change[usage_ids][value][]=1&change[enabled][do]=disable"
		preview := b.Get(types+chosen).Says("2 selected types", "Clear category", "Set usages to Military",
			"Disable").SaysNot("Keep as a recipe")
		b.Submit(types+chosen, action(preview, "change"), url.Values{"except[]": {apple}}).LeadsTo(types + "?q=a%2A")
		b.Get(types+"?status=disabled").Says("1 type was changed.", "AKM").SaysNot(">Apple<")
	})
}

// TestChangesTakeLengthsOfTime and say both, the seconds and how long they are.
func TestChangesTakeLengthsOfTime(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, types := webtest.ArmedInstance(b)
	b.Get(types+"/bulk?q=*").Says(`name="change[lifetime][value]" value="" maxlength="40"`, `data-duration="change-lifetime-value-told"`)
	query := "/bulk/preview?" + url.Values{
		"q":                        {"akm"},
		"change[lifetime][do]":     {"set"},
		"change[lifetime][value]":  {"4 h"},
		"change2[lifetime][do]":    {"clamp"},
		"change2[lifetime][find]":  {"90 min"},
		"change2[lifetime][value]": {"1 d 12 h"},
	}.Encode()
	preview := b.Get(types+query).Says("Set lifetime to 14400 s (4 h)", "Keep lifetime between 5400 s (1 h 30 min) and 129600 s (1 d 12 h)",
		"<ins>14400 s (4 h)</ins>")
	b.Submit(types+query, action(preview, "change"), nil).Status(302)
	if got := b.TypeCalled(instance, "AKM")[record.Types.Index("lifetime")]; got != int64(14400) {
		t.Errorf("stored %v", got)
	}
	b.Get(types + "/bulk/preview?q=*&change[lifetime][do]=multiply&change[lifetime][value]=1.5").Says("Multiply lifetime by 1.5<")
	b.Get(types+"/bulk/preview?q=*&change[lifetime][do]=add&change[lifetime][value]=-9999999").Says("2 types get unusual values",
		"<small>Lifetime is below 0.</small>")
	b.Get(types+"/bulk/preview?q=akm&change[nominal][do]=set&change[nominal][value]=1").Says("<small>Min comes down with Nominal</small>",
		"1 type where Min comes down with Nominal").SaysNot("unusual",
		"within bounds")
	b.Get(types+"/bulk/preview?q=*&change[lifetime][do]=set&change[lifetime][value]=4+parsecs").Says(`class="error"`, "must be an integer")
}

func TestOperationsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	_, types := webtest.ArmedInstance(b)
	for query, want := range map[string]string{
		"q=*":                            "Choose what to change.",
		"q=*&change[nominal][do]=divide": "The nominal field is required.",
		"q=*&change[nominal][do]=divide&change[nominal][value]=0":          "must not be 0",
		"q=*&change[nominal][do]=add&change[nominal][value]=much":          "must be a number",
		"q=nominl:1&change[nominal][do]=add&change[nominal][value]=1":      "types have no field",
		"q=*&change[usage_ids][do]=add_ids&change[usage_ids][value][]=999": "invalid",
	} {
		b.Get(types+"/bulk/preview?"+query).Status(200).Says(`class="error"`, want, "Nothing changes until")
	}
	b.Get(types + "/bulk/preview?q=*&change[nominal][do]=unknown").Says("Choose what to change.")
}

// TestChangeManyMeanwhile holds that nothing is written that the preview has not shown.
func TestChangeManyMeanwhile(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		form := action(b.Get(types+halve), "change")
		b.Add(instance, record.Messages, record.Values{"text": "Hello"})
		b.Submit(types+halve, form, nil).Status(302)
		b.Get(types+halve).Says("has been changed in the meantime", "1 type changes")
	})
}

func TestDeleteMany(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		_, types := webtest.ArmedInstance(b)
		page := types + "/bulk/preview?q=*&do=delete"
		form := action(b.Get(page).Says("2 types are deleted", "data-confirm", "Delete 2 types?"), "change")
		b.Submit(page, form, nil).LeadsTo(types)
		b.Get(types).Says("2 types were deleted.", ">Undo</button>", "No types yet")
	})
}

func TestRenameMany(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		webtest.FurnishMore(b, instance)
		page := types + "/bulk/preview?q=name:apple&change[name][do]=rename&change[name][find]=Apple&change[name][value]=Pear"
		form := action(b.Get(page).Says("<del>Apple</del>", "<ins>Pear</ins>", "2 other records that name them change", "foodVillage"), "change")
		b.Submit(page, form, nil).Status(302)
		b.Get(types + "?q=pear").Says("Pear")
	})
}

func TestPagesOfAPreview(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	var file strings.Builder
	for range 201 {
		file.WriteString(`<message><text>Hello</text></message>`)
	}
	b.Import(instance, nil, webtest.File{Name: "db/messages.xml", Text: "<messages>" + file.String() + "</messages>"}).Status(200)
	page := instance + "/messages/bulk/preview?q=*&change[delay][do]=set&change[delay][value]=3"
	first := b.Get(page).Says("201 messages change", "Rows 1 to 200 of 201")
	rows, err := b.DB.All(context.Background(), record.Messages, b.Scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	out := record.Messages.SID(rows[0])
	next := b.Submit(page, action(first, "change"), url.Values{"page": {"2"}, "except[]": {out}}).Status(302)
	address := strings.TrimPrefix(next.Header().Get("Location"), "http://qm.test")
	second := b.Get(address).Says("Rows 201 to 201 of 201")
	b.Submit(address, action(second, "change"), nil).Status(302)
	b.Get(instance + "/messages").Says("200 messages were changed.")
}

func TestRecipes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		recipes := instance + "/recipes"
		b.Get(recipes).Says("No recipes yet", "Change all")
		keep := action(b.Get(types+halve), "recipe")
		b.Header = map[string]string{"Referer": "http://qm.test" + types + halve}
		b.Submit(types+halve, keep, nil).LeadsTo(types + halve)
		b.Get(types+halve).Says("The name field is required.", " open>")
		b.Submit(types+halve, keep, url.Values{"name": {"Winter <economy>"}, "note": {"After updates"}}).Status(302)
		b.Header = nil
		row := b.Named(instance, record.Recipes, "Winter <economy>")
		recipe := recipes + "/" + record.Recipes.SID(row)
		b.Get(recipes).Says("Winter &lt;economy&gt;", "After updates", "Types: nominal&gt;10 – Divide nominal by 2", recipe)
		run := action(b.Get(recipe).Says("1 type changes", "Change 1 record").SaysNot(`name="except[]"`), "change")
		b.Submit(recipe, run, nil).LeadsTo(recipes)
		b.Get(recipes).Says("Winter &lt;economy&gt; was run: 1 record was changed.", ">Undo</button>")
		b.Submit(recipe, run, nil).LeadsTo(recipe)
		b.Get(recipe).Says("has been changed in the meantime", "Nothing would change")
		b.Put(recipe, recipe, url.Values{"name": {""}}).LeadsTo(recipe)
		b.Get(recipe).Says("The name field is required.")
		b.Put(recipe, recipe, url.Values{"name": {"Summer"}, "note": {""}}).LeadsTo(recipe)
		b.Get(recipe).Says("The recipe was saved.", "Summer")
		b.Delete(recipe, recipe, nil).LeadsTo(recipes)
		b.Get(recipes).Says("Summer was deleted.", "No recipes yet")
		b.Get(recipe).Status(404)
	})
}

// TestNamesThatMeet: two records cannot get one name, which shows only when they are written.
func TestNamesThatMeet(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, _ := webtest.ArmedInstance(b)
	for _, name := range []string{"Cup1Red", "CupRed1"} {
		b.Add(instance, record.InstanceClassnames, record.Values{"name": name})
	}
	page := instance + "/classnames/bulk/preview?q=cup*&change[name][do]=rename&change[name][find]=1&change[name][value]="
	preview := b.Get(page)
	b.Submit(page, action(preview, "change"), nil).Status(302)
	b.Get(page).Says("A name has already been taken.")
	b.Submit(page, action(preview, "recipe"), url.Values{"name": {"Cups"}}).Status(302)
	recipe := instance + "/recipes/" + record.Recipes.SID(b.Named(instance, record.Recipes, "Cups"))
	b.Submit(recipe, action(b.Get(recipe), "change"), nil).LeadsTo(recipe)
	b.Get(recipe).Says("A name has already been taken.")
}

// TestChangesOfOthers holds that nobody sees or changes what is not his.
func TestChangesOfOthers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	instance, types := webtest.ArmedInstance(s.User("Ada", false))
	b := s.User("Bo", false)
	for _, path := range []string{types + "/bulk?q=*", types + halve, instance + "/recipes"} {
		b.Get(path).Status(403)
		s.Visitor().Get(path).LeadsTo("/login")
	}
	b.Submit("/instances", types+"/bulk?q=*&do=delete", nil).Status(403)
	b.Submit("/instances", instance+"/recipes", nil).Status(403)
}

// TestEveryListCanBeChanged holds that each list offers something to change, and that the form of it can be drawn.
func TestEveryListCanBeChanged(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, _ := webtest.ArmedInstance(b)
	webtest.FurnishMore(b, instance)
	for _, p := range b.RecordPages() {
		b.Get(instance+"/"+p.Resource.Path+"/bulk?q=*").Status(200).Says("bulk-field", "no change")
		b.Get(instance + "/" + p.Resource.Path + "/bulk/preview?q=*&do=delete").Status(200)
	}
}

// TestRecordsWithoutANameAreTold: by the values that tell them from others, not by their ids.
func TestRecordsWithoutANameAreTold(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Livonia")
	spawn := b.Add(instance, record.PlayerSpawns, record.Values{"x": int64(606302), "z": int64(193191), "type": "fresh"})
	b.Get(instance + "/player-spawns/bulk/preview?q=*&change[y][do]=set&change[y][value]=7").Says(">fresh 6063.02 1931.91<")
	b.Get(instance + "/history/compare?from=1&to=2").Says(">fresh 6063.02 1931.91<")
	b.Delete(spawn+"/edit", spawn, nil).Status(302)
	for _, gone := range []string{
		"/history", "/history/3", "/history/compare?from=2&to=3", "/history/compare?from=3&to=2", "/history/2/revert",
	} {
		b.Get(instance + gone).Status(200).Says(">fresh 6063.02 1931.91<")
	}
}

// TestRevisionsToCompareAreChosen: from a list that says when and who, with the one before as first choice.
func TestRevisionsToCompareAreChosen(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("Livonia")
	b.Add(instance, record.Messages, record.Values{"text": "Hello"})
	b.Get(instance+"/history/compare").Says(`<option value="1" selected>1: `, `<option value="2" selected>2: `)
	b.Get(instance+"/history/compare?from=2&to=1").Says(`<option value="2" selected>2: `, "UTC, Ada, ", `<option value="1" selected>1: `)
	b.Get(instance+"/history/compare?from=7&to=1").Says("The history does not have both of these revisions.",
		`<option value="7" selected>7</option>`)
}
