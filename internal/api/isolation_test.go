package api_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/api"
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
		"classnames": `{"name":"Stolen"}`, "types": `{"instance_classname_id":` + theirs.classID + `}`, "events": minimalEvent,
		"": `{"name":"Stolen","map_id":1}`, "economy-core": `{"dyn_radius":99}`,
	}
	tried := 0
	for _, route := range api.Routes() {
		resource, inInstance := resourceOf(route.Pattern)
		if !inInstance {
			continue
		}
		tried++
		record := theirs.records[resource]
		places := []string{at(route.Pattern, theirs.sid(), record), at(route.Pattern, "0000000000", record)}
		if hasRecord(route.Pattern) {
			places = append(places, at(route.Pattern, sidOf(mine), record), at(route.Pattern, sidOf(mine), "0000000000"))
		}
		for _, path := range places {
			stranger.send(t, route.Method, path, bodies[resource]).exactly(t, http.StatusNotFound, body404)
		}
	}
	if tried < 25 {
		t.Errorf("only %d routes name an instance", tried)
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

// resourceOf returns the segment behind the instance in a pattern; ok is false where the pattern has no instance.
func resourceOf(pattern string) (segment string, ok bool) {
	_, rest, ok := strings.Cut(strings.Replace(pattern, "_sid}", "}", 1), "{instance}")
	segment, _, _ = strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	return segment, ok
}

var recordParam = regexp.MustCompile(`(\{instance(?:_sid)?\}/[a-z-]+/)\{\w+\}`)

func hasRecord(pattern string) bool { return recordParam.MatchString(pattern) }

func at(pattern, instance, record string) string {
	pattern = recordParam.ReplaceAllString(pattern, "${1}"+record)
	return strings.NewReplacer("{instance}", instance, "{instance_sid}", instance, "*", main+"cfgeconomycore.xml").Replace(pattern)
}

func sidOf(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// furnished is an instance with a record of each kind.
type furnished struct {
	instance, classID, category string
	records                     map[string]string // sid by resource
}

func (f furnished) sid() string { return sidOf(f.instance) }

func furnish(t testing.TB, c client) furnished {
	t.Helper()
	instance, _ := c.instance(t)
	f := furnished{instance: instance, category: number(c.category(t, "Secret")), records: map[string]string{}}
	c.must(t, 200, "PATCH", surfaceB(instance), `{"name":"Secret server","password":"Secret"}`)
	class, id := c.create(t, instance+"/classnames", `{"name":"SecretRifle","category_id":`+f.category+`}`)
	f.classID = number(id)
	kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+f.classID+`,"category_id":`+f.category+`}`)
	event, _ := c.create(t, instance+"/events", strings.Replace(minimalEvent, "LootTest", "SecretEvent", 1))
	for resource, path := range map[string]string{"classnames": class, "types": kind, "events": event} {
		f.records[resource] = sidOf(path)
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
		{"classnames", "category_id", theirs.category},
		{"types", "category_id", theirs.category},
		{"types", "instance_classname_id", theirs.classID},
		{"types", "instance_classname_id", elsewhere.classID},
	}
	for _, tt := range tests {
		path := mine.instance + "/" + tt.resource + "/" + mine.records[tt.resource]
		message := "The selected " + strings.ReplaceAll(tt.field, "_", " ") + " is invalid."
		stranger.send(t, "PATCH", path, `{"`+tt.field+`":`+tt.id+`}`).exactly(t, 422, invalid(tt.field, message))
	}
	stranger.must(t, 200, "PATCH", mine.instance+"/types/"+mine.records["types"], `{"category_id":`+elsewhere.category+`}`)
}
