package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/access"
	"quartermaster/internal/storetest"
)

// team is an instance with what a model knows of it: who has which role, empty for strangers, and what is stored.
type team struct {
	path, sid string
	roles     []access.Role
	texts     []string
}

// people are five accounts that work on two instances.
type people struct {
	*testing.T
	who   []client
	teams []*team
	made  int
}

// TestPeopleSeeWhatIsTheirs: whatever five people with changing roles do on two instances, each sees and may do what a model says, and no
// answer has anything else.
func TestPeopleSeeWhatIsTheirs(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		p := &people{T: t}
		for i := range 5 {
			p.who = append(p.who, s.user(t))
			_, err := s.db.Exec(t.Context(), `UPDATE users SET name = $1 WHERE id = $2`, fmt.Sprint("Person ", i), p.who[i].userID)
			check(t, err)
		}
		storetest.Check(t, func(rt *rapid.T) {
			p.begin()
			for range rapid.IntRange(4, 14).Draw(rt, "steps") {
				by := rapid.IntRange(0, 4).Draw(rt, "by")
				p.act(rt, by, rapid.SampledFrom(p.teams).Draw(rt, "team"))
				p.look(rt, by)
				p.look(rt, rapid.IntRange(0, 4).Draw(rt, "looks"))
			}
		})
	})
}

// begin gives two people an instance each, and takes those of before away.
func (p *people) begin() {
	p.Helper()
	for _, team := range p.teams {
		owner := p.who[slices.Index(team.roles, access.Owner)]
		owner.must(p, 200, "DELETE", surfaceB(team.path), "")
	}
	p.teams = nil
	for i := range 2 {
		path, _ := p.who[i].instance(p)
		team := &team{path: path, sid: sidOf(path), roles: make([]access.Role, len(p.who))}
		team.roles[i] = access.Owner
		p.teams = append(p.teams, team)
	}
}

// act has someone do something to an instance. What is answered must be what his role says.
func (p *people) act(rt *rapid.T, by int, on *team) {
	p.made++
	c, to := p.who[by], rapid.IntRange(0, 4).Draw(rt, "to")
	role := rapid.SampledFrom(access.Roles()[:5]).Draw(rt, "role")
	switch rapid.SampledFrom([]string{"write", "rename", "invite", "invite", "change", "remove", "hand over"}).Draw(rt, "action") {
	case "write":
		text := fmt.Sprintf("text %d of %s", p.made, on.sid)
		if p.answers(rt, by, on, access.Edit, 201, c.send(p, "POST", on.path+"/messages", `{"text":"`+text+`"}`)) {
			on.texts = append(on.texts, text)
		}
	case "rename":
		p.answers(rt, by, on, access.Manage, 200, c.send(p, "PATCH", surfaceB(on.path), fmt.Sprintf(`{"name":"Name %d"}`, p.made)))
	case "invite":
		r := c.send(p, "POST", on.path+"/invitations", `{"role":"`+string(role)+`"}`)
		if p.answers(rt, by, on, access.Manage, 201, r) {
			p.who[to].must(p, 200, "POST", "/api/v1/invitations/"+strings.Trim(r.at("data.code"), `"`)+"/accept", "")
			if slices.Index(access.Roles(), role) > slices.Index(access.Roles(), on.roles[to]) {
				on.roles[to] = role
			}
		}
	case "change":
		if on.roles[to] != "" && on.roles[to] != access.Owner &&
			p.answers(rt, by, on, access.Manage, 200, c.send(p, "PATCH", p.member(on, to), `{"role":"`+string(role)+`"}`)) {
			on.roles[to] = role
		}
	case "remove":
		needs := access.Manage
		if by == to {
			needs = access.Read
		}
		if on.roles[to] != "" && on.roles[to] != access.Owner && p.answers(rt, by, on, needs, 200, c.send(p, "DELETE", p.member(on, to), "")) {
			on.roles[to] = ""
		}
	case "hand over":
		if on.roles[to] == "" || on.roles[to] == access.Owner {
			return
		}
		sid := strings.TrimPrefix(p.member(on, to), on.path+"/members/")
		if p.answers(rt, by, on, access.Own, 200, c.send(p, "POST", on.path+"/transfer", `{"member":"`+sid+`"}`)) {
			on.roles[by], on.roles[to] = access.Manager, access.Owner
		}
	}
}

// answers reports whether someone may do what was asked, and fails if the answer says otherwise.
func (p *people) answers(rt *rapid.T, by int, on *team, needs access.Permission, done int, r reply) bool {
	want, role := done, on.roles[by]
	switch {
	case role == "":
		want = 404
	case !role.Allows(needs):
		want = 403
	}
	if r.status != want {
		rt.Fatalf("person %d, %q: status %d instead of %d: %s", by, role, r.status, want, r.body)
	}
	p.holdsNothingElse(rt, by, r)
	return want == done
}

// look has someone read the lists of all instances.
func (p *people) look(rt *rapid.T, by int) {
	var sids []string
	for _, on := range p.teams {
		r := p.who[by].get(p, on.path+"/messages?per_page=100")
		if p.answers(rt, by, on, access.Read, 200, r) {
			sids = append(sids, on.sid)
			for _, text := range on.texts {
				if !strings.Contains(r.body, `"`+text+`"`) {
					rt.Fatalf("person %d does not see %q: %s", by, text, r.body)
				}
			}
		}
	}
	list := p.who[by].get(p, "/api/v1/instances")
	if got := strings.Fields(list.names("sid")); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(sids))) {
		rt.Fatalf("person %d sees the instances %s instead of %s", by, got, sids)
	}
	p.holdsNothingElse(rt, by, list)
	p.holdsNothingElse(rt, by, p.who[by].get(p, "/api/instance"))
}

// holdsNothingElse fails if an answer has anything of an instance that someone is no member of.
func (p *people) holdsNothingElse(rt *rapid.T, by int, r reply) {
	for _, on := range p.teams {
		if on.roles[by] == "" && (strings.Contains(r.body, on.sid) || slices.ContainsFunc(on.texts, func(text string) bool {
			return strings.Contains(r.body, text)
		})) {
			rt.Fatalf("person %d is told of an instance of others: %s", by, r.body)
		}
	}
}

// member returns the address of a membership.
func (p *people) member(on *team, of int) string {
	p.Helper()
	list := p.who[slices.Index(on.roles, access.Owner)].get(p, on.path+"/members")
	for i := range p.who {
		if at := fmt.Sprintf("data.%d.", i); list.at(at+"name") == fmt.Sprintf(`"Person %d"`, of) {
			return on.path + "/members/" + strings.Trim(list.at(at+"sid"), `"`)
		}
	}
	p.Fatalf("person %d is no member: %s", of, list.body)
	return ""
}
