package bulk_test

import (
	"html"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestSeveralOperations: one field takes several operations, in their order; a number is kept between two, or at another one.
func TestSeveralOperations(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	_, types := webtest.ArmedInstance(b)
	twice := "/bulk/preview?q=akm&change[nominal][do]=set&change[nominal][value]=7&change2[nominal][do]=multiply&change2[nominal][value]=3&" +
		"change3[nominal][do]=clamp&change3[nominal][find]=1&change3[nominal][value]=18" +
		"&change[min][do]=least-nominal&change2[min][do]=add&change2[min][value]=-1"
	b.Get(types+twice).Says("Set nominal to 7", "Multiply nominal by 3", "Keep nominal between 1 and 18", "Raise min to at least nominal",
		"Change min by -1", "<ins>18</ins>", "<ins>17</ins>")
	again := strings.Replace(twice, "/preview", "", 1)
	b.Get(types+again).Says(`name="change3[nominal][find]"`, `name="change4[nominal][do]"`, "Keep min at or below nominal",
		`<details class="bulk-then" open>`)
	b.Get(types + "/bulk/preview?q=akm&change[nominal][do]=clamp").Says("The min field is required when max is not present.")
	b.Get(types + "/bulk?q=akm").SaysNot("Copy from another instance")
	other := b.Instance("Other")
	b.Import(other, nil, webtest.File{
		Name: "db/types.xml", Text: strings.Replace(webtest.TypesXML, "<lifetime>28800</lifetime>", "<lifetime>77</lifetime>", 1),
	}).Status(200)
	from := other[strings.LastIndex(other, "/")+1:]
	b.Get(types+"/bulk?q=akm").Says("Copy from another instance", `<option value="`+from+`">copy from Other</option>`)
	b.Get(types+"/bulk/preview?q=*&copy[do]="+from+"&copy[value][]=lifetime").Says("Copy from another instance: Lifetime", "<ins>77")
}

// TestBuiltInRecipes: each has a preview, one is run with a factor, undone, kept as an own one and given another step.
func TestBuiltInRecipes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		recipes := instance + "/recipes"
		list := b.Get(recipes)
		for _, built := range bulk.BuiltIns() {
			list.Says(`href="` + recipes + "/" + built.Name + `"`)
			b.Get(recipes + "/" + built.Name).Status(200).SaysNot("alert")
		}
		more := recipes + "/more-loot"
		b.Get(more + "?factor=11").Says("The factor field must be between 1 and 10.")
		before := b.Nominal(instance, "AKM").(int64)
		run := action(b.Get(more+"?factor=3").Says("Keep as my own", " change").SaysNot("Delete recipe"), "change")
		b.Submit(more, run, nil).LeadsTo(recipes)
		page := b.Get(recipes).Says("More loot was run", ">Undo</button>")
		if got := b.Nominal(instance, "AKM").(int64); got != 3*before {
			t.Errorf("nominal is %d, was %d", got, before)
		}
		b.Submit(recipes, html.UnescapeString(undoAction.FindStringSubmatch(page.Body.String())[1]), nil).Status(302)
		if got := b.Nominal(instance, "AKM").(int64); got != before {
			t.Errorf("undone nominal is %d, was %d", got, before)
		}
		sid := instance[strings.LastIndex(instance, "/")+1:]
		b.Submit(more, more+"/copy?factor=2", url.Values{"name": {"Mine"}, "instance": {sid}}).Status(302)
		mine := recipes + "/" + record.Recipes.SID(b.Named(instance, record.Recipes, "Mine"))
		b.Get(mine).Says("The recipe was copied.", "Multiply nominal, and min with it, by 2").SaysNot("Remove the step")
		add := action(b.Get(types+halve).Says("Add to a recipe"), "step")
		b.Submit(types+halve, add, url.Values{"recipe": {mine[strings.LastIndex(mine, "/")+1:]}}).LeadsTo(mine)
		b.Get(mine).Says("The step was added.", "Divide nominal by 2", "Remove the step", "Move the step up")
		b.Submit(mine, mine+"/steps/1/up", nil).LeadsTo(mine)
		b.Delete(mine, mine+"/steps/0", nil).LeadsTo(mine)
		b.Get(mine).Says("The step was removed.").SaysNot("Divide nominal by 2", "Remove the step")
		b.Delete(mine, mine+"/steps/0", nil).LeadsTo(mine)
		b.Get(mine).Says("The steps field is required.")
		b.Submit(mine, mine+"/steps/5/up", nil).Status(404)
		sequence := recipes + "/sequence?recipe[]=" + mine[strings.LastIndex(mine, "/")+1:] + "&recipe[]=less-loot&recipe[]="
		form := action(b.Get(sequence).Says("Multiply nominal, and min with it, by 2", "Multiply nominal, and min with it, by 0.7"), "change")
		b.Submit(sequence, form, nil).LeadsTo(recipes)
		b.Get(recipes).Says("Mine, Less loot were run:")
		b.Get(recipes + "/sequence").LeadsTo(recipes)
	})
}

// TestUndoAfterEverything: saves, applied presets, imports and deletions offer Undo, and recipes after an import.
func TestUndoAfterEverything(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance, types := webtest.ArmedInstance(b)
		b.Add(instance, record.Recipes, record.Values{
			"name": "Winter economy", "steps": `[{"resource":"types","q":"*","operations":[{"op":"enable"}]}]`,
		})
		undo := func(what string, page webtest.Answer) {
			t.Helper()
			found := undoAction.FindStringSubmatch(page.Body.String())
			if found == nil {
				t.Fatalf("no Undo after %s:\n%.3000s", what, page.Body)
			}
			b.Submit(instance, html.UnescapeString(found[1]), nil).Status(302)
			b.Get(instance + "/history").Says("undone")
		}
		akm := types + "/" + record.Types.SID(b.TypeCalled(instance, "AKM"))
		b.Delete(akm+"/edit", akm, nil).Status(302)
		undo("a deletion", b.Get(types))
		if b.Nominal(instance, "AKM") == nil {
			t.Error("the type is not there again")
		}
		imported := b.Import(instance, nil,
			webtest.File{Name: "db/events.xml", Text: `<events><event name="StaticA"><nominal>1</nominal></event></events>`},
			webtest.File{Name: "db/messages.xml", Text: "<messages><message><text>Hello</text></message></messages>"})
		imported.Says("Files taken in.", "Run Winter economy again?", "undo?seen=")
		undo("an import", imported)
		b.Get(instance + "/events").SaysNot("StaticA")
		b.Get(instance + "/messages").SaysNot("Hello")
		s.Work(t)
		job := strings.TrimPrefix(b.Import(instance, nil, append(webtest.ManyNotes(), webtest.File{
			Name: "db/messages.xml", Text: "<messages><message><text>Hello</text></message></messages>",
		})...).Header().Get("Location"),
			"http://qm.test")
		b.Get(job + "/events").Status(200)
		undo("an import in a job", b.Get(job).Says("Files taken in.", "Run Winter economy again?"))
		b.Get(instance + "/messages").SaysNot("Hello")
	})
}
