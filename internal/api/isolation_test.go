package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestNobodySeesWhatIsNotHis sends every request of both surfaces for the records of another user: on his instance, on the
// caller's own instance with the other's record, and on an instance that is not there. All three look the same.
func TestNobodySeesWhatIsNotHis(t *testing.T) {
	t.Parallel()
	s := start(t)
	owner, stranger := s.user(t), s.user(t)
	theirs := furnish(t, owner)
	mine, _ := stranger.instance(t)
	before := owner.snapshot(t, theirs)
	bodies := map[string]string{
		"/classnames": `{"name":"Stolen"}`, "/types": `{"instance_classname_id":` + theirs.classID + `}`, "/events": minimalEvent,
		"": `{"name":"Stolen","map_id":1}`, "/economy-core": `{"dyn_radius":99}`,
	}
	for _, route := range instanceRoutes {
		record := theirs.records[route.resource]
		places := []string{route.at(theirs.instance, record), route.at("/api/v1/instances/0000000000", record)}
		if strings.Contains(route.path, "{record}") {
			places = append(places, route.at(mine, record), route.at(mine, "0000000000"))
		}
		for _, path := range places {
			r := stranger.send(t, route.method, path, bodies[route.resource])
			if r.status != http.StatusNotFound || route.method != "HEAD" && r.body != body404 {
				t.Errorf("%s %s: %d %s", route.method, path, r.status, r.body)
			}
		}
	}
	if after := owner.snapshot(t, theirs); after != before {
		t.Errorf("the owner's data were\n%s\nand are\n%s", before, after)
	}
	for _, path := range []string{"/api/v1/instances", "/api/instance", mine + "/types", mine + "/events?search=secret", mine + "/classnames?category=" + theirs.category} {
		if r := stranger.get(t, path); r.status != 200 || strings.Contains(r.body, "Secret") {
			t.Errorf("%s: %d %s", path, r.status, r.body)
		}
	}
}

// route is a request on an instance; path begins below the instance.
type route struct{ method, path, resource string }

// instanceRoutes are the requests that name an instance, of surface B where the path begins with B.
var instanceRoutes = generatedRoutes()

func generatedRoutes() []route {
	routes := []route{
		{"GET", "", ""},
		{"HEAD", "", ""},
		{"GET", "B", ""},
		{"PATCH", "B", ""},
		{"DELETE", "B", ""},
		{"GET", "B/economy-core", "/economy-core"},
		{"POST", "B/economy-core", "/economy-core"},
		{"PATCH", "B/economy-core", "/economy-core"},
		{"DELETE", "B/economy-core", "/economy-core"},
		{"GET", "/files", ""},
		{"POST", "/files", ""},
		{"GET", "/files.zip", ""},
		{"GET", "/files/" + main + "cfgeconomycore.xml", ""},
	}
	for _, resource := range []string{"/classnames", "/types", "/events"} {
		for _, method := range []string{"GET", "HEAD", "POST"} {
			routes = append(routes, route{method, resource, resource})
		}
		for _, method := range []string{"GET", "HEAD", "PUT", "PATCH", "DELETE"} {
			routes = append(routes, route{method, resource + "/{record}", resource})
		}
	}
	return routes
}

func (r route) at(instance, record string) string {
	if strings.HasPrefix(r.path, "B") {
		return surfaceB(instance) + r.path[1:]
	}
	return instance + strings.Replace(r.path, "{record}", record, 1)
}

// furnished is an instance with a record of each kind.
type furnished struct {
	instance, classID, category string
	records                     map[string]string // sid by path
}

func furnish(t testing.TB, c client) furnished {
	t.Helper()
	instance, _ := c.instance(t)
	f := furnished{instance: instance, category: number(c.category(t, "Secret")), records: map[string]string{}}
	c.must(t, 200, "PATCH", surfaceB(instance), `{"name":"Secret server","password":"Secret"}`)
	class, id := c.create(t, instance+"/classnames", `{"name":"SecretRifle","category_id":`+f.category+`}`)
	f.classID = number(id)
	kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+f.classID+`,"category_id":`+f.category+`}`)
	event, _ := c.create(t, instance+"/events", strings.Replace(minimalEvent, "LootTest", "SecretEvent", 1))
	for resource, path := range map[string]string{"/classnames": class, "/types": kind, "/events": event} {
		f.records[resource] = path[strings.LastIndexByte(path, '/')+1:]
	}
	return f
}

// snapshot is all that the owner can read of the instance.
func (c client) snapshot(t testing.TB, f furnished) string {
	t.Helper()
	var all strings.Builder
	for _, path := range []string{f.instance, surfaceB(f.instance), surfaceB(f.instance) + "/economy-core", f.instance + "/classnames", f.instance + "/types", f.instance + "/events", f.instance + "/files"} {
		r := c.get(t, path)
		if r.status != 200 {
			t.Fatalf("%s: %d %s", path, r.status, r.body)
		}
		all.WriteString(r.body + "\n")
	}
	return all.String()
}

// TestForeignKeysOfOthersAreRefused names another user's records, and those of another instance, in bodies.
func TestForeignKeysOfOthersAreRefused(t *testing.T) {
	t.Parallel()
	s := start(t)
	owner, stranger := s.user(t), s.user(t)
	theirs := furnish(t, owner)
	mine := furnish(t, stranger)
	elsewhere := furnish(t, stranger)
	tests := []struct{ resource, field, id string }{
		{"/classnames", "category_id", theirs.category},
		{"/types", "category_id", theirs.category},
		{"/types", "instance_classname_id", theirs.classID},
		{"/types", "instance_classname_id", elsewhere.classID},
	}
	for _, tt := range tests {
		path := mine.instance + tt.resource + "/" + mine.records[tt.resource]
		message := "The selected " + strings.ReplaceAll(tt.field, "_", " ") + " is invalid."
		stranger.send(t, "PATCH", path, `{"`+tt.field+`":`+tt.id+`}`).exactly(t, 422, invalid(tt.field, message))
	}
	stranger.must(t, 200, "PATCH", mine.instance+"/types/"+mine.records["/types"], `{"category_id":`+elsewhere.category+`}`)
}
