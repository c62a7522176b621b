package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
)

const (
	// manyOwners have typesEach in an instance each: two million.
	manyOwners = 10_000
	typesEach  = 200
	// signIns is how often somebody signs in.
	signIns = 100
)

// ownersResult is what the requests of one owner cost beside nobody and beside many others, on PostgreSQL.
type ownersResult struct {
	costs   []ownersCost
	missing string // why nothing was measured
}

// ownersCost is the processor time for one request, of the service and of the database.
type ownersCost struct {
	name        string
	alone, many [2]time.Duration
}

// ownersScenarios are the places in scenarios of what is measured beside the sign-in.
var ownersScenarios = []int{2, 4}

func (s settings) measureOwners(ctx context.Context, dir string, p programs) (r ownersResult, err error) {
	address, stop, err := pgtest.Database(ctx)
	if err != nil {
		r.missing = err.Error()
		return r, nil
	}
	defer func() { err = errors.Join(err, stop()) }()
	f := fixture{service: filepath.Join(dir, "owners")}
	if err := f.fill(ctx, p, filepath.Join(dir, "owners-types.xml"), listedTypes); err != nil {
		return r, err
	}
	if _, err := p.quartermaster(ctx, "move", "--from", f.service, "--to", address); err != nil {
		return r, err
	}
	alone, err := s.measureOwner(ctx, p, f, address)
	if err != nil {
		return r, err
	}
	if err := f.addOwners(ctx, address); err != nil {
		return r, err
	}
	many, err := s.measureOwner(ctx, p, f, address)
	for i := range alone {
		if err == nil {
			r.costs = append(r.costs, ownersCost{alone[i].name, alone[i].alone, many[i].alone})
		}
	}
	return r, err
}

// measureOwner measures the requests to one process as they are now.
func (s settings) measureOwner(ctx context.Context, p programs, f fixture, address string) (list []ownersCost, err error) {
	args := append([]string{p.service}, append(serviceArgs(f.service), "--database-url", address)...)
	running, err := launch(ctx, f.service+".log", "/api/v1/health", args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, running.stop()) }()
	sid, err := someSID(ctx, "/api/v1/instances/"+f.instance+"/types", listedTypes/2, f.token, running.addr)
	if err != nil {
		return nil, err
	}
	asked := peer{name: "service", token: f.token, asks: f.asks(sid)}
	for _, n := range ownersScenarios {
		cost, err := s.measureShared(ctx, asked, []*process{running}, n, address)
		if err != nil {
			return nil, err
		}
		list = append(list, ownersCost{name: cost.name, alone: [2]time.Duration{cost.service, cost.database}})
	}
	signing, err := measureSignIns(ctx, running, address)
	return append(list, ownersCost{name: "sign in, with the form before it and the page after it", alone: signing}), err
}

func measureSignIns(ctx context.Context, running *process, address string) (each [2]time.Duration, err error) {
	sides := []*side{{pid: running.pid}}
	if err := signIn(ctx, "http://"+running.addr+"/login"); err != nil {
		return each, err
	}
	before := fleetTime(sides, address)
	for range signIns {
		if err := signIn(ctx, "http://"+running.addr+"/login"); err != nil {
			return each, err
		}
	}
	after := fleetTime(sides, address)
	for i := range each {
		each[i] = (after[i] - before[i]) / signIns
	}
	return each, nil
}

var formToken = regexp.MustCompile(`name="_token" value="([^"]+)"`)

func signIn(ctx context.Context, form string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	client := &http.Client{Jar: jar}
	page, _, err := exchange(ctx, client, http.MethodGet, form, nil)
	if err != nil {
		return err
	}
	found := formToken.FindStringSubmatch(page)
	if found == nil {
		return errors.New("the form to sign in has no token")
	}
	_, at, err := exchange(ctx, client, http.MethodPost, form, url.Values{
		"_token": {found[1]}, "email": {"bench@example.org"}, "password": {"bench bench bench"},
	})
	if err == nil && at == form {
		err = errors.New("nobody was signed in")
	}
	return err
}

// exchange returns the page that is reached in the end, and its address.
func exchange(ctx context.Context, client *http.Client, method, to string, values url.Values) (page, at string, err error) {
	request, err := http.NewRequestWithContext(ctx, method, to, strings.NewReader(values.Encode()))
	if err != nil {
		return "", "", err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	if err != nil {
		return "", "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), answer.Request.URL.String(), err
}

// addOwners copies the owner, the instance and its first types.
func (f fixture) addOwners(ctx context.Context, address string) (err error) {
	db, err := store.Open(ctx, store.Config{DatabaseURL: address, Patient: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	first := fmt.Sprintf("(SELECT min(id) FROM instances WHERE sid = '%s')", f.instance)
	for _, c := range []struct{ table, from, given string }{
		{
			"users", fmt.Sprintf("users, generate_series(1, %d) n", manyOwners),
			"sid='u' || n,email='owner' || n || '@example.org',token_digest=NULL",
		},
		{"instances", "instances, users u WHERE u.email LIKE 'owner%'", "sid='i' || u.id,user_id=u.id,share_uid=NULL"},
		{
			"types",
			fmt.Sprintf("(SELECT * FROM types WHERE instance_id = %s ORDER BY id LIMIT %d) types, instances i WHERE i.id <> %s", first, typesEach,
				first),
			"sid='t' || types.id || '-' || i.id,instance_id=i.id",
		},
		{
			"type_usage_links", fmt.Sprintf(`type_usage_links JOIN types o ON o.id = type_usage_links.type_id AND o.instance_id = %s
				JOIN types t ON t.instance_classname_id = o.instance_classname_id AND t.id <> o.id`, first), "type_id=t.id",
		},
	} {
		columns, values, err := copied(ctx, db, c.table, c.given)
		if err != nil {
			return err
		}
		if _, err := db.Exec(ctx, "ALTER TABLE "+c.table+" SET (autovacuum_enabled = off)"); err != nil { // which would be counted as well
			return err
		}
		if _, err := db.Exec(ctx, "INSERT INTO "+c.table+" ("+columns+") SELECT "+values+" FROM "+c.from); err != nil {
			return fmt.Errorf("%s: %w", c.table, err)
		}
	}
	_, err = db.Exec(ctx, "ANALYZE")
	return err
}

// copied returns the columns of a table but its number, and what a copy has in them: the same, but for what is given.
func copied(ctx context.Context, db *store.DB, table, given string) (columns, values string, err error) {
	own := map[string]string{}
	for pair := range strings.SplitSeq(given, ",") {
		name, value, _ := strings.Cut(pair, "=")
		own[name] = value
	}
	rows, err := db.Query(ctx,
		`SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1 AND column_name <> 'id'`,
		table)
	if err != nil {
		return "", "", err
	}
	defer rows.Close()
	var names, list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return "", "", err
		}
		value := own[name]
		if value == "" {
			value = table + "." + name
		}
		names, list = append(names, name), append(list, value)
	}
	return strings.Join(names, ", "), strings.Join(list, ", "), rows.Err()
}

// write prints the costs.
func (r ownersResult) write(w io.Writer) {
	if r.missing != "" {
		fmt.Fprintf(w, "No PostgreSQL: %s.\n\n", r.missing)
		return
	}
	fmt.Fprintf(w,
		"| Request, on PostgreSQL | Alone, its processor time | PostgreSQL's | Beside %d owners with %d records | PostgreSQL's | Both as a "+
			"multiple; aim %.1f |\n",
		manyOwners, manyOwners*typesEach, flatAim)
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- |")
	for _, c := range r.costs {
		fmt.Fprintf(w, "| %s | %d µs | %d µs | %d µs | %d µs | %.2f |\n", c.name, c.alone[0].Microseconds(), c.alone[1].Microseconds(),
			c.many[0].Microseconds(), c.many[1].Microseconds(),
			float64(c.many[0]+c.many[1])/float64(max(c.alone[0]+c.alone[1], 1)))
	}
	fmt.Fprintln(w)
}
