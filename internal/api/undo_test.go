package api_test

import (
	"testing"

	"quartermaster/internal/storetest"
)

func TestUndoOfARevision(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		loot, _ := c.create(t, instance+"/events", event("Loot", 1))
		c.must(t, 200, "PATCH", loot, `{"nominal":7}`)
		c.must(t, 200, "PATCH", loot, `{"min":3}`)
		newest := c.get(t, instance+"/revisions").at("data.0.number")
		undo := instance + "/revisions/" + c.get(t, instance+"/revisions").at("data.1.number") + "/undo"
		c.send(t, "POST", undo, `{"dry_run":true}`).expect(t, 200, "data.revision", "null", "data.updated", "1", "data.dry_run", "true",
			"data.resources.0.resource", `"events"`)
		c.send(t, "POST", undo, `{"dry_run":"x"}`).expect(t, 422, "errors.dry_run.0", `"The dry run field must be true or false."`)
		c.get(t, instance+"/revisions").expect(t, 200, "data.0.number", newest)
		c.send(t, "POST", undo, "").expect(t, 200, "data.updated", "1", "data.dry_run", "false")
		c.get(t, loot).expect(t, 200, "data.nominal", "1", "data.min", "3")
		c.send(t, "POST", undo, "").expect(t, 422, "errors.revision.0", `"The event “Loot” has been changed since."`)
		other.send(t, "POST", undo, "").exactly(t, 404, body404)
		c.send(t, "POST", instance+"/revisions/999/undo", "").exactly(t, 404, body404)
		c.send(t, "POST", instance+"/revisions/x/undo", "").exactly(t, 404, body404)
	})
}
