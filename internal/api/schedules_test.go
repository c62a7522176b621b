package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

func TestSchedules(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		path := instance + "/schedules"
		made := c.send(t, "POST", path, `{"what":"lists","cron":"30 5 29 2 *","time_zone":"Europe/Berlin"}`)
		made.expect(t, 201, "data.what", `"lists"`, "data.enabled", "true", "data.next_at", `"2028-02-29T04:30:00.000000Z"`, "data.upcoming.0",
			`"2028-02-29T05:30:00+01:00"`,
			"data.upcoming.4", `"2044-02-29T05:30:00+01:00"`, "data.last_at", "null", "data.last_status", "null")
		one := path + "/" + strings.Trim(made.at("data.sid"), `"`)
		c.send(t, "PATCH", one, `{"enabled":false}`).expect(t, 200, "data.next_at", "null", "data.upcoming", "[]")
		c.send(t, "PATCH", one, `{"enabled":true,"time_zone":"UTC"}`).expect(t, 200, "data.upcoming.0", `"2028-02-29T05:30:00Z"`)
		c.get(t, path).expect(t, 200, "data.0.cron", `"30 5 29 2 *"`, "meta.total", "1")
		for body, message := range map[string]string{
			`{"cron":"61 * * * *"}`:   `"The cron field is not understood: the minute \"61\" is not between 0 and 59."`,
			`{"cron":"*/4 * * * *"}`:  `"A schedule runs every five minutes at most."`,
			`{"cron":"0,59 * * * *"}`: `"A schedule runs every five minutes at most."`,
		} {
			c.send(t, "PATCH", one, body).expect(t, 422, "errors.cron.0", message)
		}
		c.send(t, "PATCH", one, `{"time_zone":"Berlin"}`).expect(t, 422, "errors.time_zone.0",
			`"The time_zone field is not understood: it is no time zone, such as Europe/Berlin."`)
		c.send(t, "POST", path, `{"what":"wipe","cron":"0 5 * * *"}`).expect(t, 422, "errors.what.0", `"The selected what is invalid."`)
		other.get(t, one).expect(t, 404)
		other.send(t, "DELETE", one, "").expect(t, 404)
		c.get(t, instance+"/revisions").expect(t, 200, "data.0.number", "1")
		c.must(t, 200, "DELETE", one, "")
		c.get(t, one).expect(t, 404)
	})
}

// TestSchedulesOfLayers: what they need, what they refuse, and when they are next.
func TestSchedulesOfLayers(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, deployer := s.user(t), s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/schedules"
	tried{c, instance}.event(t, "Bear", 10)
	made := c.send(t, "POST", instance+"/layers",
		`{"name":"Double loot","from":{"changes":[{"resource":"events","name":"Bear","changes":{"nominal":[10,20]}}]}}`)
	made.expect(t, 201)
	layer := made.at("data.sid")
	recipe := c.send(t, "POST", instance+"/recipes",
		`{"name":"More","steps":[{"resource":"events","q":"*","operations":[{"op":"multiply","field":"nominal","value":2}]}]}`).at("data.sid")

	copying := c.send(t, "POST", instance+"/recipes",
		`{"name":"Like","steps":[{"resource":"events","q":"*","operations":[{"op":"copy","fields":["nominal"],"from":"k3Jd82Lq0x"}]}]}`).
		at("data.sid")

	for body, want := range map[string][2]string{
		`{"what":"recipe","cron":"0 5 * * *","recipe":` + copying + `}`:                                    {"recipe", "another instance"},
		`{"what":"layer","layer":` + layer + `}`:                                                           {"cron", "required"},
		`{"what":"layer","layer":` + layer + `,"at":"2036-12-05T18:00:00Z"}`:                               {"until", "how long"},
		`{"what":"layer","layer":` + layer + `,"at":"2036-12-05T18:00:00Z","cron":"0 5 * * *","for":"3d"}`: {"at", "either at or cron"},
		`{"what":"layer","layer":` + layer + `,"at":"2036-12-05T18:00:00Z","for":"3w"}`:                    {"for", "format"},
		`{"what":"layer","layer":` + layer + `,"at":"2036-12-05T18:00:00Z","for":"3d","until":"2037-01-01T00:00:00Z"}`: {
			"for", "either until or for",
		},
		`{"what":"layer","layer":` + layer + `,"at":"2036-12-05T18:00:00Z","until":"2036-12-05T18:00:00Z"}`: {"until", "not after"},
		`{"what":"layer","layer":` + layer + `,"at":"2020-12-05T18:00:00Z","until":"2020-12-06T18:00:00Z"}`: {"until", "over by now"},
		`{"what":"layer","at":"2036-12-05T18:00:00Z","for":"3d"}`:                                           {"layer", "required"},
		`{"what":"layer","layer":"nOtThErE01","at":"2036-12-05T18:00:00Z","for":"3d"}`:                      {"layer", "invalid"},
		`{"what":"lists","cron":"0 5 * * *","layer":` + layer + `}`:                                         {"layer", "Only schedules"},
		`{"what":"lists","at":"2020-12-05T18:00:00Z"}`:                                                      {"at", "over by now"},
		`{"what":"recipe","cron":"0 5 * * *"}`:                                                              {"recipe", "required"},
		`{"what":"recipe","cron":"0 5 * * *","recipe":` + layer + `}`:                                       {"recipe", "invalid"},
		`{"what":"announce","cron":"0 5 * * *"}`:                                                            {"text", "required"},
		`{"what":"announce","cron":"0 5 * * *","text":"a\nb"}`:                                              {"text", "format"},
	} {
		answer := c.send(t, "POST", path, body)
		answer.expect(t, 422)
		if got := answer.at("errors." + want[0] + ".0"); !strings.Contains(got, want[1]) {
			t.Errorf("%s: %s", body, answer.body)
		}
	}

	planned := c.send(t, "POST", path, `{"what":"layer","layer":`+layer+`,"at":"2036-12-05T18:00:00+01:00","for":"3d","before":5,`+
		`"time_zone":"Europe/Berlin"}`)
	planned.expect(t, 201, "data.next_at", `"2036-12-05T17:00:00.000000Z"`, "data.upcoming", `["2036-12-05T18:00:00+01:00"]`,
		"data.ends_at", "null",
		"data.cron", `""`, "data.at", `"2036-12-05T17:00:00.000000Z"`)
	c.must(t, 201, "POST", path, `{"what":"deliver","at":"2036-12-05T19:00:00Z"}`)
	one := path + "/" + strings.Trim(planned.at("data.sid"), `"`)
	c.send(t, "PATCH", one, `{"before":10}`).expect(t, 200, "data.next_at", `"2036-12-05T18:50:00.000000Z"`)
	c.must(t, 200, "PUT", one, c.get(t, one).at("data"))
	c.send(t, "PATCH", one, `{"what":"lists"}`).expect(t, 200, "data.layer", "null", "data.for", "null",
		"data.next_at", `"2036-12-05T17:00:00.000000Z"`)
	c.must(t, 201, "POST", path, `{"what":"recipe","recipe":`+recipe+`,"cron":"0 5 * * *"}`)
	announced := c.send(t, "POST", path, `{"what":"announce","text":"Double loot!","cron":"0 5 * * *"}`)
	if announced.expect(t, 201); announced.at("data.planned_by") == "null" {
		t.Error("nobody has planned it")
	}

	// who may set schedules may not change records by them
	token := c.send(t, "POST", instance+"/tokens", `{"name":"deliverer","permissions":["read","deliver"]}`)
	token.expect(t, 201)
	deployer.token = strings.Trim(token.at("data.token"), `"`)
	for what, needs := range map[string]string{
		`"what":"layer","layer":` + layer + `,"for":"3d"`: "edit", `"what":"recipe","recipe":` + recipe: "edit",
		`"what":"announce","text":"x"`: "players",
	} {
		answer := deployer.send(t, "POST", path, `{"cron":"0 5 * * *",`+what+`}`)
		answer.expect(t, 403)
		if !strings.Contains(answer.at("message"), "permission "+needs) {
			t.Errorf("%s: %s", what, answer.body)
		}
	}
	deployer.must(t, 201, "POST", path, `{"what":"deliver","cron":"0 5 * * *"}`)
}
