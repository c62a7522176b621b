package instances_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestAnotherMap(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		b.Get("/instances/create").Says("Another map", `name="other_map"`)
		send := func(values url.Values) webtest.Answer {
			values.Set("_token", b.Token("/instances/create"))
			return b.Send("POST", "/instances", values)
		}
		send(url.Values{"name": {"A"}}).LeadsTo("/instances/create")
		b.Get("/instances/create").Says("The map id field is required.")
		send(url.Values{"name": {"A"}, "other_map": {"a/b"}, "other_map_size": {"wide"}}).LeadsTo("/instances/create")
		b.Get("/instances/create").Says("The map&#39;s name field format is invalid.", "The map&#39;s size field must be an integer.",
			`value="a/b"`)
		send(url.Values{"name": {"A"}, "other_map": {"antoria"}, "other_map_size": {"8192"}}).Status(302)
		send(url.Values{"name": {"B"}, "other_map": {"Antoria"}}).Status(302)
		if n := b.Count(`SELECT count(*) FROM maps WHERE user_id IS NOT NULL AND world_size = 8192 AND mission = 'dayzOffline.antoria'`); n != 1 {
			t.Errorf("%d maps were made", n)
		}
		b.Get("/instances").Says("antoria")
		b.Get("/reference/maps").Says("antoria", "Livonia", "built in", "yours")
		s.User("Bob", false).Get("/reference/maps").SaysNot("antoria")
	})
}
