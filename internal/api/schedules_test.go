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
