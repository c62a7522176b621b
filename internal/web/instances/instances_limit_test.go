package instances_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// TestInstancesBeyondTheLimit: the form says so and keeps what was entered, the profile shows how many there are, and a deletion
// makes room.
func TestInstancesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t, func(_ *site.Config, o *account.Options) {
			o.Plans = account.Plans()
			o.Plans[1].MaxInstances = 2
		})
		b, other := s.User("Ada", false), s.User("Bo", false)
		first := b.Instance("First")
		b.Instance("Second")
		other.Instance("Of another")
		b.Get("/profile").Says("2 of 2", `<progress max="2" value="2" aria-label="Instances">`)
		form := url.Values{"name": {"Third"}, "map_id": {"1"}}
		b.Submit("/instances/create", "/instances", form).LeadsTo("/instances/create")
		const text = "limit of 2 on instances is reached. Delete an instance to make room."
		b.Get("/instances/create").Says("Your plan&#39;s "+text, `value="Third"`, `id="instance-name-error"`)
		b.Header = map[string]string{"Accept": "application/json"}
		b.Submit("/instances/create", "/instances", form).Status(422).Says(`"errors":{"name":["Your plan's ` + text + `"]}`)
		b.Header = nil
		b.Delete(first+"/delete", first, url.Values{"confirm": {"First"}}).LeadsTo("/instances")
		b.Instance("Third")
		if n := s.Count(`SELECT count(*) FROM instances`); n != 3 {
			t.Errorf("%d instances", n)
		}
	})
}
