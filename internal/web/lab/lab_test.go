package lab_test

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// TestLab: the page joins grid, map and economy, answers for changes that are not saved, and is there for who may change types.
func TestLab(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, viewer := s.User("Ada", false), s.User("Eve", false)
	instance := owner.Instance("Farm")
	owner.Import(instance, nil, webtest.ShedFiles...).Status(200)
	owner.Get(instance+"/lab").Status(200).Says("Loot lab", "data-grid-first", "data-ground", "Target: 10 items (2 types)",
		"The loot lab needs scripts", instance+"/types/grid/economy/effect")
	hammer, revisions := record.Types.SID(owner.TypeCalled(instance, "Hammer")), owner.Revisions(instance)
	posted := func(path, body string) webtest.Answer {
		return owner.Posted(instance+"/types/grid", "/economy/"+path, strings.ReplaceAll(body, "HAMMER", hammer))
	}
	posted("effect", `{"row":"HAMMER","changed":[{"row":"HAMMER","now":{"nominal":"9"}}]}`).Status(200).Says("Target: 10 → 15 items.",
		"9 wanted. 3 buildings with 6 loot points can hold it", `data-holds="AQEB"`, `data-usages="Farm"`, "Towns with Hammer", "rare")
	posted("effect", `{"row":"HAMMER","changed":[{"row":"HAMMER","now":{"usage_ids":[]}}]}`).Status(200).Says(`data-usages=""`)
	posted("effect", `{"row":"new"}`).Status(200).Says("By category").SaysNot("data-effect-type")
	posted("wish", `{"row":"HAMMER","wish":"2"}`).Status(200).Says(`"nominal":2`, "There is room for 3 at a time")
	posted("wish", `{"row":"HAMMER","wish":"0"}`).Status(422).Says("Wish for a number from 1 to 1,000,000.")
	posted("wish", `{"row":"new","wish":"2"}`).Status(422).Says("Save it first.")
	if now := owner.Revisions(instance); now != revisions {
		t.Errorf("asking has made %d revisions", now-revisions)
	}
	if _, err := s.DB.Exec(t.Context(), `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 0)`,
		owner.Scope(instance).InstanceID, viewer.User.ID); err != nil {
		t.Fatal(err)
	}
	viewer.Get(instance + "/lab").Status(403)
	viewer.Get(instance+"/economy").Status(200).SaysNot(instance+"/lab", "Loot lab")
	viewer.Get(instance+"/types").Status(200).Says(">Hammer<").SaysNot("tick-", "Select Hammer", "/grid", "/bulk")
	viewer.Get(instance+"/map").Status(200).Says("data-map-layers", "data-map-list").SaysNot("data-map-save", "data-map-add",
		"edit&#34;:true", "Lay it under")
	owner.Get(instance+"/map").Says("data-map-save", "data-map-add", "Lay it under")
}
