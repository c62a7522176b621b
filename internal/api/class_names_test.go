package api_test

import (
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func number(n int64) string { return strconv.FormatInt(n, 10) }

func TestGlobalClassnames(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		weapons, tools := int64(6), int64(1)
		s.catalog(t,
			record.Classname{
				Name: "AK101", DisplayName: "Rifle", CategoryID: &weapons, Payload: `{"a":{"b":[1]}}`, DefaultTypeValues: `{"min":2,"nominal":5}`,
				Value: 7, HasImage: true, Enabled: true,
			},
			record.Classname{Name: "Hammer", DisplayName: "Hammer AK", CategoryID: &tools, Payload: "{}", DefaultTypeValues: "{}"},
			record.Classname{Name: "ZmbM", DisplayName: "Infected", Payload: "{}", DefaultTypeValues: "{}", IsCreature: true, Enabled: true})
		for query, want := range map[string]string{
			"":                              "AK101 Hammer ZmbM",
			"search=ak":                     "AK101 Hammer",
			"search=rifle":                  "AK101",
			"category=6":                    "AK101",
			"category=1":                    "Hammer",
			"category=99999":                "",
			"category=x":                    "AK101 Hammer ZmbM",
			"category=99999999999999999999": "AK101 Hammer ZmbM",
			"subcategory=1":                 "",
			"mod=1":                         "",
			"status=enabled":                "AK101 ZmbM",
			"status=disabled":               "Hammer",
			"status=Enabled":                "AK101 Hammer ZmbM",
			"status=enabled&search=ak":      "AK101",
		} {
			if got := c.get(t, "/api/v1/classnames?"+query).names("name"); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		list := c.get(t, "/api/v1/classnames")
		list.expect(t, 200, "data.0.display_name", `"Rifle"`, "data.0.category_id", "6", "data.0.sub_category_id", "null", "data.0.mod_id",
			"null",
			"data.0.payload", `{"a":{"b":[1]}}`, "data.0.default_type_values", `{"min":2,"nominal":5}`, "data.0.value", "7", "data.0.has_image",
			"true",
			"data.0.is_creature", "false", "data.0.enabled", "true", "data.1.payload", "{}", "data.2.is_creature", "true", "data.0.instance_id",
			"absent")
		one := "/api/v1/classnames/" + strings.Trim(list.at("data.0.sid"), `"`)
		c.get(t, one).expect(t, 200, "data", list.at("data.0"))
		c.get(t, "/api/v1/classnames/none").exactly(t, 404, body404)
		for method, path := range map[string]string{"POST": "/api/v1/classnames", "PUT": one, "PATCH": one, "DELETE": one} {
			if r := c.send(t, method, path, `{"name":"X"}`); r.status != 405 {
				t.Errorf("%s: %d", method, r.status)
			}
		}
	})
}

func TestClassnames(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		s.user(t)
		c := s.user(t)
		s.catalog(t, record.Classname{Name: "AK101", Payload: "{}", DefaultTypeValues: "{}"})
		instance, scope := c.instance(t)
		path, _ := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		c.get(t, path).expect(t, 200, "data.instance_id", number(scope.InstanceID), "data.user_id", number(c.userID), "data.name", `"AK101"`,
			"data.display_name", "null", "data.classname_id", "null", "data.category_id", "null", "data.sub_category_id", "null", "data.mod_id",
			"null",
			"data.payload", "{}", "data.default_type_values", "{}", "data.value", "0", "data.has_image", "false", "data.is_creature", "false",
			"data.enabled", "true")
		r := c.must(t, 200, "PUT", path,
			`{"name":"AK74","display_name":"Rifle","classname_id":1,"category_id":6,"payload":{"a":" b ","c":"","d":[1,{}]},
		"default_type_values":[],"is_creature":1,"enabled":"0","value":9,"has_image":true,"user_id":1,"instance_id":1,"id":5,"sid":"x",`+
				`"created_at":null}`)
		r.expect(t, 200, "data.name", `"AK74"`, "data.display_name", `"Rifle"`, "data.classname_id", "1", "data.category_id", "6",
			"data.payload", `{"a":"b","c":null,"d":[1,{}]}`, "data.default_type_values", "{}", "data.is_creature", "true", "data.enabled", "false",
			"data.value", "0", "data.has_image", "false", "data.user_id", number(c.userID), "data.instance_id", number(scope.InstanceID))
		c.get(t, path).exactly(t, 200, r.body)
		c.must(t, 200, "PUT", path, `{"name":"AK74"}`).exactly(t, 200, r.body)
		c.must(t, 200, "PATCH", path, `{"display_name":null,"category_id":""}`).expect(t, 200, "data.display_name", "null", "data.category_id",
			"null", "data.classname_id", "1")
		c.send(t, "PUT", path, `{"display_name":"x"}`).exactly(t, 422, invalid("name", "The name field is required."))
		c.send(t, "PATCH", path, `{"payload":5}`).exactly(t, 422, invalid("payload", "The payload field must be an array."))
		c.send(t, "PATCH", path, `{"payload":[1]}`).exactly(t, 422, invalid("payload", "The payload field must be an array."))
		c.send(t, "PATCH", path, `{"name":null}`).exactly(t, 422, invalid("name", "The name field is required."))
	})
}

func TestClassnameIsUniqueInItsInstance(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		other, _ := c.instance(t)
		first, _ := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		second, _ := c.create(t, instance+"/classnames", `{"name":"AK74"}`)
		taken := invalid("name", "The name has already been taken.")
		c.send(t, "POST", instance+"/classnames", `{"name":"ak101"}`).exactly(t, 422, taken)
		c.send(t, "PUT", second, `{"name":"Ak101"}`).exactly(t, 422, taken)
		c.send(t, "PATCH", second, `{"name":" AK101 "}`).exactly(t, 422, taken)
		c.send(t, "PUT", first, `{"name":"ak101"}`).expect(t, 200, "data.name", `"ak101"`)
		c.create(t, other+"/classnames", `{"name":"AK101"}`)
	})
}

// TestSeveralAtOnceGetOneName keeps others from writing until the requests have found the name free, as far as that can be
// told from outside; the answers are the same where they have not.
func TestSeveralAtOnceGetOneName(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		const tries = 3
		answers := make(chan reply, tries)
		check(t, s.db.Tx(t.Context(), func(tx *store.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE instances SET name = name`)
			for range tries {
				go func() { answers <- c.send(t, "POST", instance+"/classnames", `{"name":"AK101"}`) }()
			}
			for range 50 {
				c.get(t, "/api/v1/maps")
			}
			return err
		}))
		made := 0
		for range tries {
			r := <-answers
			if r.status == 201 {
				made++
				continue
			}
			r.exactly(t, 422, invalid("name", "The name has already been taken."))
		}
		if made != 1 {
			t.Errorf("made %d times", made)
		}
	})
}

func TestDeletedClassnameTakesItsTypesAlong(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		path, id := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		unused, other := c.create(t, instance+"/classnames", `{"name":"AK74"}`)
		for range 2 {
			c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`}`)
		}
		kept, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+number(other)+`}`)
		c.send(t, "DELETE", path, "").exactly(t, 200, `{"result":true,"deleted":{"types":2}}`)
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "1")
		c.send(t, "DELETE", path, "").exactly(t, 404, body404)
		c.send(t, "DELETE", kept, "").exactly(t, 200, `{"result":true}`)
		c.send(t, "DELETE", unused, "").exactly(t, 200, `{"result":true}`)
	})
}

func TestClassnameFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.create(t, instance+"/classnames", `{"name":"AK101","display_name":"Rifle","category_id":6}`)
		c.create(t, instance+"/classnames", `{"name":"Hammer","enabled":false}`)
		for query, want := range map[string]string{
			"":                           "AK101 Hammer",
			"search=RIFLE":               "AK101",
			"search=hamm":                "Hammer",
			"category=6":                 "AK101",
			"status=disabled":            "Hammer",
			"status=disabled&category=6": "",
			"category[]=6":               "AK101 Hammer",
			"category=%276%27":           "AK101 Hammer",
		} {
			if got := c.get(t, instance+"/classnames?"+query).names("name"); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
	})
}
