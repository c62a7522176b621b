package web

import (
	"html"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
)

// TestSeveralOperations: one field takes several operations, in their order; a number is kept between two, or at another one.
func TestSeveralOperations(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	_, types := armed(b)
	twice := "/bulk/preview?q=akm&change[nominal][do]=set&change[nominal][value]=7&change2[nominal][do]=multiply&change2[nominal][value]=3&change3[nominal][do]=clamp&change3[nominal][find]=1&change3[nominal][value]=18" +
		"&change[min][do]=least-nominal&change2[min][do]=add&change2[min][value]=-1"
	b.get(types+twice).says("Nominal: set to 7", "Nominal: multiply by 3", "Nominal: keep between 1 and 18", "Min: raise to at least Nominal", "Min: add -1", "<ins>18</ins>", "<ins>17</ins>")
	again := strings.Replace(twice, "/preview", "", 1)
	b.get(types+again).says(`name="change3[nominal][find]"`, `name="change4[nominal][do]"`, "keep at or below Nominal", `<details class="bulk-then" open>`)
	b.get(types + "/bulk/preview?q=akm&change[nominal][do]=clamp").says("The min field is required when max is not present.")
	b.get(types + "/bulk?q=akm").saysNot("Copy from another instance")
	other := b.instance("Other")
	b.importing(other, nil, uploaded{"db/types.xml", strings.Replace(typesXML, "<lifetime>28800</lifetime>", "<lifetime>77</lifetime>", 1)}).status(200)
	from := other[strings.LastIndex(other, "/")+1:]
	b.get(types+"/bulk?q=akm").says("Copy from another instance", `<option value="`+from+`">copy from Other</option>`)
	b.get(types+"/bulk/preview?q=*&copy[do]="+from+"&copy[value][]=lifetime").says("Copy from another instance: Lifetime", "<ins>77")
}

// TestBuiltInRecipes: each has a preview, one is run with a factor, undone, kept as an own one and given another step.
func TestBuiltInRecipes(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, types := armed(b)
	recipes := instance + "/recipes"
	list := b.get(recipes)
	for _, built := range bulk.BuiltIns() {
		list.says(`href="` + recipes + "/" + built.Name + `"`)
		b.get(recipes + "/" + built.Name).status(200).saysNot("alert")
	}
	more := recipes + "/more-loot"
	b.get(more + "?factor=11").says("The factor field must be between 1 and 10.")
	before := b.nominal(instance, "AKM").(int64)
	run := b.get(more+"?factor=3").says("Keep as my own", " change").saysNot("Delete recipe").action("change")
	b.submit(more, run, nil).leadsTo(recipes)
	page := b.get(recipes).says("More loot was run", ">Undo</button>")
	if got := b.nominal(instance, "AKM").(int64); got != 3*before {
		t.Errorf("nominal is %d, was %d", got, before)
	}
	b.submit(recipes, html.UnescapeString(undoAction.FindStringSubmatch(page.Body.String())[1]), nil).status(302)
	if got := b.nominal(instance, "AKM").(int64); got != before {
		t.Errorf("undone nominal is %d, was %d", got, before)
	}
	sid := instance[strings.LastIndex(instance, "/")+1:]
	b.submit(more, more+"/copy?factor=2", url.Values{"name": {"Mine"}, "instance": {sid}}).status(302)
	mine := recipes + "/" + record.Recipes.SID(b.named(instance, record.Recipes, "Mine"))
	b.get(mine).says("The recipe was copied.", "Nominal: multiply by, and Min with it 2").saysNot("Remove the step")
	add := b.get(types + halve).says("Add to a recipe").action("step")
	b.submit(types+halve, add, url.Values{"recipe": {mine[strings.LastIndex(mine, "/")+1:]}}).leadsTo(mine)
	b.get(mine).says("The step was added.", "Nominal: divide by 2", "Remove the step", "Move the step up")
	b.submit(mine, mine+"/steps/1/up", nil).leadsTo(mine)
	b.delete(mine, mine+"/steps/0", nil).leadsTo(mine)
	b.get(mine).says("The step was removed.").saysNot("divide by 2", "Remove the step")
	b.delete(mine, mine+"/steps/0", nil).leadsTo(mine)
	b.get(mine).says("The steps field is required.")
	b.submit(mine, mine+"/steps/5/up", nil).status(404)
	sequence := recipes + "/sequence?recipe[]=" + mine[strings.LastIndex(mine, "/")+1:] + "&recipe[]=less-loot&recipe[]="
	form := b.get(sequence).says("multiply by, and Min with it 2", "multiply by, and Min with it 0.7").action("change")
	b.submit(sequence, form, nil).leadsTo(recipes)
	b.get(recipes).says("Mine, Less loot were run:")
	b.get(recipes + "/sequence").leadsTo(recipes)
}

// TestUndoAfterEverything: saves, applied presets, imports and deletions offer Undo, and recipes after an import.
func TestUndoAfterEverything(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance, types := armed(b)
	b.add(instance, record.Recipes, record.Values{"name": "Winter economy", "steps": `[{"resource":"types","q":"*","operations":[{"op":"enable"}]}]`})
	undo := func(what string, page answer) {
		t.Helper()
		found := undoAction.FindStringSubmatch(page.Body.String())
		if found == nil {
			t.Fatalf("no Undo after %s:\n%.3000s", what, page.Body)
		}
		b.submit(instance, html.UnescapeString(found[1]), nil).status(302)
		b.get(instance + "/history").says("undone")
	}
	akm := types + "/" + record.Types.SID(b.typeCalled(instance, "AKM"))
	b.delete(akm+"/edit", akm, nil).status(302)
	undo("a deletion", b.get(types))
	if b.nominal(instance, "AKM") == nil {
		t.Error("the type is not there again")
	}
	imported := b.importing(instance, nil, uploaded{"db/events.xml", `<events><event name="StaticA"><nominal>1</nominal></event></events>`}, uploaded{"db/messages.xml", "<messages><message><text>Hello</text></message></messages>"})
	imported.says("Files taken in.", "Run Winter economy again?", "undo?seen=")
	undo("an import", imported)
	b.get(instance + "/events").saysNot("StaticA")
	b.get(instance + "/messages").saysNot("Hello")
	s.work(t)
	job := strings.TrimPrefix(b.importing(instance, nil, append(manyNotes(), uploaded{"db/messages.xml", "<messages><message><text>Hello</text></message></messages>"})...).Header().Get("Location"), "http://qm.test")
	b.get(job + "/events").status(200)
	undo("an import in a job", b.get(job).says("Files taken in.", "Run Winter economy again?"))
	b.get(instance + "/messages").saysNot("Hello")
}
