package web

import (
	"net/url"
	"testing"
)

func TestAnotherMap(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/instances/create").says("Another map", `name="other_map"`)
	send := func(values url.Values) answer {
		values.Set("_token", b.token("/instances/create"))
		return b.send("POST", "/instances", values)
	}
	send(url.Values{"name": {"A"}}).leadsTo("/instances/create")
	b.get("/instances/create").says("The map id field is required.")
	send(url.Values{"name": {"A"}, "other_map": {"a/b"}, "other_map_size": {"wide"}}).leadsTo("/instances/create")
	b.get("/instances/create").says("The map&#39;s name field format is invalid.", "The map&#39;s size field must be an integer.", `value="a/b"`)
	send(url.Values{"name": {"A"}, "other_map": {"antoria"}, "other_map_size": {"8192"}}).status(302)
	send(url.Values{"name": {"B"}, "other_map": {"Antoria"}}).status(302)
	if n := b.count(`SELECT count(*) FROM maps WHERE user_id IS NOT NULL AND world_size = 8192 AND mission = 'dayzOffline.antoria'`); n != 1 {
		t.Errorf("%d maps were made", n)
	}
	b.get("/instances").says("antoria")
	b.get("/reference/maps").says("antoria", "Livonia", "built in", "yours")
	s.user("Bob", false).get("/reference/maps").saysNot("antoria")
}
