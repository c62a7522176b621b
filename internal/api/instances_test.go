package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const instances = "/api/instance"

// made makes an instance over surface B and returns its address there.
func (c client) made(t testing.TB, body string) (path string, r reply) {
	t.Helper()
	r = c.must(t, 201, "POST", instances, body)
	return instances + "/" + strings.Trim(r.at("sid"), `"`), r
}

func TestCreateInstanceWithDefaults(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	path, r := c.made(t, `{"name":" First ","map_id":"2"}`)
	r.expect(t, 201, "name", `"First"`, "map_id", "2", "ip", "null", "port", "null", "query_port", "null", "hostname", "null",
		"connection_port", "null", "username", "null", "is_sftp", "false", "dir", "null", "share_uid", "null",
		"use_vanilla_classnames", "true", "use_types_config", "true", "mission", `"dayzOffline.enoch"`, "map", "absent",
		"password", "absent", "user_id", "absent", "map_name", "absent")
	c.get(t, path).expect(t, 200, "sid", r.at("sid"), "id", r.at("id"), "created_at", r.at("created_at"),
		"map", `{"id":2,"is_modded":false,"name":"Livonia","name_short":"enoch","url":""}`)
	if stamp := r.at("created_at"); len(stamp) != len(`"2026-02-01T12:00:00.000000Z"`) || !strings.HasSuffix(stamp, `.000000Z"`) {
		t.Errorf("created_at is %s", stamp)
	}
	if sid := strings.Trim(r.at("sid"), `"`); len(sid) != 10 {
		t.Errorf("sid %q", sid)
	}
	c.get(t, instances).expect(t, 200, "data.0.name", `"First"`, "data.0.map", "absent", "data.0.password", "absent")
}

const fullInstance = `{"name":"Full","map_id":1,"ip":"192.0.2.7","port":2302,"query_port":27016,"hostname":"ftp.example.org",` +
	`"connection_port":22,
	"username":"admin","password":" geheim ","is_sftp":1,"dir":"/dayz","use_vanilla_classnames":false,"use_types_config":"0",` +
	`"mission":"my.chernarusplus",
	"id":99,"sid":"abc","share_uid":"abc","user_id":1,"revision":50,"created_at":"2020-01-01T00:00:00Z"}`

func TestEveryFieldOfAnInstance(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		s.user(t)
		c := s.user(t)
		path, r := c.made(t, fullInstance)
		want := []string{
			"name", `"Full"`, "map_id", "1", "ip", `"192.0.2.7"`, "port", "2302", "query_port", "27016", "hostname", `"ftp.example.org"`,
			"connection_port", "22", "username", `"admin"`, "password", "absent", "is_sftp", "true", "dir", `"/dayz"`, "share_uid", "null",
			"use_vanilla_classnames", "false", "use_types_config", "false", "mission", `"my.chernarusplus"`,
		}
		r.expect(t, 201, want...)
		r = c.get(t, path)
		r.expect(t, 200, want...)
		if r.at("sid") == `"abc"` || r.at("id") == "99" || strings.HasPrefix(r.at("created_at"), `"2020`) {
			t.Errorf("a body sets what is read-only: %s", r.body)
		}
		r = c.must(t, 200, "PATCH", path, `{"port":2400,"hostname":null,"dir":""}`)
		r.expect(t, 200, "port", "2400", "hostname", "null", "dir", "null", "ip", `"192.0.2.7"`, "is_sftp", "true", "map.name", `"Chernarus"`)
		if again := c.get(t, path); again.body != r.body {
			t.Errorf("get gives  %s\npatch gave %s", again.body, r.body)
		}
		c.must(t, 200, "PATCH", path, `{"map_id":3}`).expect(t, 200, "map.name", `"Sakhal"`, "map_id", "3", "mission", `"my.chernarusplus"`)
		c.must(t, 200, "PATCH", path, `{"mission":null}`).expect(t, 200, "mission", `"dayzOffline.sakhal"`)
		c.must(t, 200, "PATCH", path, ``).expect(t, 200, "name", `"Full"`)
		c.must(t, 200, "PATCH", path, `{"unknown":1}`).expect(t, 200, "unknown", "absent")
	})
}

func TestPasswordIsStoredEncryptedAndNeverReturned(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		path, _ := c.made(t, fullInstance)
		sid := strings.TrimPrefix(path, instances+"/")
		stored := func() (text *string) {
			check(t, s.db.QueryRow(t.Context(), `SELECT password FROM instances WHERE sid = $1`, sid).Scan(&text))
			return text
		}
		first := stored()
		if first == nil || *first == "" || strings.Contains(*first, "geheim") {
			t.Fatalf("stored: %v", first)
		}
		c.must(t, 200, "PATCH", path, `{"name":"Other"}`)
		if again := stored(); *again != *first {
			t.Error("another change touches the password")
		}
		c.must(t, 200, "PATCH", path, `{"password":"anders"}`)
		if again := stored(); *again == *first || strings.Contains(*again, "anders") {
			t.Errorf("stored: %s", *again)
		}
		for _, answer := range []reply{
			c.get(t, path), c.get(t, instances), c.get(t, "/api/v1/instances"), c.get(t, "/api/v1/instances/"+sid),
		} {
			if strings.Contains(answer.body, "geheim") || strings.Contains(answer.body, "anders") || strings.Contains(answer.body, "password") {
				t.Errorf("an answer shows the password: %s", answer.body)
			}
		}
		for _, change := range c.changes(t, sid) {
			if strings.Contains(change.Before+change.After, "geheim") || strings.Contains(change.Before+change.After, *first) {
				t.Errorf("the history holds the password: %+v", change)
			}
		}
		c.must(t, 200, "PATCH", path, `{"password":""}`)
		if again := stored(); again != nil {
			t.Errorf("an emptied password is stored as %q", *again)
		}
	})
}

// changes returns the whole history of an instance.
func (c client) changes(t testing.TB, sid string) []store.Change {
	t.Helper()
	scope, err := c.server.db.InstanceScope(t.Context(), c.userID, sid)
	check(t, err)
	revisions, _, err := c.server.db.Revisions(t.Context(), scope, 0, 100)
	check(t, err)
	var list []store.Change
	for _, revision := range revisions {
		changes, err := c.server.db.Changes(t.Context(), scope, revision.Number, 0, 100)
		check(t, err)
		list = append(list, changes...)
	}
	return list
}

func TestInstanceRefusals(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	path, _ := c.made(t, fullInstance)
	long := strings.Repeat("é", 256)
	tests := []struct{ name, body, field, message string }{
		{"long name", `{"name":"` + long + `"}`, "name", "The name field must not be greater than 255 characters."},
		{"name is no text", `{"name":5}`, "name", "The name field must be a string."},
		{"name is emptied", `{"name":""}`, "name", "The name field is required."},
		{"no such map", `{"map_id":9999}`, "map_id", "The selected map id is invalid."},
		{"map is no number", `{"map_id":"x"}`, "map_id", "The map id field must be an integer."},
		{"map is huge", `{"map_id":4294967297}`, "map_id", "The map id field must not be greater than 2147483647."},
		{"ip", `{"ip":"300.1.1.1"}`, "ip", "The ip field must be a valid IP address."},
		{"ip with port", `{"ip":"192.0.2.1:2302"}`, "ip", "The ip field must be a valid IP address."},
		{"port 0", `{"port":0}`, "port", "The port field must be at least 1."},
		{"port too large", `{"port":65536}`, "port", "The port field must not be greater than 65535."},
		{"query port", `{"query_port":"1.5"}`, "query_port", "The query port field must be an integer."},
		{"connection port", `{"connection_port":70000}`, "connection_port", "The connection port field must not be greater than 65535."},
		{"flag in words", `{"is_sftp":"true"}`, "is_sftp", "The is sftp field must be true or false."},
		{"flag is null", `{"use_types_config":null}`, "use_types_config", "The use types config field must be true or false."},
		{"mission leads elsewhere", `{"mission":"../x"}`, "mission", "The mission field format is invalid."},
		{"password with a NUL", `{"password":"a\u0000b"}`, "password", "The password field must be a string."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c.send(t, "PATCH", path, tt.body).exactly(t, 422, invalid(tt.field, tt.message))
		})
	}
	c.send(t, "POST", instances, `{}`).exactly(t, 422,
		`{"message":"The name field is required.","errors":{"name":["The name field is required."],"map_id":["The map id field is required."]}}`)
	c.send(t, "POST", instances, `{"map_id":1,"name":[]}`).exactly(t, 422, invalid("name", "The name field is required."))
}

func TestNameOf255CharactersFits(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	name := strings.Repeat("é", 255)
	c.send(t, "POST", instances, `{"name":"`+name+`","map_id":1}`).expect(t, 201, "name", `"`+name+`"`)
}

func TestDeleteInstanceTakesEverythingAlong(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		other, _ := c.instance(t)
		c.events(t, instance, "A")
		c.events(t, other, "B")
		_, class := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
		c.create(t, instance+"/types", `{"instance_classname_id":`+number(class)+`,"usage_ids":[1,2]}`)
		c.upload(t, instance+"/files", upload{"types.xml", oneType})
		c.send(t, "DELETE", surfaceB(instance), "").exactly(t, 200, `{"result":true}`)
		for _, path := range []string{
			instance, instance + "/events", instance + "/files", surfaceB(instance), surfaceB(instance) + "/economy-core",
		} {
			c.get(t, path).exactly(t, 404, body404)
		}
		for _, table := range []string{"types", "type_usage_links", "instance_classnames", "instance_files"} {
			var n int
			check(t, s.db.QueryRow(t.Context(), `SELECT count(*) FROM `+table).Scan(&n))
			if n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
		c.get(t, other+"/events").expect(t, 200, "meta.total", "1")
		c.send(t, "DELETE", surfaceB(instance), "").exactly(t, 404, body404)
	})
}

func TestInstancesOfSurfaceA(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.instance(t)
	_, class := c.create(t, instance+"/classnames", `{"name":"AK101"}`)
	c.create(t, instance+"/classnames", `{"name":"AK74"}`)
	c.create(t, instance+"/types", `{"instance_classname_id":`+number(class)+`}`)
	r := c.get(t, instance)
	r.expect(t, 200, "data.name", `"Test"`, "data.map", `{"id":1,"is_modded":false,"name":"Chernarus","name_short":"chernarusplus","url":""}`,
		"data.types_count", "1", "data.classnames_count", "2",
		"data.mission", `"dayzOffline.chernarusplus"`, "data.ip", "null", "data.hostname", "null", "data.username", "null", "data.map_id", "1",
		"data.password", "absent")
	list := c.get(t, "/api/v1/instances")
	list.expect(t, 200, "meta.total", "2", "meta.per_page", "15", "data.0.types_count", "1", "data.1.types_count", "0", "data.0", r.at("data"))
	c.get(t, "/api/v1/instances?sort=-types_count&per_page=1").expect(t, 200, "data.0.types_count", "1", "data.1", "absent")
	c.get(t, "/api/v1/instances?search=TES").expect(t, 200, "meta.total", "2")
}

// TestSurfaceAShowsWhatSurfaceBDoes: every member of an instance of surface B is one of surface A, but never the password.
func TestSurfaceAShowsWhatSurfaceBDoes(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	path, _ := c.made(t, fullInstance)
	var b, one map[string]any
	var list struct{ Data []map[string]any }
	check(t, json.Unmarshal([]byte(c.get(t, path).body), &b))
	address := strings.Replace(path, instances, "/api/v1/instances", 1)
	answer := c.get(t, address)
	var wrapped struct{ Data map[string]any }
	check(t, json.Unmarshal([]byte(answer.body), &wrapped))
	check(t, json.Unmarshal([]byte(c.get(t, "/api/v1/instances").body), &list))
	one = wrapped.Data
	for name, value := range b {
		if diff := cmp.Diff(value, one[name]); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff(value, list.Data[0][name]); diff != "" {
			t.Errorf("%s in the list: %s", name, diff)
		}
	}
	if len(one) != len(b)+2 || strings.Contains(answer.body, "geheim") || strings.Contains(answer.body, "password") {
		t.Errorf("surface A shows %s", answer.body)
	}
	answer.expect(t, 200, "data.types_count", "0", "data.classnames_count", "0")
}
