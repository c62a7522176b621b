package api_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// economy are the resources whose records stand in files of the central economy.
var economy = []*record.Resource{
	record.Types, record.Events, record.SpawnableTypes, record.RandomPresets, record.EventSpawns, record.PlayerSpawns, record.Messages,
}

// sourceFiles are files that records may be moved to: those of their kind, others of their own, and some that no record may stand in.
var sourceFiles = []string{
	"null", `"db/types.xml"`, `"DB/Types.xml"`, `"cfgspawnabletypes.xml"`, `"mods/%s.xml"`, `"mods/shared.xml"`, `"mods/Ä ö %s.xml"`,
	`"Mods/%s.xml"`, `"mods/cfgEventGroups.xml"`,
	`"storage_1/a.xml"`, `"DB/events.xml"`, `"cfgEconomyCore.xml"`, `" mods/b %s.xml"`, `"deep/er/%s/types.xml"`,
}

// history changes an instance at random, as a client does.
type history struct {
	client
	*rapid.T
	t        *testing.T
	instance string
	ids      map[string]int64
	classes  []int64
	made     map[*record.Resource][]string // addresses
}

// step makes, changes or deletes a record. A body may be refused.
func (h *history) step() {
	if rapid.IntRange(0, 9).Draw(h.T, "core") == 0 {
		h.must(h.t, 200, http.MethodPatch, surfaceB(h.instance)+"/economy-core", bodyOf(record.EconomyCores, nil).Draw(h.T, "defaults"))
	}
	r := rapid.SampledFrom(economy).Draw(h.T, "resource")
	made := h.made[r]
	if len(made) == 0 || rapid.IntRange(0, 2).Draw(h.T, "create") == 0 {
		answer := h.send(h.t, http.MethodPost, h.instance+"/"+r.Path, h.body(r))
		if h.allows(answer, 201) {
			h.made[r] = append(made, h.instance+"/"+r.Path+"/"+sidIn(answer))
		}
		return
	}
	i := rapid.IntRange(0, len(made)-1).Draw(h.T, "which")
	switch rapid.IntRange(0, 6).Draw(h.T, "verb") {
	case 0:
		h.must(h.t, 200, http.MethodDelete, made[i], "")
		h.made[r] = slices.Delete(slices.Clone(made), i, i+1)
	case 1:
		h.allows(h.send(h.t, http.MethodPut, made[i], h.body(r)), 200)
	default:
		h.allows(h.send(h.t, http.MethodPatch, made[i], h.body(r)), 200)
	}
}

func sidIn(answer reply) string { return strings.Trim(answer.at("data.sid"), `"`) }

func (h *history) allows(answer reply, status int) bool {
	if answer.status != status && answer.status != 422 {
		h.Fatalf("%d %s", answer.status, answer.body)
	}
	return answer.status == status
}

// body is one that the declaration of the resource allows, with some file of any kind.
func (h *history) body(r *record.Resource) string {
	h.ids["instance_classnames"] = rapid.SampledFrom(h.classes).Draw(h.T, "class")
	body := bodyOf(r, h.ids).Draw(h.T, "body")
	if r.Has("source_file") && r.Field("source_file").Writable() {
		file := rapid.SampledFrom(sourceFiles).Draw(h.T, "file")
		body = strings.Replace(body, `"mods/a_types.xml"`, "null", 1)
		body = writable{}.spoiled(body, "source_file", strings.ReplaceAll(file, "%s", r.Path))
	}
	return body
}

// TestWhatIsGeneratedReadsBack: after anything that clients may do with the economy, the generated files are read back as what is stored
// already, and come out the same again.
func TestWhatIsGeneratedReadsBack(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		service := mission.New(s.db)
		storetest.Check(t, func(rt *rapid.T) {
			instance, scope := c.instance(t)
			h := &history{client: c, T: rt, t: t, instance: instance, ids: map[string]int64{}, made: map[*record.Resource][]string{}}
			for _, name := range []string{"AKM", "Ä & <b>"} {
				_, id := c.create(t, instance+"/classnames", fmt.Sprintf(`{"name":%q}`, name))
				h.classes = append(h.classes, id)
			}
			for range rapid.IntRange(1, 3).Draw(rt, "rounds") {
				for range rapid.IntRange(1, 6).Draw(rt, "steps") {
					h.step()
				}
				h.settles(service, scope)
			}
		})
	})
}

// settles imports what is generated.
func (h *history) settles(service *mission.Service, scope store.Scope) {
	before, files := h.records(), h.generated(service, scope)
	var uploads []mission.Upload
	for _, name := range slices.Sorted(maps.Keys(files)) {
		uploads = append(uploads, mission.Upload{Path: name, Data: []byte(files[name])})
	}
	reports, err := service.Import(h.t.Context(), scope, uploads, mission.Options{})
	check(h.t, err)
	for i, report := range reports {
		if report.Status != mission.Imported || report.Created+report.Updated+report.Deleted > 0 {
			h.Fatalf("%+v of\n%s\nbefore: %v", report, uploads[i].Data, before)
		}
	}
	compare(h.T, before, h.records())
	compare(h.T, files, h.generated(service, scope))
}

// records returns all records of the economy as they are answered, but for when they were stored.
func (h *history) records() map[string]string {
	all := map[string]string{}
	for r := range h.made {
		for _, address := range h.made[r] {
			all[address], _, _ = strings.Cut(h.get(h.t, address).body, `,"updated_at"`)
		}
	}
	return all
}

func compare(t *rapid.T, before, after map[string]string) {
	for name, was := range before {
		if after[name] != was {
			t.Fatalf("%s was\n%s\nand is\n%s", name, was, after[name])
		}
	}
	if len(before) != len(after) {
		t.Fatalf("there were %v and are %v", slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after)))
	}
}

// generated returns the files of an instance, none of which leaves something out.
func (h *history) generated(service *mission.Service, scope store.Scope) map[string]string {
	list, err := service.Generate(h.t.Context(), scope)
	check(h.t, err)
	files := map[string]string{}
	for _, f := range list {
		content, err := f.Content(h.t.Context())
		check(h.t, err)
		files[f.Path] = string(content)
		if len(f.Warnings) > 0 {
			h.Fatal(fmt.Sprint(f.Path, f.Warnings))
		}
	}
	return files
}
