package api_test

import "testing"

// Records name no file that cannot be written.
func TestSourceFilesThatNoFileCanBe(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	for _, file := range []string{"..", "a/../b.xml", "CON.xml", "mods/nul.xml", "a.xml/b.xml", "a./b.xml", "mods/aux/c.xml"} {
		r := c.send(t, "POST", instance+"/events", `{"name":"StaticA","nominal":1,"min":1,"max":1,"lifetime":60,"source_file":"`+file+`"}`)
		if r.status != 422 || r.at("errors.source_file.0") == "absent" {
			t.Errorf("%s: %d %s", file, r.status, r.body)
		}
	}
	for _, path := range []string{"/expansion/market-categories", "/expansion/ai-loadouts", "/expansion/market-traders", "/expansion/trader-zones"} {
		for _, name := range []string{"CON", "..", "x/y", "Lpt1.a"} {
			if r := c.send(t, "POST", instance+path, `{"name":"`+name+`"}`); r.status != 422 || r.at("errors.name.0") == "absent" {
				t.Errorf("%s %s: %d %s", path, name, r.status, r.body)
			}
		}
	}
}
