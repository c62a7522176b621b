package api_test

import (
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/access"
)

// TestImportAsALayer makes a layer of files: nothing changes until it is on, and where changes are reviewed it is proposed.
func TestImportAsALayer(t *testing.T) {
	t.Parallel()
	s := start(t)
	owner, editor, viewer := s.user(t), s.user(t), s.user(t)
	path, scope := owner.instance(t)
	f := furnished{client: owner, scope: scope}
	f.joined(t, editor, access.Editor)
	f.joined(t, viewer, access.Viewer)
	c := tried{owner, path}
	sid := c.event(t, "One", 5)
	owner.upload(t, path+"/files", upload{"db/events.xml", `<events><event name="One"><nominal>5</nominal></event></events>`})
	file := upload{"db/events.xml", `<events><event name="One"><nominal>9</nominal></event></events>`}
	revision := c.get(t, path).at("data.revision")
	dry := owner.upload(t, path+"/files?layer=Halloween&dry_run=1", file)
	dry.expect(t, 200, "data.dry_run", "true", "data.layer", "absent", "data.changes.0.after.nominal", "9")
	made := owner.upload(t, path+"/files?layer=Halloween", file)
	made.expect(t, 200, "data.dry_run", "true", "data.layer.state", `"off"`, "data.layer.rows_count", "1", "data.layer.name", `"Halloween"`)
	if got := c.nominal(t, sid); got != "5" || c.get(t, path).at("data.revision") != revision {
		t.Errorf("making a layer of files made it %s", got)
	}
	layer := path + "/layers/" + strings.Trim(made.at("data.layer.sid"), `"`)
	c.get(t, layer).expect(t, 200, "data.rows.0.changes.nominal", "[5,9]", "data.rows.0.now", `"applies"`)
	c.must(t, 200, "POST", layer+"/on", "")
	if got := c.nominal(t, sid); got != "9" {
		t.Errorf("the layer made it %s", got)
	}
	c.must(t, 200, "POST", layer+"/off", "")
	queued := owner.upload(t, path+"/files?layer=Later&async=1", file)
	queued.expect(t, 202)
	owner.uploadWith(t, path+"/files", map[string]string{"layer": strings.Repeat("x", 256)}, file).expect(t, 422)
	c.must(t, 200, "PATCH", surfaceB(path), `{"review":"required"}`)
	editor.upload(t, path+"/files", file).exactly(t, 403, bodyReviewed)
	editor.upload(t, path+"/files?layer=", file).exactly(t, 403, bodyReviewed)
	proposed := editor.uploadWith(t, path+"/files", map[string]string{"layer": "More"}, file)
	proposed.expect(t, 200, "data.layer.state", `"proposed"`)
	viewer.upload(t, path+"/files?layer=More", file).expect(t, 403)
	if got := c.nominal(t, sid); got != "5" {
		t.Errorf("a proposal made it %s", got)
	}
}

// TestALayerThatIsOnChangesAtOnce: other rows for a layer that is on are one revision, and where they do not fit it does what it did.
func TestALayerThatIsOnChangesAtOnce(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	one, two := c.event(t, "One", 5), c.event(t, "Two", 5)
	body := `{"name":"Guns","from":{"changes":[{"resource":"events","name":"One","changes":{"nominal":[5,8],"name":["One","Uno"]}},
		{"resource":"events","name":"New","state":"added","changes":{"nominal":[null,4]}}]}}`
	layer := c.path + "/layers/" + strings.Trim(c.must(t, 201, "POST", c.path+"/layers", body).at("data.sid"), `"`)
	c.must(t, 200, "POST", layer+"/on", "")
	before := c.get(t, c.path).at("data.revision")
	c.must(t, 200, "PATCH", layer, `{"name":"Better guns","changes":[{"resource":"events","name":"One","changes":{"nominal":[5,9]}},
		{"resource":"events","name":"New","state":"added","changes":{"nominal":[null,6]}},
		{"resource":"events","name":"Two","state":"deleted","changes":{}}]}`).expect(t, 200, "data.state", `"on"`, "data.name", `"Better guns"`)
	after := c.get(t, c.path).at("data.revision")
	was, _ := strconv.Atoi(before)
	if is, err := strconv.Atoi(after); err != nil || is != was+1 {
		t.Errorf("the revision was %s and is %s", before, after)
	}
	c.get(t, c.path+"/events?search=Uno").expect(t, 200, "meta.total", "0")
	c.get(t, c.path+"/events?search=New").expect(t, 200, "data.0.nominal", "6", "meta.total", "1")
	c.must(t, 404, "GET", c.path+"/events/"+two, "")
	if got := c.nominal(t, one); got != "9" {
		t.Errorf("the changed layer made it %s", got)
	}
	c.must(t, 409, "PATCH", layer, `{"changes":[{"resource":"events","name":"One","changes":{"nominal":[4,7]}}]}`)
	if got := c.nominal(t, one); got != "9" || c.get(t, c.path).at("data.revision") != after {
		t.Errorf("what does not fit made it %s", got)
	}
	c.must(t, 200, "POST", layer+"/off", "")
	c.get(t, c.path+"/events?search=New").expect(t, 200, "meta.total", "0")
	if got := c.nominal(t, one) + c.nominal(t, two); got != "55" {
		t.Errorf("off made them %s", got)
	}
}
