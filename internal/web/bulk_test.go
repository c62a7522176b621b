package web

import (
	"context"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// halve is the address of the preview that halves what is above 10.
const halve = "/bulk/preview?q=nominal%3E10&change%5Bnominal%5D%5Bdo%5D=divide&change%5Bnominal%5D%5Bvalue%5D=2"

var (
	formAction = regexp.MustCompile(`<form class="form" id="(\w+)" action="([^"]*)"`)
	undoAction = regexp.MustCompile(`<form action="([^"]*/undo[^"]*)"`)
)

// action returns the address of a form on the page.
func (a answer) action(id string) string {
	a.t.Helper()
	for _, found := range formAction.FindAllStringSubmatch(a.status(200).Body.String(), -1) {
		if found[1] == id {
			return html.UnescapeString(found[2])
		}
	}
	a.t.Fatalf("%s has no form %s:\n%s", a.path, id, a.Body)
	return ""
}

// armed makes an instance with two types, of which AKM is a weapon above 10.
func armed(b *browser) (instance, types string) {
	b.t.Helper()
	instance = b.instance("Livonia & <Hardcore>")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	return instance, instance + "/types"
}

// typeCalled returns what is stored of a type.
func (b *browser) typeCalled(instance, name string) record.Row {
	b.t.Helper()
	rows, err := b.db.All(context.Background(), record.Types, b.scope(instance), "")
	i := slices.IndexFunc(rows, func(row record.Row) bool { return record.Types.TitleOf(row) == name })
	if err != nil || i < 0 {
		b.t.Fatal(name, err)
	}
	return rows[i]
}

func (b *browser) nominal(instance, name string) any {
	b.t.Helper()
	return b.typeCalled(instance, name)[record.Types.Index("nominal")]
}

func TestChangeMany(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	before := b.nominal(instance, "AKM")
	b.get(types+"/bulk?q=nominal%3E10").says("Types that this filter finds: nominal&gt;10", `name="change[nominal][do]"`, `<option value="divide">divide by</option>`, `name="change[usage_ids][value][]"`)
	preview := b.get(types+halve).says("Nominal: divide by 2", "1 type changes", "<del>", `name="except[]"`, "Change 1 type", "Keep as a recipe")
	if b.nominal(instance, "AKM") != before {
		t.Fatal("the preview has changed the type")
	}
	b.submit(types+halve, preview.action("change"), nil).leadsTo(types + "?q=nominal%3E10")
	page := b.get(types).says("1 type was changed.", ">Undo</button>")
	if got := b.nominal(instance, "AKM"); got == before {
		t.Errorf("nominal is still %v", got)
	}
	undo := undoAction.FindStringSubmatch(page.Body.String())
	b.submit(types, html.UnescapeString(undo[1]), nil).status(302)
	if got := b.nominal(instance, "AKM"); got != before {
		t.Errorf("after undo nominal is %v, want %v", got, before)
	}
}

func TestChangeTheTicked(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	akm, apple := record.Types.SID(b.typeCalled(instance, "AKM")), record.Types.SID(b.typeCalled(instance, "Apple"))
	b.get(types+"?q=a*").says(`name="sids[]" value="`+akm+`"`, `name="back" value="a*"`)
	b.get(types + "/bulk?back=a*").leadsTo(types + "?q=a%2A")
	b.get(types).says("Select the types to change first")
	chosen := "/bulk/preview?back=a*&sids[]=" + akm + "&sids[]=" + apple + "&change[category_id][do]=unset&change[usage_ids][do]=set&change[usage_ids][value][]=1&change[enabled][do]=disable"
	preview := b.get(types+chosen).says("2 selected types", "Category: set to nothing", "Usages: set to Military", "Disable").saysNot("Keep as a recipe")
	b.submit(types+chosen, preview.action("change"), url.Values{"except[]": {apple}}).leadsTo(types + "?q=a%2A")
	b.get(types+"?status=disabled").says("1 type was changed.", "AKM").saysNot(">Apple<")
}

// TestChangesTakeLengthsOfTime and say both, the seconds and how long they are.
func TestChangesTakeLengthsOfTime(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	b.get(types+"/bulk?q=*").says(`name="change[lifetime][value]" value="" maxlength="40"`, `data-duration="change-lifetime-value-told"`)
	query := "/bulk/preview?" + url.Values{"q": {"akm"}, "change[lifetime][do]": {"set"}, "change[lifetime][value]": {"4 h"}, "change2[lifetime][do]": {"clamp"}, "change2[lifetime][find]": {"90 min"}, "change2[lifetime][value]": {"1 d 12 h"}}.Encode()
	preview := b.get(types+query).says("Lifetime: set to 14400 s (4 h)", "Lifetime: keep between 5400 s (1 h 30 min) and 129600 s (1 d 12 h)", "<ins>14400 s (4 h)</ins>")
	b.submit(types+query, preview.action("change"), nil).status(302)
	if got := b.typeCalled(instance, "AKM")[record.Types.Index("lifetime")]; got != int64(14400) {
		t.Errorf("stored %v", got)
	}
	b.get(types + "/bulk/preview?q=*&change[lifetime][do]=multiply&change[lifetime][value]=1.5").says("Lifetime: multiply by 1.5<")
	b.get(types+"/bulk/preview?q=*&change[lifetime][do]=add&change[lifetime][value]=-9999999").says("2 types get unusual values", "<small>Lifetime is usually 0 or more.</small>")
	b.get(types+"/bulk/preview?q=akm&change[nominal][do]=set&change[nominal][value]=1").says("<small>Min comes down with Nominal</small>", "1 type where Min comes down with Nominal").saysNot("unusual", "within bounds")
	b.get(types+"/bulk/preview?q=*&change[lifetime][do]=set&change[lifetime][value]=4+parsecs").says(`class="error"`, "must be an integer")
}

func TestOperationsThatAreRefused(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	_, types := armed(b)
	for query, want := range map[string]string{
		"q=*": "Choose what to change.", "q=*&change[nominal][do]=divide": "The nominal field is required.", "q=*&change[nominal][do]=divide&change[nominal][value]=0": "must not be 0",
		"q=*&change[nominal][do]=add&change[nominal][value]=much": "must be a number", "q=nominl:1&change[nominal][do]=add&change[nominal][value]=1": "types have no field",
		"q=*&change[usage_ids][do]=add_ids&change[usage_ids][value][]=999": "invalid",
	} {
		b.get(types+"/bulk/preview?"+query).status(200).says(`class="error"`, want, "Nothing is changed before")
	}
	b.get(types + "/bulk/preview?q=*&change[nominal][do]=unknown").says("Choose what to change.")
}

// TestChangeManyMeanwhile holds that nothing is written that the preview has not shown.
func TestChangeManyMeanwhile(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	form := b.get(types + halve).action("change")
	b.add(instance, record.Messages, record.Values{"text": "Hello"})
	b.submit(types+halve, form, nil).status(302)
	b.get(types+halve).says("has been changed in the meantime", "1 type changes")
}

func TestDeleteMany(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	_, types := armed(b)
	page := types + "/bulk/preview?q=*&do=delete"
	form := b.get(page).says("2 types are deleted", "data-confirm", "Delete 2 types?").action("change")
	b.submit(page, form, nil).leadsTo(types)
	b.get(types).says("2 types were deleted.", ">Undo</button>", "No types yet")
}

func TestRenameMany(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	furnishMore(b, instance)
	page := types + "/bulk/preview?q=name:apple&change[name][do]=rename&change[name][find]=Apple&change[name][value]=Pear"
	form := b.get(page).says("<del>Apple</del>", "<ins>Pear</ins>", "2 other records that name them change", "foodVillage").action("change")
	b.submit(page, form, nil).status(302)
	b.get(types + "?q=pear").says("Pear")
}

func TestPagesOfAPreview(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	var file strings.Builder
	for range 201 {
		file.WriteString(`<message><text>Hello</text></message>`)
	}
	b.importing(instance, nil, uploaded{"db/messages.xml", "<messages>" + file.String() + "</messages>"}).status(200)
	page := instance + "/messages/bulk/preview?q=*&change[delay][do]=set&change[delay][value]=3"
	first := b.get(page).says("201 messages change", "Rows 1 to 200 of 201")
	rows, err := b.db.All(context.Background(), record.Messages, b.scope(instance), "")
	if err != nil {
		t.Fatal(err)
	}
	out := record.Messages.SID(rows[0])
	next := b.submit(page, first.action("change"), url.Values{"page": {"2"}, "except[]": {out}}).status(302)
	address := strings.TrimPrefix(next.Header().Get("Location"), "http://qm.test")
	second := b.get(address).says("Rows 201 to 201 of 201")
	b.submit(address, second.action("change"), nil).status(302)
	b.get(instance + "/messages").says("200 messages were changed.")
}

func TestRecipes(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	recipes := instance + "/recipes"
	b.get(recipes).says("No recipes yet", "Change all")
	keep := b.get(types + halve).action("recipe")
	b.header = map[string]string{"Referer": "http://qm.test" + types + halve}
	b.submit(types+halve, keep, nil).leadsTo(types + halve)
	b.get(types+halve).says("The name field is required.", " open>")
	b.submit(types+halve, keep, url.Values{"name": {"Winter <economy>"}, "note": {"After updates"}}).status(302)
	b.header = nil
	row := b.named(instance, record.Recipes, "Winter <economy>")
	recipe := recipes + "/" + record.Recipes.SID(row)
	b.get(recipes).says("Winter &lt;economy&gt;", "After updates", "Types: nominal&gt;10 – Nominal: divide by 2", recipe)
	run := b.get(recipe).says("1 type changes", "Change 1 record").saysNot(`name="except[]"`).action("change")
	b.submit(recipe, run, nil).leadsTo(recipes)
	b.get(recipes).says("Winter &lt;economy&gt; was run: 1 record was changed.", ">Undo</button>")
	b.submit(recipe, run, nil).leadsTo(recipe)
	b.get(recipe).says("has been changed in the meantime", "Nothing would change")
	b.put(recipe, recipe, url.Values{"name": {""}}).leadsTo(recipe)
	b.get(recipe).says("The name field is required.")
	b.put(recipe, recipe, url.Values{"name": {"Summer"}, "note": {""}}).leadsTo(recipe)
	b.get(recipe).says("The recipe was saved.", "Summer")
	b.delete(recipe, recipe, nil).leadsTo(recipes)
	b.get(recipes).says("Summer was deleted.", "No recipes yet")
	b.get(recipe).status(404)
}

// TestNamesThatMeet: two records cannot get one name, which shows only when they are written.
func TestNamesThatMeet(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, _ := armed(b)
	for _, name := range []string{"Cup1Red", "CupRed1"} {
		b.add(instance, record.InstanceClassnames, record.Values{"name": name})
	}
	page := instance + "/classnames/bulk/preview?q=cup*&change[name][do]=rename&change[name][find]=1&change[name][value]="
	preview := b.get(page)
	b.submit(page, preview.action("change"), nil).status(302)
	b.get(page).says("A name has already been taken.")
	b.submit(page, preview.action("recipe"), url.Values{"name": {"Cups"}}).status(302)
	recipe := instance + "/recipes/" + record.Recipes.SID(b.named(instance, record.Recipes, "Cups"))
	b.submit(recipe, b.get(recipe).action("change"), nil).leadsTo(recipe)
	b.get(recipe).says("A name has already been taken.")
}

// TestChangesOfOthers holds that nobody sees or changes what is not his.
func TestChangesOfOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	instance, types := armed(s.user("Ada", false))
	b := s.user("Bo", false)
	for _, path := range []string{types + "/bulk?q=*", types + halve, instance + "/recipes"} {
		b.get(path).status(403)
		s.visitor().get(path).leadsTo("/login")
	}
	b.submit("/instances", types+"/bulk?q=*&do=delete", nil).status(403)
	b.submit("/instances", instance+"/recipes", nil).status(403)
}

// TestEveryListCanBeChanged holds that each list offers something to change, and that the form of it can be drawn.
func TestEveryListCanBeChanged(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, _ := armed(b)
	furnishMore(b, instance)
	for _, p := range b.recordPages() {
		b.get(instance+"/"+p.Resource.Path+"/bulk?q=*").status(200).says("bulk-field", "leave as it is")
		b.get(instance + "/" + p.Resource.Path + "/bulk/preview?q=*&do=delete").status(200)
	}
}

// TestRecordsWithoutANameAreTold: by the values that tell them from others, not by their ids.
func TestRecordsWithoutANameAreTold(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Livonia")
	spawn := b.add(instance, record.PlayerSpawns, record.Values{"x": int64(606302), "z": int64(193191), "type": "fresh"})
	b.get(instance + "/player-spawns/bulk/preview?q=*&change[y][do]=set&change[y][value]=7").says(">fresh 6063.02 1931.91<")
	b.get(instance + "/history/compare?from=1&to=2").says(">fresh 6063.02 1931.91<")
	b.delete(spawn+"/edit", spawn, nil).status(302)
	for _, gone := range []string{"/history", "/history/3", "/history/compare?from=2&to=3", "/history/compare?from=3&to=2", "/history/2/revert"} {
		b.get(instance + gone).status(200).says(">fresh 6063.02 1931.91<")
	}
}

// TestRevisionsToCompareAreChosen: from a list that says when and who, with the one before as first choice.
func TestRevisionsToCompareAreChosen(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Livonia")
	b.add(instance, record.Messages, record.Values{"text": "Hello"})
	b.get(instance+"/history/compare").says(`<option value="1" selected>1: `, `<option value="2" selected>2: `)
	b.get(instance+"/history/compare?from=2&to=1").says(`<option value="2" selected>2: `, "UTC, Ada, ", `<option value="1" selected>1: `)
	b.get(instance+"/history/compare?from=7&to=1").says("The history does not have both of these revisions.", `<option value="7" selected>7</option>`)
}
