package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

const winter = `{"name":"Winter","note":"After updates","steps":[
	{"resource":"types","q":"cat:weapons","operations":[{"op":"multiply","field":"nominal","value":0.5}]},
	{"resource":"types","q":"nominal<6 by:user","operations":[{"op":"add_ids","field":"usage","value":["Town"]}]},
	{"resource":"events","q":"*","operations":[{"op":"disable"}]}]}`

func TestRecipe(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, other := c.loot(t), c.loot(t)
		recipe, _ := c.create(t, instance+"/recipes", winter)
		c.get(t, recipe).expect(t, 200, "data.name", `"Winter"`, "data.steps.1.q", `"nominal<6 by:user"`, "data.steps.0.operations.0",
			`{"field":"nominal","op":"multiply","value":0.5}`)
		dry := c.must(t, 200, "POST", recipe+"/run", `{"dry_run":true}`)
		dry.expect(t, 200, "data.0.changed", "2", "data.1.matched", "1", "data.1.rows.0.name", `"AK101"`, "data.2.changed", "1",
			"data.2.revision", "null")
		if got := c.get(t, instance+"/types").names("nominal"); got != "12 10 40 null" {
			t.Fatalf("a preview has made it %s", got)
		}
		done := c.must(t, 200, "POST", recipe+"/run", ``)
		done.expect(t, 200, "data.0.rows", dry.at("data.0.rows"), "data.1.rows", dry.at("data.1.rows"), "data.2.rows", dry.at("data.2.rows"))
		if got := c.get(t, instance+"/types").names("nominal"); got != "6 5 40 null" {
			t.Errorf("it became %s", got)
		}
		revision := done.at("data.2.revision")
		c.get(t, instance+"/revisions/"+revision).expect(t, 200, "data.summary", `"recipe: Winter"`, "meta.total", "4")
		c.must(t, 200, "POST", instance+"/revisions/"+revision+"/undo", `{}`)
		if got := c.get(t, instance+"/types").names("nominal"); got != "12 10 40 null" {
			t.Errorf("undone it is %s", got)
		}
		c.must(t, 200, "POST", recipe+"/run", `{"instance":"`+sidOf(other)+`"}`).expect(t, 200, "data.0.changed", "2")
		if got := c.get(t, other+"/types").names("nominal") + " / " +
			c.get(t, instance+"/types").names("nominal"); got != "6 5 40 null / 12 10 40 null" {
			t.Errorf("on the other instance it became %s", got)
		}
		stranger := c.server.user(t)
		foreign, _ := stranger.instance(t)
		c.send(t, "POST", recipe+"/run", `{"instance":"`+sidOf(foreign)+`"}`).exactly(t, 422, invalid("instance",
			"The selected instance is invalid."))
		stranger.send(t, "POST", recipe+"/run", `{}`).expect(t, 404)
	})
}

func TestRecipeIsCheckedWhenItIsSaved(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := c.loot(t)
		for steps, want := range map[string]string{
			`[]`: `"steps":["The steps field is required."]`,
			`[{"resource":"files","q":"*","operations":[{"op":"delete"}]}]`: `"steps.0.resource":["The selected resource is ` +
				`invalid."]`,
			`[{"resource":"types","operations":[{"op":"delete"}]}]`: `"steps.0.q":["The q field is required; * is for all ` +
				`records."]`,
			`[{"resource":"types","q":7,"operations":[{"op":"delete"}]}]`: `"steps.0.q":["The q field must be a string."]`,
			`[{"resource":"types","q":"nominl>1","operations":[{"op":"delete"}]}]`: `"steps.0.q":["The q field is not understood: ` +
				`“nominl>1”: types have no field “nominl”; did you mean nominal?"]`,
			`[{"resource":"types","q":"*","operations":[]}]`: `"steps.0.operations":["The operations field is ` +
				`required."]`,
			`[{"resource":"types","q":"*","operations":[{"op":"set","field":"nominal"}]}]`: `"steps.0.operations.0.value":["The value field must ` +
				`be present."]`,
			`[{"resource":"types","q":"*","operations":["x"]}]`: `"steps.0.operations.0.op":["The selected op is invalid."]`,
			`[1]`: `"steps.0.resource":["The selected resource is invalid."]`,
		} {
			r := c.send(t, "POST", instance+"/recipes", `{"name":"R","steps":`+steps+`}`)
			if r.status != 422 || !strings.Contains(unescaped(r.body), want) {
				t.Errorf("%s: %d %s, want %s", steps, r.status, r.body, want)
			}
		}
		recipe, _ := c.create(t, instance+"/recipes", `{"name":"R","steps":[{"resource":"messages","q":"*","operations":[{"op":"delete"}]},
		{"resource":"types","q":"*","operations":[{"op":"enable"},{"op":"set","field":"category_id","value":"nowhere"}]}]}`)
		r := c.send(t, "POST", recipe+"/run", `{"dry_run":true}`)
		if want := `"steps.1.operations.1.value":["There is no category called “nowhere”."]`; r.status != 422 ||
			!strings.Contains(unescaped(r.body), want) {
			t.Errorf("run: %d %s, want %s", r.status, r.body, want)
		}
		c.must(t, 200, "PATCH", recipe, fmt.Sprintf(`{"note":%q}`, "kept"))
		c.must(t, 200, "DELETE", recipe, ``)
	})
}

// TestBuiltInRecipes over the API: listed apart, run with a factor, in a sequence, copied, never changed.
func TestBuiltInRecipes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, other := c.loot(t), c.loot(t)
		recipes := instance + "/recipes"
		list := c.get(t, recipes+"/built-in")
		list.expect(t, 200, "data.0.sid", `"more-loot"`, "data.0.factor.default", "1.5", "data.2.factor", "null",
			"data.0.steps.0.operations.0.value", "1.5")
		for i := 0; list.at(fmt.Sprintf("data.%d", i)) != "absent"; i++ {
			sid := strings.Trim(list.at(fmt.Sprintf("data.%d.sid", i)), `"`)
			c.must(t, 200, "POST", recipes+"/"+sid+"/run", `{"dry_run":true}`)
		}
		c.get(t, recipes).expect(t, 200, "meta.total", "0")
		c.must(t, 200, "POST", recipes+"/more-loot/run", `{"factor":3,"dry_run":true}`).expect(t, 200, "data.0.rows.0.changes",
			`{"min":[6,18],"nominal":[12,36]}`)
		c.send(t, "POST", recipes+"/more-loot/run", `{"factor":0.5}`).exactly(t, 422, invalid("factor",
			"The factor field must be between 1 and 10."))
		c.send(t, "POST", recipes+"/more-loot/run", `{"factor":"much"}`).exactly(t, 422, invalid("factor", "The factor field must be a number."))
		c.send(t, "DELETE", recipes+"/more-loot", "").expect(t, 404)
		copied := c.send(t, "POST", recipes+"/less-loot/copy", `{"name":"Mine","factor":0.5,"instance":"`+sidOf(other)+`"}`)
		copied.expect(t, 201, "data.name", `"Mine"`, "data.steps.0.operations.0.value", "0.5")
		mine := c.send(t, "POST", other+"/recipes/"+strings.Trim(copied.at("data.sid"), `"`)+"/copy", `{"instance":"`+sidOf(instance)+`"}`)
		mine.expect(t, 201, "data.name", `"Mine"`)
		sequence := `{"recipes":[{"recipe":"more-loot","factor":4},` + mine.at("data.sid") + `]}`
		c.send(t, "POST", recipes+"/run", strings.Replace(sequence, "{", `{"dry_run":true,`, 1)).expect(t, 200, "data.1.rows.0.changes",
			`{"min":[24,12],"nominal":[48,24]}`)
		done := c.must(t, 200, "POST", recipes+"/run", sequence)
		done.expect(t, 200, "data.0.revision", done.at("data.1.revision"))
		c.get(t, instance+"/revisions/"+done.at("data.0.revision")).expect(t, 200, "data.summary", `"recipe: More loot, Mine"`)
		if got := c.get(t, instance+"/types").names("nominal"); got != "24 10 80 null" { // the second one is crafted
			t.Errorf("it became %s", got)
		}
		c.send(t, "POST", recipes+"/run", `{"recipes":["0000000000"]}`).exactly(t, 422, invalid("recipes", "The selected recipes is invalid."))
		c.send(t, "POST", recipes+"/run", `{"recipes":[]}`).expect(t, 422)
		stranger := c.server.user(t)
		stranger.get(t, recipes+"/built-in").exactly(t, 404, body404)
		stranger.send(t, "POST", recipes+"/more-loot/copy", `{}`).exactly(t, 404, body404)
	})
}
