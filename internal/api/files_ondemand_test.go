package api_test

import (
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

func TestFilesOnDemand(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	files := instance + "/files"
	c.upload(t, files, upload{"ban.txt", "76561198000000001\t//Cheater\n"}, upload{"whitelist.txt", "76561198000000002\t//Friend\n"}).expect(t,
		200)
	guid := record.GUID("76561198000000001")
	for path, want := range map[string]string{
		"/priority.txt?include=priority":          "76561198000000002;",
		"/BattlEye/bans.txt?include=battleye":     guid + " -1\n",
		"/priority.txt?include=battleye,priority": "76561198000000002;",
	} {
		if r := c.get(t, files+path); r.status != http.StatusOK || r.body != want {
			t.Errorf("%s: %d %q", path, r.status, r.body)
		}
	}
	c.get(t, files+"/priority.txt").expect(t, 404)
	c.get(t, files+"/priority.txt?include=battleye").expect(t, 404)
	if r := c.get(t, files); strings.Contains(r.body, "priority") || strings.Contains(r.body, "battleye") {
		t.Errorf("they are written without a demand: %s", r.body)
	}
	if r := c.get(t,
		files+"?include=battleye,priority"); !strings.Contains(r.body, `"kind":"priority"`) || !strings.Contains(r.body, `"kind":"battleye"`) {
		t.Errorf("the list leaves them out: %s", r.body)
	}
	if zip := c.get(t, files+".zip?include=priority").body; !strings.Contains(zip, "priority.txt") || strings.Contains(zip, "bans.txt") {
		t.Error("the archive holds other files")
	}
	folder := c.get(t, files+".zip?folder=/mpmissions/")
	if all := c.get(t,
		files+".zip").body; folder.status != http.StatusOK || strings.Contains(folder.body, "ban.txt") ||
		!strings.Contains(folder.body, "mpmissions/") || !strings.Contains(all, "ban.txt") {
		t.Errorf("a folder: %d, %d bytes of %d", folder.status, len(folder.body), len(all))
	}
	c.get(t, files+".zip?folder=mpmission").expect(t, 404)
	for _, path := range []string{"", ".zip", "/priority.txt"} {
		c.get(t, files+path+"?include=types").expect(t, 422, "errors.include.0", `"The selected include is invalid."`)
	}
}
