package instances_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestInstances(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		b.Get("/instances").Says("No instance yet")
		b.Get("/instances/create").Says("choose one", "Livonia")
		answer := b.Submit("/instances/create", "/instances", url.Values{
			"name": {"My <server>"}, "map_id": {"2"}, "use_types_config": {"1"}, "use_vanilla_classnames": {"0"}, "port": {""},
		})
		path := strings.TrimPrefix(answer.Status(302).Header().Get("Location"), "http://qm.test")
		b.Get(path).Says("My &lt;server&gt; was created.", "dayzOffline.enoch", "Livonia")
		row := instanceRow(b, path)
		if row.UseVanillaClassnames || !row.UseTypesConfig || row.Port != nil {
			t.Errorf("stored %+v", row)
		}
		b.Get("/instances").Says("My &lt;server&gt;", "dayzOffline.enoch")
		b.Get("/instances?search=other").Says("Nothing matches", "other")
		for i := range 16 {
			b.Instance(fmt.Sprintf("Server %02d", i))
		}
		b.Get("/instances").Says("Rows 1 to 15 of 17")
		b.Get("/instances?page=2").Says("Rows 16 to 17 of 17", "Server 15")
		b.Get("/instances?search=server+1").Says("Rows 1 to 6 of 6")
	})
}

func instanceRow(b *webtest.Browser, path string) (i record.Instance) {
	b.TB.Helper()
	row, err := b.DB.Get(context.Background(), record.Instances, store.Scope{UserID: b.User.ID}, path[strings.LastIndex(path, "/")+1:])
	if err != nil {
		b.TB.Fatal(err)
	}
	record.Instances.Decode(row, &i)
	return i
}

func TestInstanceRefused(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	form := url.Values{"name": {""}, "map_id": {"99"}, "ip": {"300.1.1.1"}, "port": {"x"}, "password": {"hunter2 secret"}}
	b.Submit("/instances/create", "/instances", form).LeadsTo("/instances/create")
	page := b.Get("/instances/create")
	page.Says(
		"The name field is required.", "The selected map id is invalid.", "The ip field must be a valid IP address.",
		"The port field must be an integer.",
		"4 entries need your attention", `value="300.1.1.1"`, `type="text" inputmode="numeric" id="instance-port" name="port" value="x"`,
	).SaysNot("hunter2")
	webtest.CheckReferences(t, webtest.ParseHTML(t, page.Body.String()))
	if n := s.Count(`SELECT count(*) FROM instances`); n != 0 {
		t.Errorf("%d instances, want none", n)
	}
	b.Get("/instances/create").SaysNot("entries need", "300.1.1.1")
	b.Header = map[string]string{"Accept": "application/json"}
	b.Submit("/instances/create", "/instances",
		form).Status(422).Says(`{"message":"The name field is required.","errors":{"name":["The name field is required."],"map_id":`)
}

func TestInstanceSettings(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	path := b.Instance("A")
	edit := path + "/edit"
	b.Put(edit, path, url.Values{"name": {"A"}, "password": {" secret "}, "port": {"2302"}, "is_sftp": {"1"}}).LeadsTo(edit)
	b.Get(edit).Says("A was saved.", `value="2302"`, "Delete the stored password", "keep the stored one").SaysNot("secret ")
	sealed := instanceRow(b, path).Password
	if sealed == nil || strings.Contains(*sealed, "secret") {
		t.Fatalf("password %v is not stored encrypted", sealed)
	}
	b.Put(edit, path, url.Values{"name": {"B"}, "password": {""}, "forget_password": {"0"}}).LeadsTo(edit)
	if row := instanceRow(b, path); row.Name != "B" || row.Password == nil || *row.Password != *sealed || *row.Port != 2302 || !row.IsSFTP {
		t.Errorf("what was not sent changed: %+v", row)
	}
	b.Put(edit, path, url.Values{"forget_password": {"1"}}).LeadsTo(edit)
	if row := instanceRow(b, path); row.Password != nil {
		t.Error("the password is still there")
	}
}

func TestDeleteInstance(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	path := b.Instance("My server")
	b.Add(path, record.Messages, record.Values{"text": "Welcome"})
	b.Get(path+"/delete").Says("My server", "<li>1 message</li>").SaysNot("types</li>")
	b.Delete(path+"/delete", path, url.Values{"confirm": {"my server"}}).LeadsTo(path + "/delete")
	b.Get(path + "/delete").Says("This is not the name of the instance.")
	b.Delete(path+"/delete", path, nil).LeadsTo(path + "/delete")
	b.Delete(path+"/delete", path, url.Values{"confirm": {"My server "}}).LeadsTo("/instances")
	b.Get("/instances").Says("My server was deleted.")
	b.Get(path).Status(404)
}

func TestEconomyCore(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	path := b.Instance("A") + "/economy-core"
	b.Get(path).Says(`name="dyn_radius" value="30"`, "Reset to the defaults")
	b.Put(path, path, url.Values{"dyn_radius": {"45"}, "log_ce_loop": {"1"}, "log_hivewarning": {"0"}}).LeadsTo(path)
	b.Get(path).Says("The economy core was saved.", `name="dyn_radius" value="45"`, `name="log_ce_loop" value="1" checked`,
		`name="dyn_dmax" value="5"`)
	b.Put(path, path, url.Values{"dyn_radius": {""}, "dyn_smin": {"1.5"}}).LeadsTo(path)
	b.Get(path).Says("The dyn radius field must be an integer.", "The dyn smin field must be an integer.")
	b.Delete(path, path, nil).LeadsTo(path)
	b.Get(path).Says("reset to the defaults", `name="dyn_radius" value="30"`)
}
