package web

import (
	"net/url"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
)

// TestInstancesBeyondTheLimit: the form says so and keeps what was entered, the profile shows how many there are, and a deletion
// makes room.
func TestInstancesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	s := openSite(t, func(_ *site.Config, o *account.Options) {
		o.Plans = account.Plans()
		o.Plans[1].MaxInstances = 2
	})
	b, other := s.user("Ada", false), s.user("Bo", false)
	first := b.instance("First")
	b.instance("Second")
	other.instance("Of another")
	b.get("/profile").says("2 of 2", `<progress max="2" value="2" aria-label="Instances">`)
	form := url.Values{"name": {"Third"}, "map_id": {"1"}}
	b.submit("/instances/create", "/instances", form).leadsTo("/instances/create")
	const text = "limit of 2 on instances is reached. Delete an instance to make room."
	b.get("/instances/create").says("Your plan&#39;s "+text, `value="Third"`, `id="instance-name-error"`)
	b.header = map[string]string{"Accept": "application/json"}
	b.submit("/instances/create", "/instances", form).status(422).says(`"errors":{"name":["Your plan's ` + text + `"]}`)
	b.header = nil
	b.delete(first+"/delete", first, url.Values{"confirm": {"First"}}).leadsTo("/instances")
	b.instance("Third")
	if n := s.count(`SELECT count(*) FROM instances`); n != 3 {
		t.Errorf("%d instances", n)
	}
}
