package instances_test

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestUnsentChangesAreInSight on every page of their server, from the first download on.
func TestUnsentChangesAreInSight(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := webtest.Furnish(b)
		b.Get(instance + "/types").Status(200).Says(`href="` + instance + `/delivery">Not sent yet</a>`)
		b.Get(instance + "/files.zip").Status(200)
		b.Get(instance + "/history").Status(200).SaysNot("unsent")
		b.Accepted(instance, record.Messages, `{"text": "Welcome", "delay": 2}`)
		for _, page := range []string{"", "/types", "/lint", "/edit"} {
			b.Get(instance + page).Status(200).Says(`href="` + instance + `/delivery">1 unsent</a>`)
		}
		b.Get("/instances").SaysNot("1 unsent")
	})
}
