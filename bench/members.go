package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"quartermaster/internal/store"
)

// team is an instance with so many members.
type team struct {
	fixture
	members int
}

// teamSizes are how many members instances have; the first have none.
var teamSizes = []int{0, 10, 1000}

// memberAim is how much more a request may cost than one of an owner who has no members.
const memberAim = 1.05

// membersResult is what requests cost the owners of instances with members and a member, beside an owner without any.
type membersResult struct{ asked []askedByPeople }

type askedByPeople struct {
	name  string
	sides []*side
}

// memberAsks are what is measured, on a type.
var memberAsks = []string{
	"list of 15 types, under an address that was never asked for", "list of 15 types, again and again", "one type", "list of instances",
}

func (f fixture) memberAsks(sid string) []ask {
	base := "/api/v1/instances/" + f.instance + "/types"
	return []ask{
		{http.MethodGet, base + "?" + numberPlace, "", http.StatusOK},
		{http.MethodGet, base, "", http.StatusOK},
		{http.MethodGet, base + "/" + sid, "", http.StatusOK},
		{http.MethodGet, "/api/v1/instances", "", http.StatusOK},
	}
}

// measureMembers has the owners of three instances, a member of the largest, and, where there is one, the program of an earlier version
// take turns.
func (s settings) measureMembers(ctx context.Context, dir string, p programs) (r membersResult, err error) {
	teams, member, err := makeTeams(ctx, dir, p)
	if err != nil {
		return r, err
	}
	own, err := launch(ctx, teams[0].service+".log", "/api/v1/health", append([]string{p.service}, serviceArgs(teams[0].service)...)...)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, own.stop()) }()
	list, err := membersOf(ctx, teams, member, own)
	if err != nil {
		return r, err
	}
	running := slices.Repeat([]*process{own}, len(list))
	if s.before != "" {
		earlier, old, err := s.earlierOwner(ctx, dir)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, old.stop()) }()
		list, running = append(list, earlier), append(running, old)
	}
	for n, name := range memberAsks {
		sides, err := s.measure(ctx, list, running, n)
		if err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
		r.asked = append(r.asked, askedByPeople{name, sides})
	}
	return r, nil
}

// membersOf are the owners of the teams, and the member.
func membersOf(ctx context.Context, teams []team, member string, running *process) (list []peer, err error) {
	for _, t := range teams {
		asked, err := t.peer(ctx, fmt.Sprintf("the owner, %d members", t.members), running, t.token)
		if err != nil {
			return nil, err
		}
		list = append(list, asked)
	}
	asked, err := teams[len(teams)-1].peer(ctx, "a member", running, member)
	return append(list, asked), err
}

// earlierOwner starts the program of the earlier version, with an owner who has as many types.
func (s settings) earlierOwner(ctx context.Context, dir string) (asked peer, running *process, err error) {
	f := fixture{service: filepath.Join(dir, "before")}
	if err := f.fill(ctx, programs{service: s.before}, filepath.Join(dir, "before-types.xml"), listedTypes); err != nil {
		return asked, nil, err
	}
	running, err = launch(ctx, f.service+".log", "/api/v1/health", append([]string{s.before}, serviceArgs(f.service)...)...)
	if err != nil {
		return asked, nil, err
	}
	asked, err = team{fixture: f}.peer(ctx, "the owner, the earlier version", running, f.token)
	return asked, running, err
}

// peer is somebody who asks for the instance of a team.
func (t team) peer(ctx context.Context, name string, running *process, token string) (peer, error) {
	sid, err := someSID(ctx, "/api/v1/instances/"+t.instance+"/types", listedTypes/2, token, running.addr)
	return peer{name: name, token: token, asks: t.memberAsks(sid)}, err
}

// makeTeams makes the instances in one folder, and a member of the last one, of whom it returns the token.
func makeTeams(ctx context.Context, dir string, p programs) (teams []team, member string, err error) {
	data := filepath.Join(dir, "teams")
	for i, size := range teamSizes {
		t := team{fixture{service: data}, size}
		if err := t.fillFor(ctx, p, fmt.Sprintf("owner%d@example.org", i), filepath.Join(dir, "team-types.xml"), listedTypes); err != nil {
			return nil, "", err
		}
		teams = append(teams, t)
	}
	const email = "member@example.org"
	if _, err := p.quartermaster(ctx, "user", "add", "--data", data, "--email", email, "--name", "Member", "--password",
		"bench bench bench", "--plan", "platinum"); err != nil {
		return nil, "", err
	}
	if member, err = p.quartermaster(ctx, "token", "new", "--data", data, "--email", email); err != nil {
		return nil, "", err
	}
	return teams, member, addMembers(ctx, data, teams, email)
}

// addMembers gives the instances their members: the one with the address is the last of the largest.
func addMembers(ctx context.Context, data string, teams []team, email string) (err error) {
	db, err := store.Open(ctx, store.Config{Dir: data})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	const user = `INSERT INTO users (sid, name, email, password_hash, plan, created_at, updated_at) VALUES ($1, $2, $3, '', 'platinum', 1, 1)`
	const join = `INSERT INTO members (instance_id, user_id, role, created_at) SELECT i.id, u.id, 'editor', u.id FROM instances i, users u
		WHERE i.sid = $1 AND u.email = $2`
	for _, t := range teams {
		for n := range t.members {
			address := fmt.Sprintf("%s-%d@example.org", t.instance, n)
			if n == slices.Max(teamSizes)-1 {
				address = email
			} else if _, err := db.Exec(ctx, user, store.NewSID(), address, address); err != nil {
				return err
			}
			if _, err := db.Exec(ctx, join, t.instance, address); err != nil {
				return err
			}
		}
	}
	return nil
}

// write prints the costs.
func (r membersResult) write(w io.Writer) {
	fmt.Fprintf(w, "| Request | Who asks | Processor time, least | As a multiple of the owner without members; aim %.2f |"+
		" The same by rounds |\n", memberAim)
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- |")
	for _, a := range r.asked {
		for _, one := range a.sides {
			ratios := make([]float64, len(one.costs))
			for i, cost := range one.costs {
				ratios[i] = float64(cost) / float64(max(a.sides[0].costs[i], time.Nanosecond))
			}
			all := spreadOf(ratios)
			least := slices.Min(one.costs) // what other processes did meanwhile makes it more
			fmt.Fprintf(w, "| %s | %s | %.1f µs | %.2f | %.2f (%.2f to %.2f) |\n", a.name, one.peer, float64(least.Nanoseconds())/1000,
				float64(least)/float64(max(slices.Min(a.sides[0].costs), time.Nanosecond)), all.median, all.min, all.max)
		}
	}
	fmt.Fprintln(w)
}
