package api_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/api"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/storetest"
	"quartermaster/internal/target"
)

// TestTheWholeWayOverServers: an owner names a server, delivers to it, takes in what somebody has changed there, delivers again and goes
// back, over all sorts of servers.
func TestTheWholeWayOverServers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for name, service := range remotetest.Services() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				dir := t.TempDir()
				at := service.Start(t, dir)
				s := start(t, func(c *api.Config) {
					c.Targets = target.New(c.DB, remote.New(remote.Options{Private: true, Folders: []string{dir}}), []string{dir})
				})
				s.deliver(t)
				c := s.user(t)
				path, _ := c.instance(t)
				c.upload(t, path+"/files", upload{main + "db/types.xml", oneType}, upload{main + "init.c", "void main() {}\n"}).expect(t, 200)
				d := delivering{c, path, dir}
				d.names(t, at)
				d.goes(t)
			})
		}
	})
}

// names makes a server the target.
func (d delivering) names(t *testing.T, at remote.Target) {
	t.Helper()
	fields := map[string]any{"protocol": at.Protocol, "dir": at.Dir}
	if at.Protocol != remote.Folder {
		maps.Copy(fields, map[string]any{
			"host":         at.Host,
			"port":         at.Port,
			"username":     at.Username,
			"password":     at.Password,
			"private_key":  at.PrivateKey,
			"implicit_tls": at.ImplicitTLS,
		})
	}
	body, err := json.Marshal(fields)
	check(t, err)
	d.must(t, 200, "PUT", d.path+"/target", string(body))
}

// byHand changes a file on the server two seconds after it was written. Its size stays, so that it is known by its time alone.
func (d delivering) byHand(t *testing.T, name, text string) {
	t.Helper()
	name = filepath.Join(d.dir, name)
	info, err := os.Stat(name)
	check(t, err)
	check(t, os.WriteFile(name, []byte(text), 0o600))
	check(t, os.Chtimes(name, time.Time{}, info.ModTime().Add(2*time.Second)))
}

// goes delivers to an empty server, and so on.
func (d delivering) goes(t *testing.T) {
	t.Helper()
	const types = main + "db/types.xml"
	if empty := d.must(t, 200, "POST", d.path+"/target/test", ""); !strings.Contains(empty.body, "mission") {
		t.Error(empty.body)
	}
	d.order(t, d.path+"/deliveries", "").expect(t, 200, "data.status", `"done"`, "data.sent", "3")
	first := d.read(t, types)
	if first != oneType {
		t.Errorf("delivered: %q", first)
	}
	d.must(t, 200, "POST", d.path+"/target/test", "").expect(t, 200, "data.ok", "true", "data.mission", `"dayzOffline.chernarusplus"`,
		"data.files", "3")
	d.order(t, d.path+"/deliveries", "").expect(t, 200, "data.sid", "null", "data.files", "[]")

	byHand := strings.Replace(first, "<nominal>5<", "<nominal>6<", 1)
	d.byHand(t, types, byHand)
	if plan := d.get(t, d.path+"/delivery-plan"); !strings.Contains(plan.body, `types.xml","status":"changed on the server"`) {
		t.Error(plan.body)
	}
	d.order(t, d.path+"/pull", "").expect(t, 200, "data.differences.0.status", `"changed"`, "data.files.0.status", `"imported"`,
		"data.files.1", "absent")
	d.get(t, d.path+"/types").expect(t, 200, "data.0.nominal", "6")

	d.change(t)
	sent := d.order(t, d.path+"/deliveries", "")
	sent.expect(t, 200, "data.status", `"done"`, "data.sent", "1")
	if got := d.read(t, types); got != strings.Replace(first, "<nominal>5<", "<nominal>77<", 1) {
		t.Errorf("delivered again: %q", got)
	}
	d.order(t, d.path+"/deliveries/"+strings.Trim(sent.at("data.sid"), `"`)+"/rollback", "").expect(t, 200, "data.status", `"done"`)
	if got := d.read(t, types); got != byHand {
		t.Errorf("back again: %q", got)
	}
	if left, err := filepath.Glob(filepath.Join(d.dir, main, "db", "*")); err != nil || len(left) != 1 {
		t.Errorf("left on the server: %v, %v", left, err)
	}
}
