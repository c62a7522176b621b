package api_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/delivery"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// furnished is a user whose instance holds a record of every resource that can be made. The marker stands in every free text.
type furnished struct {
	client
	marker   string
	instance string // its sid
	class    string // of a type
	log      string // the sid of a log of its server
	delivery string // the sid of a delivery
	member   string // the sid of its owner, among its members

	invitation string // the sid of one to it
	draft      string // the sid of one of it
	layer      string // the sid of one of it
	comment    string // the sid of one about its first revision
	bundle     string // the sid of one that he has made public
	pack       string // the slug of one of his account
	ownToken   string // the sid of a token of its owner
	itsToken   string // the sid of a token of the instance
	scope      store.Scope
	sids       map[*record.Resource]string
	ids        map[string]int64 // by the name of the resource
}

// furnish makes the records in an order in which each comes after those that it refers to.
func furnish(t testing.TB, c client, marker string) furnished {
	t.Helper()
	path, scope := c.instance(t)
	f := furnished{
		client: c, marker: marker, instance: sidOf(path), scope: scope, class: "Imported" + marker, sids: map[*record.Resource]string{},
		ids: map[string]int64{},
	}
	f.draft = strings.Trim(c.must(t, 201, "POST", path+"/drafts", fmt.Sprintf(`{"name":%q,"note":%q}`, marker, marker)).at("data.sid"), `"`)
	c.must(t, 200, "PATCH", surfaceB(path), fmt.Sprintf(`{"name":%q,"hostname":%q,"password":%q}`, marker, marker, marker))
	f.importLimits(t, path)
	f.addJob(t)
	created := map[*record.Resource]endpoint.Endpoint{}
	for _, e := range served() {
		if e.Action == endpoint.Create {
			created[e.Record] = e
		}
	}
	for _, r := range record.All() {
		if e, ok := created[r]; ok {
			f.keep(t, r, c.must(t, 201, "POST", f.path(e), f.body(r)), "data.")
		}
	}
	const log = logHead + "18:30:07.5 !!! [CE][offlineDB] :: Type '%s' will be ignored. (Type does not exist. (Typo?))\r\n"
	server := gameservertest.Start(t, gameservertest.Config{Password: marker})
	c.must(t, 200, "PUT", path+"/rcon", fmt.Sprintf(`{"host":"127.0.0.1","port":%d,"password":%q}`, server.RConPort, marker))
	f.log = strings.Trim(f.upload(t, path+"/logs", upload{"server.RPT", fmt.Sprintf(log, marker)}).at("data.0.sid"), `"`)
	f.deliver(t, path)
	f.member = strings.Trim(c.get(t, path+"/members").at("data.0.sid"), `"`)
	f.invitation = strings.Trim(c.must(t, 201, "POST", path+"/invitations", `{"role":"viewer"}`).at("data.sid"), `"`)
	f.layer = strings.Trim(c.must(t, 201, "POST", path+"/layers", fmt.Sprintf(newLayer, marker, marker)).at("data.sid"), `"`)
	f.comment = strings.Trim(c.must(t, 201, "POST", path+"/comments?about=revision:1", fmt.Sprintf(`{"text":%q}`, marker)).at("data.sid"), `"`)
	f.bundle = strings.Trim(c.must(t, 201, "POST", path+"/layers/"+f.layer+"/bundle", `{}`).at("data.sid"), `"`)
	f.pack = strings.ToLower(marker)
	c.must(t, 201, "POST", "/api/v1/packs", packOf(f.pack, marker, ""))
	const token = `{"name":"Bot","permissions":["read"]}`
	f.ownToken = strings.Trim(c.must(t, 201, "POST", "/api/v1/tokens", token).at("data.sid"), `"`)
	f.itsToken = strings.Trim(c.must(t, 201, "POST", path+"/tokens", token).at("data.sid"), `"`)
	return f
}

const newLayer = `{"name":%q,"from":{"changes":[{"resource":"messages","name":%q,"state":"added","changes":{"delay":[null,5]}}]}}`

// deliver delivers the list of the banned to a folder.
func (f *furnished) deliver(t testing.TB, path string) {
	t.Helper()
	dir := filepath.Join(f.server.dir, f.instance)
	check(t, os.Mkdir(dir, 0o700))
	f.must(t, 200, "PUT", path+"/target", fmt.Sprintf(`{"protocol":"folder","dir":%q}`, dir))
	d, err := f.server.deliveries.Deliver(t.Context(), f.scope,
		delivery.Options{Paths: []string{"ban.txt"}, Override: true, Reason: f.marker}, func(int, int, say.Message) {})
	check(t, err)
	f.delivery = d.SID
}

// importLimits makes usages, values and tags, which come from files alone.
func (f furnished) importLimits(t testing.TB, path string) {
	t.Helper()
	const file = `<types><type name="Imported%[1]s"><usage name="%[1]sUsage"/><value name="%[1]sValue"/><tag name="%[1]sTag"/></type></types>`
	f.upload(t, path+"/files", upload{"types.xml", fmt.Sprintf(file, f.marker)}).expect(t, 200, "data.files.0.status", `"imported"`)
	for _, r := range []*record.Resource{record.TypeUsages, record.TypeValues, record.TypeTags} {
		f.keep(t, r, f.get(t, "/api/v1/"+r.Path+"?search="+f.marker), "data.0.")
	}
	f.keep(t, record.StoredFiles, f.get(t, storedFiles+"?sort=-id"), "data.0.")
}

// addJob makes a job that is done.
func (f furnished) addJob(t testing.TB) {
	t.Helper()
	const text = `INSERT INTO jobs (sid, user_id, instance_id, kind, state, payload, result, what, lease_until, created_at, finished_at)
		VALUES ($1, $2, $3, 'import', 'done', '{}', '{"files":[]}', $4, 0, 0, $5)`
	// old ones are purged
	_, err := f.server.db.Exec(t.Context(), text, store.NewSID(), f.userID, f.scope.InstanceID, f.marker, time.Now().UnixMicro())
	check(t, err)
	f.keep(t, record.Jobs, f.get(t, "/api/v1/jobs?sort=-id"), "data.0.")
}

func (f furnished) keep(t testing.TB, r *record.Resource, answer reply, at string) {
	t.Helper()
	id, err := strconv.ParseInt(answer.at(at+"id"), 10, 64)
	check(t, err)
	f.ids[r.Name], f.sids[r] = id, strings.Trim(answer.at(at+"sid"), `"`)
}

const furtherMarker = "Further"

// further is the same user with bodies for further records, which have other names.
func (f furnished) further() furnished {
	f.marker = furtherMarker
	return f
}

// body makes a record of the resource that refers to the user's own records.
func (f furnished) body(r *record.Resource) string {
	body := r.ExampleBody()
	for _, field := range r.Fields {
		id, known := f.ids[field.Ref]
		free := field.Type == record.Text && len(field.In) == 0 && slices.Contains([]string{"", "line", "filename"}, field.Format)
		switch {
		case !field.Writable():
		case known && field.Type == record.Links:
			body.Set(field.Name, []any{jsontree.Number(number(id))})
		case known:
			body.Set(field.Name, jsontree.Number(number(id)))
		case field.Fixed && f.marker == furtherMarker:
			body.Set(field.Name, field.In[0])
		case field.Name == "document" && f.marker == furtherMarker: // the example is one of other settings
			body.Set(field.Name, new(jsontree.Object))
		case field.Name == "name_short": // unique, and no free text
			body.Set(field.Name, f.marker)
		case free:
			body.Set(field.Name, f.marker+" "+field.Name)
		}
	}
	return string(jsontree.AppendValue(nil, body))
}

// params are the values of an endpoint's parameters that lead to the user's own records.
func (f furnished) params(e endpoint.Endpoint) map[string]string {
	values := map[string]string{}
	for _, name := range e.Params() {
		switch name {
		case "instance", "instance_sid":
			values[name] = f.instance
		case "path":
			values[name] = main + "cfgeconomycore.xml"
			if e.Action == "compare rollback" {
				values[name] = "ban.txt"
			}
		case "revision":
			values[name] = "1"
		case "log":
			values[name] = f.log
		case "document":
			values[name] = "globals"
		case "delivery":
			values[name] = f.delivery
		case "member":
			values[name] = f.member
		case "token":
			values[name] = f.ownToken
			if strings.Contains(e.Path, "{instance}") {
				values[name] = f.itsToken
			}
		case "invitation":
			values[name] = f.invitation
		case "draft":
			values[name] = f.draft
		case "layer":
			values[name] = f.layer
		case "comment":
			values[name] = f.comment
		case "pack":
			values[name] = f.pack
		case "bundle":
			values[name] = f.bundle
		case "preset":
			values[name] = "usual"
		default:
			values[name] = f.sids[e.Record]
		}
	}
	return values
}

// path leads to the user's own records, with the parameters that the endpoint cannot do without.
func (f furnished) path(e endpoint.Endpoint) string {
	path := fill(e, f.params(e))
	switch e.Action {
	case "where of a type", "roll class", "explain class":
		path += "?class=" + f.class
	case "bundle records":
		path += "?name=All&resource=events"
	case "solve wish":
		path += "?number=1&class=" + f.class
	}
	if e.Action == "create comment" {
		path += "?about=revision:1"
	}
	return path
}

// asking adds a query to a path that may have one.
func asking(path, query string) string {
	if strings.Contains(path, "?") {
		query = strings.Replace(query, "?", "&", 1)
	}
	return path + query
}

// one is the address of the record of a resource.
func (f furnished) one(r *record.Resource) string {
	for _, e := range served() {
		if e.Record == r && e.Action == endpoint.Get {
			return f.path(e)
		}
	}
	panic("nothing gets one of " + r.Name)
}

// fill puts the values of the parameters into an endpoint's path.
func fill(e endpoint.Endpoint, params map[string]string) string {
	path := e.Path
	for name, value := range params {
		path = strings.Replace(path, "{"+name+"}", value, 1)
	}
	return path
}

// empty deletes everything that can be deleted, the instance last, and forgets what cannot.
func (f furnished) empty(t testing.TB) {
	t.Helper()
	all := record.All()
	for i := range all {
		r := all[len(all)-1-i]
		if r.Scope != record.InInstance && !f.remove(t, r) {
			delete(f.sids, r)
		}
	}
	f.must(t, 200, "DELETE", "/api/instance/"+f.instance, "")
	f.must(t, 200, "DELETE", "/api/v1/tokens/"+f.ownToken, "")
	f.must(t, 200, "DELETE", "/api/v1/packs/"+f.pack, "")
}

func (f furnished) remove(t testing.TB, r *record.Resource) bool {
	t.Helper()
	for _, e := range served() {
		if e.Record == r && (e.Action == endpoint.Delete || e.Action == "delete stored file") {
			f.must(t, 200, "DELETE", f.path(e), "")
			return true
		}
	}
	return false
}

// snapshot is all that the user can read of his own.
func (f furnished) snapshot(t testing.TB) string {
	t.Helper()
	var all strings.Builder
	for _, e := range served() {
		if e.Method == http.MethodGet && f.holds(e) {
			all.WriteString(f.must(t, 200, "GET", f.path(e), "").body + "\n")
		}
	}
	return all.String()
}

// holds reports whether there is what each of the endpoint's parameters leads to.
func (f furnished) holds(e endpoint.Endpoint) bool {
	if e.Action == "fill building" {
		return false // the files of a map's buildings are not there
	}
	if strings.Contains(e.Path, "/audit") {
		return false // what is read is kept there too, and the whole is for administrators; see TestAudit
	}
	for _, value := range f.params(e) {
		if value == "" {
			return false
		}
	}
	return true
}

// served are the endpoints of surfaces A and B that need a token.
func served() (list []endpoint.Endpoint) {
	for _, e := range endpoint.Served(endpoint.Table()) {
		if e.Action != "health" && !strings.Contains(e.Path, "{code}") { // who knows a code may use it
			list = append(list, e)
		}
	}
	return list
}

func sidOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }
