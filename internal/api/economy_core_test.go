package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// coreDefaults are the members of an economy core as it is made, beside its identifiers.
var coreDefaults = []string{
	"dyn_radius", "30", "dyn_smin", "0", "dyn_smax", "0", "dyn_dmin", "1", "dyn_dmax", "5", "log_ce_loop", "0", "log_ce_dynamicevent", "0",
	"log_ce_vehicle", "0", "log_ce_lootspawn", "0", "log_ce_lootcleanup", "0", "log_ce_lootrespawn", "0", "log_ce_statistics", "0",
	"log_ce_zombie", "0", "log_storageinfo", "0", "log_hivewarning", "1", "log_missionfilewarning", "1", "save_events_startup", "1",
	"save_types_startup", "1",
}

func TestEconomyCore(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		path, made := c.made(t, `{"name":"A","map_id":1}`)
		path += "/economy-core"
		first := c.get(t, path)
		first.expect(t, 200, coreDefaults...)
		first.expect(t, 200, "instance_id", made.at("id"), "created_at", "absent", "data", "absent")

		for _, method := range []string{"POST", "PATCH"} {
			r := c.send(t, method, path,
				`{"dyn_radius":"40","log_ce_loop":true,"log_ce_vehicle":1,"log_hivewarning":"0","save_types_startup":false,"unknown":7,"sid":"x",`+
					`"instance_id":9}`)
			r.expect(t, 200, "dyn_radius", "40", "log_ce_loop", "1", "log_ce_vehicle", "1", "log_hivewarning", "0", "save_types_startup", "0",
				"dyn_dmax", "5", "unknown", "absent", "sid", first.at("sid"), "id", first.at("id"), "instance_id", made.at("id"))
			c.get(t, path).exactly(t, 200, r.body)
			c.send(t, method, path, ``).exactly(t, 200, r.body)
		}
		c.send(t, "DELETE", path, "").exactly(t, 200, `{"result":true}`)
		reset := c.get(t, path)
		reset.expect(t, 200, coreDefaults...)
		if reset.at("sid") == first.at("sid") {
			t.Error("the sid is the old one")
		}
		if reset.at("instance_id") != made.at("id") {
			t.Error("the record belongs to another instance")
		}
	})
}

func TestEconomyCoreRefusals(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		path, _ := c.made(t, `{"name":"A","map_id":1}`)
		path += "/economy-core"
		before := c.get(t, path).body
		tests := []struct{ body, field, message string }{
			{`{"dyn_radius":"x"}`, "dyn_radius", "The dyn radius field must be an integer."},
			{`{"dyn_radius":null}`, "dyn_radius", "The dyn radius field must be an integer."},
			{`{"dyn_radius":2147483648}`, "dyn_radius", "The dyn radius field must not be greater than 2147483647."},
			{`{"dyn_smin":1,"log_ce_loop":"yes"}`, "log_ce_loop", "The log ce loop field must be true or false."},
			{`{"log_ce_loop":2}`, "log_ce_loop", "The log ce loop field must be true or false."},
		}
		for _, tt := range tests {
			for _, method := range []string{"POST", "PATCH"} {
				c.send(t, method, path, tt.body).exactly(t, 422, invalid(tt.field, tt.message))
			}
		}
		c.get(t, path).exactly(t, 200, before)
		c.send(t, "PUT", path, "").exactly(t, 405, strings.Replace(notAllowed("PUT", path, "GET, HEAD, POST, PATCH, DELETE"), `\\`, `\`, 1))
	})
}
