package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/storetest"
)

// TestCalendar: what is planned is told in its order, with what would hold it back, and the address only to those who manage.
func TestCalendar(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	path := c.path + "/calendar"
	c.event(t, "Bear", 10)
	sid := func(path string) string { return path[strings.LastIndex(path, "/")+1:] }
	double, triple := sid(c.layer(t, "Double", 10, 20, "Bear")), sid(c.layer(t, "Triple", 10, 30, "Bear"))
	other := sid(c.layer(t, "Other", 99, 30, "Bear"))
	at := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.RFC3339) }
	c.get(t, path).expect(t, 200, "data.entries", "[]")
	for _, body := range []string{
		`{"what":"layer","layer":"` + double + `","at":"` + at(3) + `","for":"3d"}`,
		`{"what":"layer","layer":"` + triple + `","at":"` + at(5) + `","for":"3d"}`,
		`{"what":"layer","layer":"` + other + `","at":"` + at(10) + `","for":"90m"}`,
		`{"what":"announce","text":"Soon, players!","at":"` + at(2) + `"}`,
		`{"what":"lists","cron":"0 * * * *"}`,
		`{"what":"pull","at":"` + at(59) + `"}`,
	} {
		c.must(t, 201, "POST", c.path+"/schedules", body)
	}
	all := c.get(t, path)
	all.expect(t, 200, "data.entries.0.what", `"announce"`, "data.entries.0.title", `"Soon, players!"`, "data.entries.0.until", "null",
		"data.entries.1.layer", `"`+double+`"`, "data.entries.1.title", `"Double"`, "data.entries.2.layer", `"`+triple+`"`,
		"data.entries.3.held.0", `"What it changes of Bear was changed or deleted since the layer was made."`, "data.entries.4.what", `"pull"`)
	const both = `”, is on then, too, and changes the same: Bear: nominal. The one that goes on later counts."`
	for i, name := range []string{"Triple", "Double"} {
		want := `"“` + name + strings.Replace(both, "”,", "”", 1)
		if got := all.at("data.entries." + string(rune('1'+i)) + ".held.0"); got != want {
			t.Errorf("held: %s, want %s", got, want)
		}
	}
	few := c.get(t, path+"?days=4")
	few.expect(t, 200, "data.entries.1.layer", `"`+double+`"`)
	if n := strings.Count(few.body, `"schedule"`); n != 2 {
		t.Errorf("%d entries in four days", n)
	}
	c.get(t, path+"?days=61").expect(t, 422)

	ics := all.at("data.ics")
	if !strings.Contains(ics, "/calendar/") || !strings.HasSuffix(ics, `.ics"`) || ics != c.get(t, path).at("data.ics") {
		t.Error(ics)
	}
	renewed := c.must(t, 200, "POST", path+"/code", "").at("data.ics")
	if renewed == ics || renewed != c.get(t, path).at("data.ics") {
		t.Errorf("%s, then %s", ics, renewed)
	}
	token := c.must(t, 201, "POST", c.path+"/tokens", `{"name":"reader","permissions":["read"]}`)
	reader := c.client
	reader.token = strings.Trim(token.at("data.token"), `"`)
	reader.get(t, path).expect(t, 200, "data.ics", "null", "data.entries.1.title", `"Double"`)
	reader.send(t, "POST", path+"/code", "").expect(t, 403)
	c.server.user(t).get(t, path).expect(t, 404)
}

// TestTheCalendarLooksAhead: what holds a delivery back are the errors that there will be then, with the layers that are on and the recipes
// that have run by then, and nothing of it is done.
func TestTheCalendarLooksAhead(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := tryIn(t)
		c.event(t, "Oops", 10) // which the game ignores
		at := func(days int) string { return time.Now().UTC().AddDate(0, 0, days).Format(time.RFC3339) }
		plan := func(what string, values ...any) {
			t.Helper()
			c.must(t, 201, "POST", c.path+"/schedules", `{"what":"`+what+`",`+fmt.Sprintf(values[0].(string), values[1:]...)+`}`)
		}
		expect := func(held ...int) {
			t.Helper()
			got := []int{}
			all := c.get(t, c.path+"/calendar")
			for i := range strings.Count(all.body, `"schedule"`) {
				entry := fmt.Sprintf("data.entries.%d.", i)
				if all.at(entry+"what") == `"deliver"` {
					got = append(got, strings.Count(all.at(entry+"held"), "One problem is an error that the last delivery did not have."))
				}
			}
			if !slices.Equal(got, held) {
				t.Errorf("deliveries are held back by %v errors, want %v: %s", got, held, all.body)
			}
		}
		plan("deliver", `"at":%q`, at(2))
		plan("deliver", `"at":%q`, at(5))
		expect(1, 1)
		made := c.must(t, 201, "POST", c.path+"/layers",
			`{"name":"Clean","from":{"changes":[{"resource":"events","name":"Oops","state":"deleted"}]}}`)
		layer := strings.Trim(made.at("data.sid"), `"`)
		plan("layer", `"layer":%q,"at":%q,"until":%q`, layer, at(1), at(3))
		expect(0, 1)
		c.must(t, 200, "POST", c.path+"/layers/"+layer+"/on", "")
		expect(0, 1)
		recipe := c.must(t, 201, "POST", c.path+"/recipes",
			`{"name":"Clean","steps":[{"resource":"events","q":"name:Oops","operations":[{"op":"delete"}]}]}`)
		plan("recipe", `"recipe":%q,"at":%q`, strings.Trim(recipe.at("data.sid"), `"`), at(4))
		expect(0, 0)
		c.must(t, 200, "POST", c.path+"/layers/"+layer+"/off", "")
		c.get(t, c.path+"/events").expect(t, 200, "meta.total", "1")
	})
}
