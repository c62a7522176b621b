package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// TestOwnMaps: a map is its owner's alone, is told apart from those that he sees, and stays while an instance runs it.
func TestOwnMaps(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		const maps = "/api/v1/maps"
		made := c.must(t, 201, http.MethodPost, maps, `{"name":"Antoria","name_short":"antoria","world_size":8192,"mission":"empty.antoria"}`)
		made.expect(t, 201, "data.name", `"Antoria"`, "data.name_short", `"antoria"`, "data.world_size", "8192", "data.is_modded", "true",
			"data.mission", `"empty.antoria"`)
		one := maps + "/" + strings.Trim(made.at("data.sid"), `"`)
		c.get(t, maps+"?search=antoria").expect(t, 200, "meta.total", "1", "data.0.sid", made.at("data.sid"))
		other.get(t, maps+"?search=antoria").expect(t, 200, "meta.total", "0")
		other.must(t, 201, http.MethodPost, maps, `{"name":"Antoria","name_short":"ANTORIA","world_size":0}`).expect(t, 201, "data.mission",
			`"dayzOffline.ANTORIA"`)
		other.send(t, http.MethodDelete, one, "").exactly(t, 404, body404)

		for body, field := range map[string]string{
			`{"name_short":"a","world_size":1}`:                             "name",
			`{"name":"A","world_size":1}`:                                   "name_short",
			`{"name":"A","name_short":"a"}`:                                 "world_size",
			`{"name":"A","name_short":"a","world_size":-1}`:                 "world_size",
			`{"name":"A","name_short":"a","world_size":"wide"}`:             "world_size",
			`{"name":"A","name_short":"a/b","world_size":1}`:                "name_short",
			`{"name":"A","name_short":"ENOCH","world_size":1}`:              "name_short",
			`{"name":"livonia","name_short":"a","world_size":1}`:            "name",
			`{"name":"A","name_short":"Antoria","world_size":1}`:            "name_short",
			`{"name":"A","name_short":"a","world_size":1,"mission":"../x"}`: "mission",
		} {
			if r := c.send(t, http.MethodPost, maps, body); r.status != 422 || r.at("errors."+field) == "absent" {
				t.Errorf("%s: %d %s", body, r.status, r.body)
			}
		}
		builtIn := maps + "/" + strings.Trim(c.get(t, maps+"?search=enoch").at("data.0.sid"), `"`)
		c.must(t, 403, http.MethodDelete, builtIn, "")

		instance := fmt.Sprintf(`{"name":"Mine","map_id":%s}`, made.at("data.id"))
		other.send(t, http.MethodPost, "/api/instance", instance).exactly(t, 422, invalid("map_id", "The selected map id is invalid."))
		c.must(t, 201, http.MethodPost, "/api/instance", instance)
		c.send(t, http.MethodDelete, one, "").exactly(t, 422, invalid("map", "The map is in use and cannot be deleted."))
		sid := strings.Trim(c.get(t, "/api/v1/instances").at("data.0.sid"), `"`)
		c.get(t, "/api/v1/instances/"+sid).expect(t, 200, "data.map.name", `"Antoria"`, "data.mission", `"empty.antoria"`)
		c.must(t, 200, http.MethodDelete, "/api/instance/"+sid, "")
		c.send(t, http.MethodDelete, one, "").exactly(t, 200, `{"result":true}`)
		c.get(t, maps+"?search=antoria").expect(t, 200, "meta.total", "0")
	})
}

// TestMapsOfUnknownSize: nothing is said about places where the size of the map is not known.
func TestMapsOfUnknownSize(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	for size, want := range map[string]string{"0": "0", "8192": "1"} {
		made := c.must(t, 201, http.MethodPost, "/api/v1/maps", fmt.Sprintf(`{"name":"M%[1]s","name_short":"m%[1]s","world_size":%[1]s}`, size))
		path, _ := c.instance(t)
		c.must(t, 200, http.MethodPatch, surfaceB(path), `{"map_id":`+made.at("data.id")+`}`)
		c.create(t, path+"/effect-areas", `{"area_name":"Far","x":12000,"y":0,"z":12000,"type":"ContaminatedArea_Static"}`)
		if got := fmt.Sprint(strings.Count(c.get(t, path+"/lint").body, `"outside-map"`)); got != want {
			t.Errorf("a map of %s m: %s findings", size, got)
		}
	}
}
