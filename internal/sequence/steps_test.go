package sequence

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"quartermaster/internal/record"
)

// step is something that a person or a program does to an instance. It says in allowed what files it may change.
type step func(*rapid.T, *instance)

// steps are drawn alike: what is done more often stands here more than once.
var steps = []step{
	importFiles, importFiles, importFiles, importFiles, changeRecord, changeRecord, changeRecord, changeRecord, changeRecord, createRecord,
	createRecord,
	deleteRecord, fillForm, fillForm, fillForm, undoLast, undoAny, revert, economyCore, setInstance, applyPreset, fixFindings, csvAndBack,
}

// anything is what a step may change that has no bounds of its own.
func anything(string, string, string) string { return "" }

// nothing is what a step may change that was to change nothing.
func nothing(string, string, string) string { return "changed by what changes nothing" }

// importFiles takes in files of one folder of the corpus, all of them or some.
func importFiles(t *rapid.T, i *instance) {
	from := some(t, "folder", i.corpus)
	chosen := shuffled(t, from.files)
	if !chance(t, "all", 3) {
		chosen = chosen[:rapid.IntRange(1, len(chosen)).Draw(t, "files")]
	}
	mode := some(t, "mode", []string{"merge", "replace"})
	sent := chosen
	if chance(t, "zip", 2) {
		packed := files{}
		for _, f := range chosen {
			packed[f.name] = string(f.data)
		}
		sent = []upload{{from.name + ".zip", archive(t, packed)}}
	}
	t.Logf("import of %d files of %s, mode %s", len(chosen), from.name, mode)
	touched := map[string]bool{}
	for _, r := range i.upload(t, "?mode="+mode, sent) {
		touched[r.Path], touched[lowerBase(r.Path)] = true, true // one that fails may be kept as it came
		if r.Error != "" {
			t.Logf("%s: %s", r.Path, r.Error)
		}
	}
	i.allowed = func(name, _, _ string) string {
		if touched[name] || touched[lowerBase(name)] || isTrader(name) && anyTrader(touched) {
			return ""
		}
		return "changed by an import of other files"
	}
}

// lowerBase is the name of a file of which a server has one, wherever it lies: it moves with the folder of the profile.
func lowerBase(name string) string { return strings.ToLower(path.Base(name)) }

// isTrader tells whether a file is one of those that are one text in the game's eyes.
func isTrader(path string) bool { return strings.Contains(strings.ToLower(path), "trader") }

func anyTrader(paths map[string]bool) bool {
	for path := range paths {
		if isTrader(path) {
			return true
		}
	}
	return false
}

// resources are those whose records belong to an instance and can be changed.
func resources() []*record.Resource {
	return slices.DeleteFunc(slices.Clone(record.All()), func(r *record.Resource) bool {
		return r.Scope != record.InInstance || r.Path == "" ||
			slices.Contains([]*record.Resource{record.Files, record.EconomyCores, record.LintSettings}, r)
	})
}

// records are some records of a resource, as lists have them.
func (i *instance) records(t fataler, r *record.Resource) []map[string]json.RawMessage {
	var answer struct{ Data []map[string]json.RawMessage }
	reply := i.api(t, http.MethodGet, "/"+r.Path+"?per_page=60", nil)
	if reply.status == http.StatusNotFound {
		return nil
	}
	read(t, reply, &answer)
	return answer.Data
}

// ids are those of records that a field may refer to.
func (i *instance) ids(t fataler) func(table string) []string {
	return func(table string) (ids []string) {
		for _, r := range record.All() {
			if r.Name != table || r.Path == "" {
				continue
			}
			path := "/api/v1/" + r.Path
			if r.Scope == record.InInstance {
				path = "/api/v1/instances/" + i.sid + "/" + r.Path
			}
			var answer struct{ Data []struct{ ID json.Number } }
			if reply := i.send(t, http.MethodGet, path+"?per_page=40", "", nil); reply.status == http.StatusOK {
				read(t, reply, &answer)
			}
			for _, one := range answer.Data {
				ids = append(ids, one.ID.String())
			}
		}
		return ids
	}
}

// anyRecord draws a record of a resource that has one.
func (i *instance) anyRecord(t *rapid.T) (r *record.Resource, sid string, found bool) {
	for _, r := range shuffled(t, resources()) {
		if list := i.records(t, r); len(list) > 0 {
			return r, strings.Trim(string(some(t, "record", list)["sid"]), `"`), true
		}
	}
	return nil, "", false
}

// changeRecord changes up to three fields of a record.
func changeRecord(t *rapid.T, i *instance) {
	i.allowed = anything
	r, sid, found := i.anyRecord(t)
	if !found {
		return
	}
	one := "/" + r.Path + "/" + sid
	var now struct{ Data map[string]json.RawMessage }
	read(t, i.api(t, http.MethodGet, one, nil), &now)
	body := map[string]json.RawMessage{}
	for range rapid.IntRange(1, 3).Draw(t, "fields") {
		f := some(t, "field", r.Fields)
		old, shown := now.Data[f.Name]
		switch {
		case !f.Writable():
		case shown && f.Type >= record.Object && !chance(t, "fresh", 4):
			body[f.Name] = altered(t, old)
		default:
			body[f.Name] = fresh(t, f, i.ids(t))
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatalf("%v", err)
	}
	verb := http.MethodPatch
	if chance(t, "put", 4) {
		verb = http.MethodPut
	}
	reply := i.api(t, verb, one, text)
	t.Logf("%s: %d", reply.request, reply.status)
	i.allowed = oneRecord(r)
	if reply.status != http.StatusOK {
		i.allowed = nothing
	}
}

func createRecord(t *rapid.T, i *instance) {
	r := some(t, "resource", resources())
	reply := i.api(t, http.MethodPost, "/"+r.Path, object(t, r.Fields, i.ids(t)))
	t.Logf("%s: %d", reply.request, reply.status)
	i.allowed = oneRecord(r)
	if reply.status != http.StatusCreated {
		i.allowed = nothing
	}
}

func deleteRecord(t *rapid.T, i *instance) {
	i.allowed = anything
	if r, sid, found := i.anyRecord(t); found {
		reply := i.api(t, http.MethodDelete, "/"+r.Path+"/"+sid, nil)
		t.Logf("%s: %d", reply.request, reply.status)
		i.allowed = oneRecord(r)
	}
}

// beginnings tell where an entry of a file begins.
var beginnings = map[string]*regexp.Regexp{
	"types":           regexp.MustCompile(`<type\s`),
	"spawnable-types": regexp.MustCompile(`<type\s`),
	"events":          regexp.MustCompile(`<event\s`),
	"event-spawns":    regexp.MustCompile(`<event\s`),
	"random-presets":  regexp.MustCompile(`<(cargo|attachments)\s`),
	"messages":        regexp.MustCompile(`<message>`),
	"player-spawns":   regexp.MustCompile(`<pos\s`),
	"effect-areas":    regexp.MustCompile(`"AreaName"`),
}

// oneRecord allows changes of one entry in each file. What a class name is called stands in many.
func oneRecord(r *record.Resource) func(path, before, after string) string {
	begins, known := beginnings[r.Path]
	return func(_, before, after string) string {
		if !known || before == "" || after == "" {
			return ""
		}
		if r == record.EffectAreas { // a new one puts a comma behind the one before it
			before, after = strings.ReplaceAll(before, ",\n", "\n"), strings.ReplaceAll(after, ",\n", "\n")
		}
		old, now := hunk(before, after)
		if r == record.PlayerSpawns {
			old, now = linesNotIn(now, old), linesNotIn(old, now)
		}
		gone, come := len(begins.FindAllString(strings.Join(old, ""), -1)), len(begins.FindAllString(strings.Join(now, ""), -1))
		if gone > 1 || come > 1 {
			return fmt.Sprintf("a change of one record reached over %d entries, now %d", gone, come)
		}
		return ""
	}
}

// linesNotIn returns the lines that are not among the others, each as often as it is missing. A player spawn, which is one line,
// may move to another section of its file.
func linesNotIn(others, lines []string) (missing []string) {
	left := map[string]int{}
	for _, line := range others {
		left[line]++
	}
	for _, line := range lines {
		if left[line]--; left[line] < 0 {
			missing = append(missing, line)
		}
	}
	return missing
}

// forms are the addresses of pages with forms: those of records, and those of the Expansion mod.
func (i *instance) forms(t *rapid.T) string {
	base, gui := "/instances/"+i.sid, "/instance/"+i.sid+"/expansion/gui/"
	if chance(t, "create", 5) {
		return some(t, "new", []string{
			base + "/types/create", base + "/events/create", base + "/player-lists/create", base + "/trader-items/create",
			base + "/effect-areas/create",
			gui + "market-traders/create", gui + "market-categories/create", gui + "ai-loadouts/create", gui + "trader-zones",
		})
	}
	if chance(t, "setting", 4) {
		return gui + some(t, "slug", []string{
			"general", "raid", "market", "ai-patrol", "territory", "spawn", "notification-scheduler",
			"vehicle", "base-building", "quest", "ai",
		})
	}
	r, sid, found := i.anyRecord(t)
	if !found {
		return base + "/economy-core"
	}
	if name, in := strings.CutPrefix(r.Path, "expansion/"); in {
		return gui + name + "/" + sid + "/edit"
	}
	return base + "/" + r.Path + "/" + sid + "/edit"
}

// fillForm changes up to three controls of a form and sends it.
func fillForm(t *rapid.T, i *instance) {
	i.allowed = anything
	address := i.forms(t)
	forms := slices.DeleteFunc(page(i.page(t, address).body).forms, func(f form) bool {
		return len(f.controls) == 0 || strings.Contains(f.action, "/logout") || f.fields.Get("_method") == "DELETE"
	})
	if len(forms) == 0 {
		t.Logf("%s has no forms", address)
		return
	}
	f := some(t, "form", forms)
	for range rapid.IntRange(0, 3).Draw(t, "controls") {
		if c := some(t, "control", f.controls); !c.file {
			f.fields.Set(c.name, entered(t, c))
		}
	}
	reply := i.submit(t, f)
	t.Logf("form of %s: %s: %d", address, reply.request, reply.status)
}

// undoLast takes the last revision back: everything is as it was before.
func undoLast(t *rapid.T, i *instance) {
	i.allowed = anything
	if len(i.past) < 2 || i.past[len(i.past)-2].revision != i.now.revision-1 {
		return
	}
	before := i.past[len(i.past)-2]
	reply := i.api(t, http.MethodPost, fmt.Sprintf("/revisions/%d/undo", i.now.revision), []byte("{}"))
	t.Logf("%s: %d %s", reply.request, reply.status, shortened(reply.body))
	if reply.status == http.StatusOK {
		i.same(t, before.files, i.look(t).files, "after the last revision was undone")
	}
}

func undoAny(t *rapid.T, i *instance) {
	i.allowed = anything
	reply := i.api(t, http.MethodPost, fmt.Sprintf("/revisions/%d/undo", rapid.Int64Range(1, max(i.now.revision, 1)).Draw(t, "revision")),
		[]byte("{}"))
	t.Logf("%s: %d", reply.request, reply.status)
}

// revert goes back to a revision: everything is as it was then.
func revert(t *rapid.T, i *instance) {
	i.allowed = anything
	if len(i.past) == 0 {
		return
	}
	then := some(t, "then", i.past)
	if then.revision == 0 {
		return
	}
	reply := i.api(t, http.MethodPost, fmt.Sprintf("/revisions/%d/revert", then.revision), []byte("{}"))
	t.Logf("%s: %d %s", reply.request, reply.status, shortened(reply.body))
	if reply.status == http.StatusOK && strings.Contains(string(reply.body), `"warnings":[]`) {
		i.same(t, then.files, i.look(t).files, fmt.Sprintf("after going back to revision %d", then.revision))
	}
}

// economyCore changes fields of the economy core on surface B.
func economyCore(t *rapid.T, i *instance) {
	i.allowed = func(path, _, _ string) string {
		if strings.HasSuffix(strings.ToLower(path), "cfgeconomycore.xml") {
			return ""
		}
		return "changed with the economy core"
	}
	r := record.EconomyCores
	reply := i.send(t, http.MethodPatch, "/api/instance/"+i.sid+"/economy-core", "application/json", object(t, r.Fields, i.ids(t)))
	t.Logf("%s: %d", reply.request, reply.status)
}

// setInstance changes what of an instance its files depend on.
func setInstance(t *rapid.T, i *instance) {
	i.allowed = anything
	body := some(t, "body", []string{
		`{"use_types_config":false}`, `{"use_types_config":true}`, `{"use_vanilla_classnames":true}`, `{"name":"Other"}`,
	})
	reply := i.send(t, http.MethodPatch, "/api/instance/"+i.sid, "application/json", []byte(body))
	t.Logf("%s: %d", reply.request, reply.status)
	i.past = nil // a revision does not hold these
}

func applyPreset(t *rapid.T, i *instance) {
	i.allowed = anything
	list := i.records(t, record.TypePresets)
	if len(list) == 0 {
		return
	}
	reply := i.api(t, http.MethodPost, "/presets/"+strings.Trim(string(some(t, "preset", list)["sid"]), `"`)+"/apply", []byte("{}"))
	t.Logf("%s: %d", reply.request, reply.status)
}

// fixFindings settles a finding of the lint.
func fixFindings(t *rapid.T, i *instance) {
	i.allowed = anything
	var found struct{ Data []struct{ Rule, SID string } }
	read(t, i.api(t, http.MethodGet, "/lint", nil), &found)
	if len(found.Data) == 0 {
		return
	}
	one := some(t, "finding", found.Data)
	reply := i.api(t, http.MethodPost, "/lint/fix", fmt.Appendf(nil, `{"findings":[{"rule":%q,"sid":%q}]}`, one.Rule, one.SID))
	t.Logf("%s: %d", reply.request, reply.status)
}

// csvAndBack sends a list back as it was answered as CSV, which changes nothing.
func csvAndBack(t *rapid.T, i *instance) {
	i.allowed = nothing
	for _, r := range shuffled(t, resources()) {
		if strings.HasPrefix(r.Path, "expansion/") || len(i.records(t, r)) == 0 {
			continue
		}
		path := "/api/v1/instances/" + i.sid + "/" + r.Path
		table := i.table(t, path+"?per_page=100")
		back := i.send(t, http.MethodPost, path, "text/csv", table.body)
		t.Logf("%d records of %s as CSV and back: %d %s", strings.Count(string(table.body), "\n"), r.Path, back.status, shortened(back.body))
		return
	}
}
