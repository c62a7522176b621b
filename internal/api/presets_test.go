package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/revisions"
	"quartermaster/internal/storetest"
)

func TestPresets(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	scenario{
		path: instance + "/presets", required: []string{"title"}, least: `{"title":"Empty"}`,
		fresh: []string{
			"title", `"Empty"`,
			"enabled", "true",
			"nominal", "null",
			"lifetime", "null",
			"restock", "null",
			"min", "null",
			"category_id", "null",
			"tag_id", "null",
			"usage_ids", "[]",
			"value_ids", "[]",
		},
		full: `{"title":" Military ","enabled":0,"nominal":"12","lifetime":14400,"restock":0,"min":99,"category_id":6,"tag_id":2,` +
			`"usage_ids":[3,1,3],"value_ids":{"a":4}}`,
		stored: []string{
			"title", `"Military"`,
			"enabled", "false",
			"nominal", "12",
			"lifetime", "14400",
			"restock", "0",
			"min", "99",
			"category_id", "6",
			"tag_id", "2",
			"usage_ids", "[3,1]",
			"value_ids", "[4]",
		},
		again: `{"title":"Military"}`,
		cleared: []string{
			"nominal", "null",
			"lifetime", "null",
			"restock", "null",
			"min", "null",
			"category_id", "null",
			"tag_id", "null",
			"usage_ids", "[]",
			"value_ids", "[]",
		},
		refusals: []refusal{
			{`{"title":"` + strings.Repeat("x", 256) + `"}`, "title", "The title field must not be greater than 255 characters."},
			{`{"nominal":"some"}`, "nominal", "The nominal field must be an integer."},
			{`{"min":2147483648}`, "min", "The min field must not be greater than 2147483647."},
			{`{"enabled":null}`, "enabled", "The enabled field must be true or false."},
			{`{"category_id":999999}`, "category_id", "The selected category id is invalid."},
			{`{"tag_id":999999}`, "tag_id", "The selected tag id is invalid."},
			{`{"usage_ids":"1"}`, "usage_ids", "The usage ids field must be an array."},
			{`{"usage_ids":[1,999999]}`, "usage_ids.1", "The selected usage_ids.1 is invalid."},
			{`{"value_ids":["x"]}`, "value_ids.0", "The value_ids.0 field must be an integer."},
		},
	}.run(t, c)
	c.create(t, instance+"/presets", `{"title":"Same","usage_ids":[2,1]}`)
	c.create(t, instance+"/presets", `{"title":"Same","value_ids":[3]}`)
	c.finds(t, instance+"/presets", "usage_ids", map[string]string{"": "[2,1] []", "search=SAM": "[2,1] []", "search=x": ""})
	c.finds(t, instance+"/presets", "value_ids", map[string]string{"": "[] [3]", "sort=-id": "[3] []"})
}

// stock is an instance with types of several categories and a preset of the category 6.
type stock struct {
	client
	instance, preset string
	types            map[string]string // addresses by class name
}

func newStock(t testing.TB, c client) stock {
	t.Helper()
	instance, _ := c.instance(t)
	s := stock{client: c, instance: instance, types: map[string]string{}}
	for name, body := range map[string]string{
		"OwnWeapon": `,"category_id":6,"nominal":1,"usage_ids":[1],"value_ids":[1],"tag_ids":[1,2]`, "OwnTool": `,"category_id":1,"nominal":1`,
		"Bare": `,"nominal":1`,
	} {
		s.add(t, name, "", body)
	}
	s.add(t, "WeaponClass", `,"category_id":6`, `,"nominal":1,"min":5`)
	s.add(t, "ToolOfWeapons", `,"category_id":6`, `,"category_id":1,"nominal":1`)
	s.preset, _ = c.create(t, instance+"/presets", `{"title":"P","category_id":6,"nominal":9,"min":null,"tag_id":3,"usage_ids":[4,2]}`)
	return s
}

func (s stock) add(t testing.TB, name, class, body string) {
	t.Helper()
	s.types[name], _ = s.create(t, s.instance+"/types", `{"instance_classname_id":`+s.class(t, s.instance, name, class)+body+`}`)
}

func (s stock) apply(t testing.TB, body string) reply {
	t.Helper()
	return s.send(t, "POST", s.preset+"/apply", body)
}

// all is every type with its links, in the order of the names.
func (s stock) all(t testing.TB) string {
	t.Helper()
	return s.get(t, s.instance+"/types?include=usage_ids,value_ids,tag_ids&sort=name").at("data")
}

func applied(matched, updated, dryRun string) string {
	return `{"data":{"matched":` + matched + `,"updated":` + updated + `,"dry_run":` + dryRun + `}}`
}

func TestApplyGoesByTheCategory(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		s := newStock(t, c)
		before := s.all(t)
		s.apply(t, `{"dry_run":true}`).exactly(t, 200, applied("2", "2", "true"))
		s.apply(t, `{"dry_run":"1","type_sids":null}`).exactly(t, 200, applied("2", "2", "true"))
		if after := s.all(t); after != before {
			t.Errorf("a dry run changes the types to %s", after)
		}
		s.apply(t, ``).exactly(t, 200, applied("2", "2", "false"))
		s.finds(t, s.instance+"/types", "nominal", map[string]string{"sort=name": "1 1 9 1 9"})
		s.get(t, s.types["OwnWeapon"]).expect(t, 200, "data.nominal", "9", "data.min", "null", "data.usage_ids", "[4,2]", "data.value_ids", "[1]",
			"data.tag_ids", "[3]", "data.tag_id", "3", "data.category_id", "6")
		s.get(t, s.types["WeaponClass"]).expect(t, 200, "data.nominal", "9", "data.min", "5", "data.usage_ids", "[4,2]", "data.category_id",
			"null")
		s.apply(t, `{}`).exactly(t, 200, applied("2", "0", "false"))
		s.must(t, 200, "PATCH", s.types["WeaponClass"], `{"nominal":3}`)
		s.apply(t, `{"dry_run":0}`).exactly(t, 200, applied("2", "1", "false"))
		s.must(t, 200, "PATCH", s.preset, `{"category_id":null,"usage_ids":[],"tag_id":null,"value_ids":[2],"restock":0}`)
		s.apply(t, ``).exactly(t, 200, applied("5", "5", "false"))
		s.get(t, s.types["OwnWeapon"]).expect(t, 200, "data.usage_ids", "[4,2]", "data.value_ids", "[2]", "data.tag_ids", "[3]", "data.restock",
			"0")
		s.get(t, s.types["Bare"]).expect(t, 200, "data.nominal", "9", "data.usage_ids", "[]", "data.value_ids", "[2]", "data.tag_id", "null")
		s.must(t, 200, "PATCH", s.preset, `{"category_id":3}`)
		s.apply(t, ``).exactly(t, 200, applied("0", "0", "false"))
	})
}

func TestApplyToNamedTypes(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		s, elsewhere := newStock(t, c), newStock(t, c)
		sid := func(name string) string { return `"` + sidOf(s.types[name]) + `"` }
		refused := invalid("type_sids", "The selected type sids is invalid.")
		before := s.all(t)
		for _, list := range []string{sid("Bare") + `,"` + sidOf(elsewhere.types["Bare"]) + `"`, `"0000000000"`, sid("Bare") + `,"%"`} {
			s.apply(t, `{"type_sids":[`+list+`]}`).exactly(t, 422, refused)
		}
		if after := s.all(t); after != before {
			t.Errorf("a refusal changes the types to %s", after)
		}
		s.apply(t, `{"type_sids":[`+sid("Bare")+`,`+sid("OwnTool")+`],"dry_run":true}`).exactly(t, 200, applied("2", "2", "true"))
		s.apply(t, `{"type_sids":[`+sid("Bare")+`,`+sid("OwnTool")+`]}`).exactly(t, 200, applied("2", "2", "false"))
		s.finds(t, s.instance+"/types", "nominal", map[string]string{"sort=name": "9 9 1 1 1"})
		s.apply(t, `{"type_sids":[]}`).exactly(t, 200, applied("0", "0", "false"))
	})
}

func TestApplyRefusals(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		s := newStock(t, c)
		for _, refused := range []refusal{
			{`{"dry_run":"maybe"}`, "dry_run", "The dry run field must be true or false."},
			{`{"type_sids":"all"}`, "type_sids", "The type sids field must be an array."},
			{`{"type_sids":[5]}`, "type_sids.0", "The type_sids.0 field must be a string."},
			{`{"type_sids":[null]}`, "type_sids.0", "The type_sids.0 field is required."},
			// Two sids of digits are two, even where their numbers are one.
			{`{"type_sids":["0000000010","00000000010"]}`, "type_sids", "The selected type sids is invalid."},
		} {
			s.apply(t, refused.body).exactly(t, 422, refused.answer())
		}
		s.must(t, 200, "PATCH", s.preset, `{"enabled":false}`)
		for _, body := range []string{``, `{"dry_run":true}`, `{"type_sids":["0000000000"]}`} {
			s.apply(t, body).exactly(t, 422, invalid("preset", "The preset is disabled."))
		}
		s.send(t, "GET", s.preset+"/apply", "").expect(t, 405)
	})
}

// TestApplyIsOneRevision: what it changes stands in the history of the instance under one number, and nothing does where
// nothing changes.
func TestApplyIsOneRevision(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		server := start(t)
		c := server.user(t)
		s := newStock(t, c)
		scope, err := server.db.InstanceScope(t.Context(), c.userID, sidOf(s.instance))
		check(t, err)
		_, before, _ := server.latest(t, scope)
		s.apply(t, `{"dry_run":true}`).expect(t, 200)
		s.apply(t, ``).expect(t, 200)
		s.apply(t, ``).expect(t, 200)
		revision, after, changes := server.latest(t, scope)
		if after != before+1 || revision.Action != "apply" || revisions.Summary(revision.Summary) != "presets: P" || len(changes) != 2 {
			t.Fatalf("%d revisions, the last is %+v with %d changes", after-before, revision, len(changes))
		}
		for _, change := range changes {
			if fieldsOf(t, change.Before)["nominal"] != "1" || fieldsOf(t, change.After)["nominal"] != "9" ||
				fieldsOf(t, change.After)["usage_ids"] != "[4,2]" {
				t.Errorf("%+v", change)
			}
		}
	})
}
