package web

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestInstances(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/instances").says("No instance yet")
	b.get("/instances/create").says("choose one", "Livonia")
	answer := b.submit("/instances/create", "/instances", url.Values{"name": {"My <server>"}, "map_id": {"2"}, "use_types_config": {"1"}, "use_vanilla_classnames": {"0"}, "port": {""}})
	path := strings.TrimPrefix(answer.status(302).Header().Get("Location"), "http://qm.test")
	b.get(path).says("My &lt;server&gt; was created.", "dayzOffline.enoch", "Livonia")
	row := b.instanceRow(path)
	if row.UseVanillaClassnames || !row.UseTypesConfig || row.Port != nil {
		t.Errorf("stored %+v", row)
	}
	b.get("/instances").says("My &lt;server&gt;", "dayzOffline.enoch")
	b.get("/instances?search=other").says("Nothing matches", "other")
	for i := range 16 {
		b.instance(fmt.Sprintf("Server %02d", i))
	}
	b.get("/instances").says("Rows 1 to 15 of 17")
	b.get("/instances?page=2").says("Rows 16 to 17 of 17", "Server 15")
	b.get("/instances?search=server+1").says("Rows 1 to 6 of 6")
}

func (b *browser) instanceRow(path string) (i record.Instance) {
	b.t.Helper()
	row, err := b.db.Get(context.Background(), record.Instances, store.Scope{UserID: b.user.ID}, path[strings.LastIndex(path, "/")+1:])
	if err != nil {
		b.t.Fatal(err)
	}
	record.Instances.Decode(row, &i)
	return i
}

func TestInstanceRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	form := url.Values{"name": {""}, "map_id": {"99"}, "ip": {"300.1.1.1"}, "port": {"x"}, "password": {"hunter2 secret"}}
	b.submit("/instances/create", "/instances", form).leadsTo("/instances/create")
	page := b.get("/instances/create")
	page.says(
		"The name field is required.", "The selected map id is invalid.", "The ip field must be a valid IP address.", "The port field must be an integer.",
		"4 entries need your attention", `value="300.1.1.1"`, `type="text" inputmode="numeric" id="instance-port" name="port" value="x"`,
	).saysNot("hunter2")
	checkReferences(t, parseHTML(t, page.Body.String()))
	if n := s.count(`SELECT count(*) FROM instances`); n != 0 {
		t.Errorf("%d instances, want none", n)
	}
	b.get("/instances/create").saysNot("entries need", "300.1.1.1")
	b.header = map[string]string{"Accept": "application/json"}
	b.submit("/instances/create", "/instances", form).status(422).says(`{"message":"The name field is required.","errors":{"name":["The name field is required."],"map_id":`)
}

func TestInstanceSettings(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	path := b.instance("A")
	edit := path + "/edit"
	b.put(edit, path, url.Values{"name": {"A"}, "password": {" secret "}, "port": {"2302"}, "is_sftp": {"1"}}).leadsTo(edit)
	b.get(edit).says("A was saved.", `value="2302"`, "Delete the stored password", "keep the stored one").saysNot("secret ")
	sealed := b.instanceRow(path).Password
	if sealed == nil || strings.Contains(*sealed, "secret") {
		t.Fatalf("password %v is not stored encrypted", sealed)
	}
	b.put(edit, path, url.Values{"name": {"B"}, "password": {""}, "forget_password": {"0"}}).leadsTo(edit)
	if row := b.instanceRow(path); row.Name != "B" || row.Password == nil || *row.Password != *sealed || *row.Port != 2302 || !row.IsSFTP {
		t.Errorf("what was not sent changed: %+v", row)
	}
	b.put(edit, path, url.Values{"forget_password": {"1"}}).leadsTo(edit)
	if row := b.instanceRow(path); row.Password != nil {
		t.Error("the password is still there")
	}
}

func TestDeleteInstance(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	path := b.instance("My server")
	b.add(path, record.Messages, record.Values{"text": "Welcome"})
	b.get(path+"/delete").says("My server", "<li>1 message</li>").saysNot("types</li>")
	b.delete(path+"/delete", path, url.Values{"confirm": {"my server"}}).leadsTo(path + "/delete")
	b.get(path + "/delete").says("This is not the name of the instance.")
	b.delete(path+"/delete", path, nil).leadsTo(path + "/delete")
	b.delete(path+"/delete", path, url.Values{"confirm": {"My server "}}).leadsTo("/instances")
	b.get("/instances").says("My server was deleted.")
	b.get(path).status(404)
}

func TestEconomyCore(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	path := b.instance("A") + "/economy-core"
	b.get(path).says(`name="dyn_radius" value="30"`, "Reset to the defaults")
	b.put(path, path, url.Values{"dyn_radius": {"45"}, "log_ce_loop": {"1"}, "log_hivewarning": {"0"}}).leadsTo(path)
	b.get(path).says("The economy core was saved.", `name="dyn_radius" value="45"`, `name="log_ce_loop" value="1" checked`, `name="dyn_dmax" value="5"`)
	b.put(path, path, url.Values{"dyn_radius": {""}, "dyn_smin": {"1.5"}}).leadsTo(path)
	b.get(path).says("The dyn radius field must be an integer.", "The dyn smin field must be an integer.")
	b.delete(path, path, nil).leadsTo(path)
	b.get(path).says("reset to the defaults", `name="dyn_radius" value="30"`)
}
