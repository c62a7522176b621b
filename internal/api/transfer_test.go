package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
)

// TestTransfer hands an instance over whose records refer to reference data of its owner: of which another instance of his uses one, the
// new owner has one of the same name, and only this instance uses the others. The names stay, also when a change before the hand-over is
// undone, and both have what is theirs.
func TestTransfer(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owned, heir, other := furnish(t, s.user(t), "Given"), s.user(t), s.user(t)
		owner := owned.client
		at := "/api/v1/instances/" + owned.instance
		own := map[string]int64{}
		for _, name := range []string{"Shared", "Same", "Sole"} {
			own[name] = owner.category(t, name)
			owner.typed(t, at, "Of"+name, own[name])
		}
		same := heir.category(t, "Same")
		second, _ := owner.instance(t)
		owner.typed(t, at, "StillShared", own["Shared"])
		owner.typed(t, second, "Kept", own["Shared"])
		revision := owner.get(t, at+"/revisions?per_page=1").at("data.0.number")
		for _, q := range []string{"OfSa*", "OfSh*"} {
			owner.must(t, 200, "POST", at+"/types/bulk?q="+q, `{"operations":[{"op":"set","field":"category","value":null}]}`)
		}

		member := heir.account(t)
		owner.must(t, http.StatusUnprocessableEntity, "POST", at+"/transfer", `{"member":"`+member+`"}`)
		owned.joined(t, heir, access.Manager)
		owned.joined(t, other, access.Viewer)
		heir.must(t, http.StatusForbidden, "POST", at+"/transfer", `{"member":"`+owner.account(t)+`"}`)
		for _, body := range []string{`{}`, `{"member":"` + owner.account(t) + `"}`, `{"member":"nobody"}`} {
			owner.must(t, http.StatusUnprocessableEntity, "POST", at+"/transfer", body)
		}
		owner.must(t, 200, "POST", at+"/transfer", `{"member":"`+member+`"}`).expect(t, 200, "data.role", `"owner"`, "data.sid", `"`+member+`"`)

		heir.get(t, at).expect(t, 200, "data.role", `"owner"`)
		owner.get(t, at).expect(t, 200, "data.role", `"manager"`)
		owner.must(t, http.StatusForbidden, "POST", at+"/transfer", `{"member":"`+owner.account(t)+`"}`)
		heir.must(t, 200, "POST", at+"/revisions/"+revision+"/revert", "")
		for class, id := range map[string]int64{"OfShared": 0, "OfSame": same, "OfSole": own["Sole"]} {
			name := strings.TrimPrefix(class, "Of")
			for _, c := range []client{heir, owner, other} {
				if got := c.get(t, at+"/types?q=name:"+class+"+category:"+name).at("meta.total"); got != "1" {
					t.Errorf("%s has lost its category", class)
				}
			}
			got := heir.get(t, at+"/types?q=name:"+class).at("data.0.category_id")
			if id != 0 && got != fmt.Sprint(id) || got == fmt.Sprint(own["Shared"]) {
				t.Errorf("the category of %s has the id %s, want %d", class, got, id)
			}
		}
		owner.get(t, second+"/types?q=name:Kept").expect(t, 200, "data.0.category_id", fmt.Sprint(own["Shared"]))
		heir.expectOwn(t, owned.instance, 1)
		owner.expectOwn(t, sidOf(second), 1)
	})
}

// typed makes a type of a category.
func (c client) typed(t *testing.T, instance, name string, category int64) {
	t.Helper()
	c.create(t, instance+"/types", fmt.Sprintf(`{"instance_classname_id":%s,"category_id":%d}`, c.class(t, instance, name, ""), category))
}

// expectOwn holds that the client owns that instance, and so many.
func (c client) expectOwn(t *testing.T, sid string, n int) {
	t.Helper()
	c.get(t, "/api/v1/instances?role=owner").expect(t, 200, "meta.total", fmt.Sprint(n), "data.0.sid", `"`+sid+`"`)
}

// TestTransferToAFullPlan hands nothing over to one whose plan has no room.
func TestTransferToAFullPlan(t *testing.T) {
	t.Parallel()
	s := start(t)
	owned, heir := furnish(t, s.user(t), "Given"), s.user(t)
	check(t, s.accounts.SetPlan(t.Context(), heir.userID, account.FreePlan))
	heir.instances(t, 20)
	owned.joined(t, heir, access.Editor)
	body := `{"member":"` + heir.account(t) + `"}`
	r := owned.must(t, http.StatusUnprocessableEntity, "POST", "/api/v1/instances/"+owned.instance+"/transfer", body)
	if !strings.Contains(r.body, "has no room for another instance: its limit is 20.") {
		t.Error(r.body)
	}
	owned.get(t, "/api/v1/instances/"+owned.instance).expect(t, 200, "data.role", `"owner"`)
}
