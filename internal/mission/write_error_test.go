package mission_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// everyKind is one file of each kind of the samples, and of kinds that are kept.
func everyKind() (uploads []mission.Upload) {
	taken := map[string]bool{}
	for _, s := range samples() {
		if !taken[s.path] {
			uploads = append(uploads, mission.Upload{Path: s.path, Data: []byte(s.text)})
		}
		taken[s.path] = true
	}
	return append(uploads,
		mission.Upload{Path: missionFolder + "cfgeconomycore.xml", Data: []byte("<economycore/>")},
		mission.Upload{Path: missionFolder + "cfglimitsdefinition.xml", Data: []byte("<lists/>")},
		mission.Upload{Path: missionFolder + "cfglimitsdefinitionuser.xml", Data: []byte("<user_lists/>")},
		mission.Upload{Path: missionFolder + "cfgeventgroups.xml", Data: []byte("<eventgroupdef/>")},
		mission.Upload{Path: "priority.txt", Data: []byte("76561198000000001;")},
		mission.Upload{Path: "profiles/Trader/TraderObjects.txt", Data: []byte("<FileEnd>")},
		mission.Upload{Path: "profiles/Trader/TraderVariables.txt", Data: []byte("<BuySellTimer> 0.3")},
		mission.Upload{Path: "profiles/ExpansionMod/Settings/ChatSettings.json", Data: []byte(`{"m_Version":4}`)},
		mission.Upload{Path: "profiles/ExpansionMod/Market/Ammo.json", Data: []byte(`{"m_Version":12,"Items":[]}`)},
		mission.Upload{Path: "profiles/notes.txt", Data: []byte("remember")},
	)
}

// without is what remains of files when those of a kind go.
func without(files []mission.File, kind mission.Kind) (list []string) {
	for _, f := range files {
		if f.Kind != kind {
			list = append(list, f.Path+" "+f.SHA256+" "+mission.Sentence(f.Error))
		}
	}
	return list
}

// TestNoKindKeepsOthersFromBeingWritten lets each step of generation go wrong for each kind: an error, and a panic.
func TestNoKindKeepsOthersFromBeingWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, report := range w.loadAll(mission.Merge, everyKind()...) {
		w.counts(report)
	}
	sound, err := w.service.Generate(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range sound {
		for _, step := range []string{"listed", "found", "written"} {
			for name, fault := range map[string]func() error{
				"broken": func() error { return errors.New("broken on purpose") },
				"panic":  func() error { panic("on purpose") },
			} {
				var log bytes.Buffer
				service := w.service.LoggingTo(slog.New(slog.NewTextHandler(&log, nil))).Faulty(func(at string, kind mission.Kind) error {
					if at == step && kind == f.Kind {
						return fault()
					}
					return nil
				})
				files, err := service.Generate(t.Context(), w.scope)
				if err != nil {
					t.Fatalf("%s of %s, %s: %v", step, f.Kind, name, err)
				}
				if diff := cmp.Diff(without(sound, f.Kind), without(files, f.Kind)); diff != "" {
					t.Errorf("%s of %s, %s: others differ:\n%s", step, f.Kind, name, diff)
				}
				wantIsolated(w, files, f.Kind, step, name)
				if told := strings.Contains(log.String(), "write_error_test.go"); told != (name == "panic") && step != "found" {
					t.Errorf("%s of %s, %s: the stack is in the log: %v", step, f.Kind, name, told)
				}
			}
		}
	}
}

// wantIsolated holds that the files of a kind tell what is wrong, and that the archive holds all others.
func wantIsolated(w world, files []mission.File, kind mission.Kind, step, fault string) {
	w.Helper()
	var out bytes.Buffer
	if err := mission.WriteZip(w.Context(), &out, files); err != nil {
		w.Fatal(err)
	}
	held := unzipped(w, out.Bytes())
	for _, f := range files {
		_, there := held[f.Path]
		switch failed := f.State == mission.Unwritten; {
		case failed && (f.Error.IsNone() || there ||
			!strings.Contains(held[mission.Unwritables], f.Path+" cannot be written: "+mission.Sentence(f.Error))):
			w.Errorf("%s of %s, %s: %q, in the archive: %v, %s", step, kind, fault, f.Error, there, held[mission.Unwritables])
		case !failed && (!there || !f.Error.IsNone()):
			w.Errorf("%s of %s, %s: %s is not in the archive: %s", step, kind, fault, f.Path, f.Error)
		case failed && f.Kind != kind, !failed && f.Kind == kind && step == "listed":
			w.Errorf("%s of %s, %s: %s has failed: %v", step, kind, fault, f.Path, failed)
		}
	}
}

func unzipped(t testing.TB, data []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(content)
	}
	return files
}

// TestNoFileKeepsOthersFromBeingImported lets each step of an import go wrong for each kind with a panic.
func TestNoFileKeepsOthersFromBeingImported(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		uploads := everyKind()
		for _, step := range []string{"read", "stored"} {
			for _, broken := range []mission.Kind{"types", "effectareas", "ban", "traderconfig", "expansion-chat", "economycore", "other"} {
				t.Run(step+" "+string(broken), func(t *testing.T) {
					t.Parallel()
					w := newWorld(t)
					var log bytes.Buffer
					w.service = w.service.LoggingTo(slog.New(slog.NewTextHandler(&log, nil))).Faulty(func(at string, kind mission.Kind) error {
						if at == step && kind == broken {
							panic("on purpose")
						}
						return nil
					})
					failed := 0
					for _, report := range w.loadAll(mission.Merge, uploads...) {
						switch wanted := report.Kind == broken && (step == "stored" || broken != "other"); {
						case (report.Status == mission.Failed) != wanted:
							t.Errorf("%+v", report)
						case wanted && !strings.Contains(mission.Sentence(report.Error), "error in Quartermaster"):
							t.Errorf("%+v", report)
						case wanted:
							failed++
						}
					}
					if failed > 0 && !strings.Contains(log.String(), "write_error_test.go") {
						t.Errorf("the log has no stack: %s", log.String())
					}
					w.generated()
				})
			}
		}
	})
}

// TestComparingWhatCannotBe tells why a file cannot be compared.
func TestComparingWhatCannotBe(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(string(s.kind)+" "+s.resource.Name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, s.upload, s.text)
			w.set(s.resource, s.title, s.values)
			for _, step := range []string{"written", "compared"} {
				service := w.service.LoggingTo(slog.New(slog.DiscardHandler)).Faulty(func(at string, kind mission.Kind) error {
					if at == step && kind == s.kind {
						panic("on purpose")
					}
					return nil
				})
				var unwritten mission.WriteError
				if _, err := service.Compare(t.Context(), w.scope,
					s.path); !errors.As(err, &unwritten) || !strings.Contains(err.Error(), s.path+" cannot be "+step) {
					t.Errorf("%s: %v", step, err)
				}
			}
		})
	}
}

// TestDamagedContents damages what is stored of files beside their records.
func TestDamagedContents(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for name, damage := range map[string]string{
			"contents": `UPDATE file_contents SET content = '1234'`,
			"size":     `UPDATE file_contents SET size = size + 1`,
			"layouts":  `UPDATE instance_files SET skeleton = '{"Leads":5}', original_id = NULL WHERE skeleton IS NOT NULL`,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				w.loadAll(mission.Merge, everyKind()...)
				if _, err := w.db.Exec(t.Context(), damage); err != nil {
					t.Fatal(err)
				}
				files, err := mission.New(w.db).Generate(t.Context(), w.scope)
				if err != nil {
					t.Fatal(err)
				}
				var out bytes.Buffer
				if err := mission.WriteZip(t.Context(), &out, files); err != nil {
					t.Fatal(err)
				}
				held := unzipped(t, out.Bytes())
				if !strings.Contains(held[mission.Unwritables], "damaged; import it again") || held["priority.txt"] == "" && name == "layouts" {
					t.Errorf("%v", held)
				}
			})
		}
	})
}
