package api_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOddFoldersAreToldInWords: whatever lies in the folder of a target, each operation on the server answers, or is refused with the path.
func TestOddFoldersAreToldInWords(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	check(t, os.WriteFile(filepath.Join(outside, "types.xml"), []byte("<types/>"), 0o600))
	link := func(to string) func(t *testing.T, at string) {
		return func(t *testing.T, at string) { t.Helper(); check(t, os.Symlink(to, at)) }
	}
	for name, odd := range map[string]struct {
		at   string // what is replaced
		make func(t *testing.T, at string)
	}{
		"the folder of the mission leads out": {strings.TrimSuffix(main, "/"), link(outside)},
		"a folder leads out":                  {main + "db", link(outside)},
		"a file leads out":                    {main + "db/types.xml", link(filepath.Join(outside, "types.xml"))},
		"a folder leads to itself":            {main + "db", link("db")},
		"a file leads to itself":              {main + "db/types.xml", link("types.xml")},
		"a folder leads around":               {main + "db", link("..")},
		"a file is a pipe": {
			main + "db/types.xml", func(t *testing.T, at string) { t.Helper(); check(t, syscall.Mkfifo(at, 0o600)) },
		},
		"a file is a folder":   {main + "db/types.xml", func(t *testing.T, at string) { t.Helper(); check(t, os.Mkdir(at, 0o700)) }},
		"a folder is a file":   {main + "db", func(t *testing.T, at string) { t.Helper(); check(t, os.WriteFile(at, nil, 0o600)) }},
		"a folder is a device": {main + "db", link("/dev/zero")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := startDelivering(t)
			d.server.deliver(t)
			d.change(t)
			at := filepath.Join(d.dir, filepath.FromSlash(odd.at))
			check(t, os.RemoveAll(at))
			odd.make(t, at)
			for _, r := range []reply{
				d.get(t, d.path+"/delivery-plan"), d.get(t, d.path+"/delivery-plan/"+main+"db/types.xml"),
				d.order(t, d.path+"/deliveries", `{"override":true,"reason":"odd"}`),
				d.order(t, d.path+"/deliveries", `{"dry_run":true}`), d.order(t, d.path+"/pull", `{"dry_run":true}`), d.order(t, d.path+"/pull", `{}`),
				d.send(t, "POST", d.path+"/target/test", ""),
			} {
				if r.status != 200 && (r.status != 422 || !strings.Contains(strings.ReplaceAll(r.body, `\/`, "/"), strings.TrimSuffix(main, "/"))) {
					t.Errorf("%d %s", r.status, r.body)
				}
			}
		})
	}
}
