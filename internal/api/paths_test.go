package api_test

import (
	"strings"
	"testing"
)

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
	for _, path := range []string{
		"/expansion/market-categories", "/expansion/ai-loadouts", "/expansion/market-traders", "/expansion/trader-zones",
	} {
		for _, name := range []string{"CON", "..", "x/y", "Lpt1.a"} {
			if r := c.send(t, "POST", instance+path, `{"name":"`+name+`"}`); r.status != 422 || r.at("errors.name.0") == "absent" {
				t.Errorf("%s %s: %d %s", path, name, r.status, r.body)
			}
		}
	}
}

// sourced are the resources whose records say which file holds them: what a record of each needs, and its entry in a file.
var sourced = []struct{ path, body, file string }{
	{"types", `"instance_classname_id":%s`, `<types><type name="AK101"><nominal>1</nominal></type></types>`},
	{
		"events", `"name":"StaticA","nominal":1,"min":1,"max":1,"lifetime":60`,
		`<events><event name="StaticA"><nominal>1</nominal></event></events>`,
	},
	{"spawnable-types", `"instance_classname_id":%s`, `<spawnabletypes><type name="AK101"/></spawnabletypes>`},
}

// Records of two resources cannot be in one file, whichever way they come, nor in one whose folder has a file's name.
func TestOneFileHoldsRecordsOfOneResource(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	for _, first := range sourced {
		for _, second := range sourced {
			t.Run(first.path+" and "+second.path, func(t *testing.T) {
				t.Parallel()
				instance, _ := c.instance(t)
				class := c.class(t, instance, "AK101", "")
				inFile := func(body, file string) string {
					return `{` + strings.ReplaceAll(body, "%s", class) + `,"source_file":"` + file + `"}`
				}
				status, taken := 201, first.path != second.path
				if taken {
					status = 422
				}
				c.must(t, 201, "POST", instance+"/"+first.path, inFile(first.body, "mods/x.xml"))
				c.must(t, status, "POST", instance+"/"+second.path, inFile(second.body, "Mods/X.xml"))
				batch := c.batch(t, instance, `{"op":"create","resource":"`+second.path+`","data":`+inFile(second.body, "mods/x.xml")+`}`)
				if (batch.status == 422) != taken {
					t.Errorf("in a batch: %d %s", batch.status, batch.body)
				}
				report := c.upload(t, instance+"/files", upload{"mods/x.xml", second.file})
				if refused := strings.Contains(report.body, "there are records that are written to this file"); refused != taken {
					t.Errorf("import: %s", report.body)
				}
				c.upload(t, instance+"/files", upload{"mods/y.xml", first.file})
				c.must(t, status, "POST", instance+"/"+second.path, inFile(second.body, "mods/y.xml"))
				c.upload(t, instance+"/files", upload{"notes", "a file without a folder"})
				c.must(t, 422, "POST", instance+"/"+first.path, inFile(first.body, "notes/x.xml"))
			})
		}
	}
}
