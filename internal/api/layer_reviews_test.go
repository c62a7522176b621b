package api_test

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/storetest"
)

// TestLayersAreReviewed goes the whole way of a change: proposed by who may only read, approved by another member, on and off.
func TestLayersAreReviewed(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owner, viewer, editor := s.user(t), s.user(t), s.user(t)
		path, scope := owner.instance(t)
		f := furnished{client: owner, scope: scope}
		f.joined(t, viewer, access.Viewer)
		f.joined(t, editor, access.Editor)
		c := tried{owner, path}
		sid := c.event(t, "One", 5)
		body := func(nominal int) string {
			return fmt.Sprintf(`{"name":"More","from":{"changes":[{"resource":"events","name":"One","changes":{"nominal":[5,%d]}}]}}`, nominal)
		}
		viewer.must(t, 403, "POST", path+"/layers", body(7))
		c.must(t, 200, "PATCH", surfaceB(path), `{"review":"required"}`)
		made := viewer.must(t, 201, "POST", path+"/layers", body(7))
		made.expect(t, 201, "data.state", `"proposed"`)
		layer := path + "/layers/" + strings.Trim(made.at("data.sid"), `"`)
		viewer.get(t, layer).expect(t, 200, "data.fits", "true")
		if c.get(t, layer).expect(t, 200, "data.fits", "true"); c.nominal(t, sid) != "5" {
			t.Error("asking what a layer would do has done it")
		}
		const notHis = `{"message":"This needs the permission edit; your role is viewer."}`
		again := strings.Replace(body(8), `"from":{`, "", 1)
		again = again[:len(again)-1]
		viewer.must(t, 200, "PATCH", layer, again).expect(t, 200, "data.state", `"proposed"`, "data.rows.0.changes.nominal", "[5,8]")
		withdrawn := path + "/layers/" + strings.Trim(viewer.must(t, 201, "POST", path+"/layers", body(6)).at("data.sid"), `"`)
		viewer.must(t, 200, "DELETE", withdrawn, "")
		others := path + "/layers/" + strings.Trim(editor.must(t, 201, "POST", path+"/layers", body(6)).at("data.sid"), `"`)
		viewer.must(t, 403, "PATCH", others, again).exactly(t, 403, notHis)
		viewer.must(t, 403, "DELETE", others, "").exactly(t, 403, notHis)
		editor.must(t, 200, "DELETE", others, "")
		viewer.must(t, 200, "PATCH", layer, strings.Replace(again, "8", "7", 1))
		const approve, reject = `{"verdict":"approve","comment":"Good"}`, `{"verdict":"reject","comment":"Too many"}`
		viewer.must(t, 403, "POST", layer+"/review", approve)
		editor.must(t, 422, "POST", layer+"/review", `{"verdict":"approve"}`)
		editor.must(t, 422, "POST", layer+"/review", `{"verdict":"maybe","comment":"x"}`)
		editor.must(t, 404, "POST", path+"/layers/none/review", approve)
		editor.must(t, 403, "POST", layer+"/on", "").exactly(t, 403, bodyReviewed)
		editor.must(t, 201, "POST", layer+"/review", reject).expect(t, 201, "data.state", `"proposed"`)
		editor.must(t, 403, "POST", layer+"/on", "")
		editor.must(t, 201, "POST", layer+"/review", approve).expect(t, 201, "data.state", `"off"`, "data.approved", "true")
		viewer.must(t, 403, "PATCH", layer, again).exactly(t, 403, notHis) // it is not only his any more
		viewer.must(t, 403, "DELETE", layer, "").exactly(t, 403, notHis)
		c.get(t, layer).expect(t, 200, "data.reviews.1.verdict", `"approve"`, "data.reviews.1.comment", `"Good"`)
		editor.must(t, 200, "POST", layer+"/on", "").expect(t, 200, "data.state", `"on"`)
		if got := c.nominal(t, sid); got != "7" {
			t.Errorf("the approved layer made it %s", got)
		}
		other := fmt.Sprintf(`{"changes":[{"resource":"events","name":"One","changes":{"nominal":[5,%d]}}]}`, 9)
		editor.must(t, 403, "PATCH", layer, other).exactly(t, 403, bodyReviewed)
		editor.must(t, 200, "POST", layer+"/off", "")
		if got := c.nominal(t, sid); got != "5" {
			t.Errorf("off made it %s", got)
		}
		editor.must(t, 200, "PATCH", layer, `{"name":"Much more"}`).expect(t, 200, "data.approved", "true")
		editor.must(t, 200, "PATCH", layer, other).expect(t, 200, "data.state", `"proposed"`, "data.approved", "false")
		c.get(t, layer).expect(t, 200, "data.reviews.1.void", "true")
		editor.must(t, 403, "POST", layer+"/on", "")
		editor.must(t, 403, "POST", layer+"/review", approve) // he has changed it last
		owner.must(t, 201, "POST", layer+"/review", approve)
		editor.must(t, 200, "POST", layer+"/settle", "")
		if got := c.nominal(t, sid); got != "9" {
			t.Errorf("settled it is %s", got)
		}
		editor.must(t, 422, "POST", layer+"/review", approve)
		c.get(t, path+"/audit?what=layer.approved").expect(t, 200, "meta.total", "2")
		c.get(t, path+"/audit?what=layer.rejected").expect(t, 200, "meta.total", "1", "data.0.details.comment", `"Too many"`)
	})
}

// TestOnlyWhatWasApprovedComesIn: neither the author's own verdict, nor another state of a draft, nor what was edited since goes along.
func TestOnlyWhatWasApprovedComesIn(t *testing.T) {
	t.Parallel()
	s := start(t)
	owner, editor := s.user(t), s.user(t)
	path, scope := owner.instance(t)
	furnished{client: owner, scope: scope}.joined(t, editor, access.Editor)
	c := tried{owner, path}
	sid := c.event(t, "One", 5)
	before := c.layer(t, "Earlier", 5, 6, "One")
	c.must(t, 200, "POST", before+"/on", "")
	c.must(t, 200, "PATCH", surfaceB(path), `{"review":"required"}`)
	c.must(t, 403, "POST", before+"/off", "").exactly(t, 403, bodyReviewed) // nobody has approved it
	editor.must(t, 201, "POST", before+"/review", `{"verdict":"approve","comment":"Yes"}`).expect(t, 201, "data.state", `"on"`)
	c.must(t, 200, "PATCH", path+"/events/"+sid, `{"min":3,"nominal":8,"override":true,"reason":"Now"}`)
	c.must(t, 403, "POST", before+"/off", `{"prefer":"theirs"}`)
	c.must(t, 200, "POST", before+"/off", "")
	if got := c.nominal(t, sid); got != "8" {
		t.Errorf("off made it %s", got)
	}
	draft := strings.Trim(editor.must(t, 201, "POST", path+"/drafts", `{"name":"Try"}`).at("data.sid"), `"`)
	d := tried{editor, "/api/v1/instances/" + draft}
	own := strings.Trim(d.get(t, d.path+"/events").at("data.0.sid"), `"`)
	d.patch(t, own, 20)
	propose := fmt.Sprintf(`{"name":"From the draft","from":{"draft":%q}}`, draft)
	layer := path + "/layers/" + strings.Trim(editor.must(t, 201, "POST", path+"/layers", propose).at("data.sid"), `"`)
	editor.must(t, 403, "POST", layer+"/review", `{"verdict":"approve","comment":"Mine"}`)
	editor.must(t, 403, "POST", d.path+"/merge", "").exactly(t, 403, bodyReviewed)
	owner.must(t, 201, "POST", layer+"/review", `{"verdict":"approve","comment":"Good"}`)
	d.patch(t, own, 21)
	editor.must(t, 403, "POST", d.path+"/merge", "")
	d.patch(t, own, 20)
	editor.must(t, 200, "POST", d.path+"/merge", "").expect(t, 200, "data.layer", `"`+sidOf(layer)+`"`)
	c.get(t, layer).expect(t, 200, "data.state", `"settled"`)
	if got := c.nominal(t, sid); got != "20" {
		t.Errorf("the merge made it %s", got)
	}
	d.get(t, d.path+"/comparison").expect(t, 200, "data.rows", `[]`)
}

// TestWhatALayerWouldDo tells of problems and the economy, and stores nothing.
func TestWhatALayerWouldDo(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := tryIn(t)
		const types = `<types><type name="AKM"><nominal>10</nominal><min>5</min><restock>0</restock><lifetime>9</lifetime></type></types>`
		c.upload(t, c.path+"/files", upload{"db/types.xml", types}).expect(t, 200)
		layer := c.path + "/layers/" + strings.Trim(c.must(t, 201, "POST", c.path+"/layers", `{"name":"Odd","from":{"changes":[
			{"resource":"types","name":"AKM","changes":{"nominal":[10,3]}}]}}`).at("data.sid"), `"`)
		revision := c.get(t, c.path).at("data.revision")
		r := c.get(t, layer)
		r.expect(t, 200, "data.fits", "true", "data.economy.now.wanted", "10", "data.economy.totals.wanted", "3")
		if !strings.Contains(r.at("data.problems.new"), "min-over-nominal") {
			t.Errorf("the problems are %s", r.at("data.problems"))
		}
		gone := c.path + "/layers/" + strings.Trim(c.must(t, 201, "POST", c.path+"/layers", `{"name":"Unfit","from":{"changes":[
			{"resource":"types","name":"AKM","changes":{"category":[null,"none such"]}}]}}`).at("data.sid"), `"`)
		c.get(t, gone).expect(t, 200, "data.fits", "false", "data.problems.new", "[]")
		if now := c.get(t, c.path).at("data.revision"); now != revision {
			t.Errorf("revision %s became %s", revision, now)
		}
		c.must(t, 200, "POST", layer+"/on", "")
		c.get(t, layer).expect(t, 200, "data.problems.new", "[]")
	})
}
