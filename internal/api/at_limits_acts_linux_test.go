package api_test

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// download keeps nothing of what it reads.
func download(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	answer, err := http.DefaultClient.Do(a.request(t, e.Method, a.furnished.path(e), nil))
	check(t, err)
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	check(t, err)
	return reply{status: answer.StatusCode}
}

func another(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), a.further().body(e.Record))
}

func itself(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), a.body(e.Record))
}

func bulkOfAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	body := `{"q":"-*","operations":[{"op":"delete"}]}`
	if e.Record == record.Types {
		body = changeAll
	}
	return a.send(t, e.Method, a.furnished.path(e), body)
}

// relinkAll adds four links of each kind to all types, or takes them away.
func relinkAll(op string) heavy {
	return func(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
		t.Helper()
		if e.Record != record.Types {
			return bulkOfAll(t, a, e)
		}
		return a.send(t, e.Method, a.furnished.path(e), `{"q":"*","operations":[`+
			`{"op":"`+op+`","field":"usage","value":["LinkA","LinkB","LinkC","LinkD"]},`+
			`{"op":"`+op+`","field":"value","value":["LinkA","LinkB","LinkC","LinkD"]},`+
			`{"op":"`+op+`","field":"tag","value":["LinkA","LinkB","LinkC","LinkD"]}]}`)
	}
}

func undoLinks(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	types := e
	types.Method, types.Path, types.Record = http.MethodPost, "/api/v1/instances/{instance}/types/bulk", record.Types
	a.finished(t, relinkAll("add_ids")(t, a, types))
	return a.send(t, e.Method, fill(e, with(a.params(e), "revision", strconv.Itoa(a.latest(t)))), `{}`)
}

// importTiny imports a file that is short and has very many entries, into another instance.
func importTiny(t *testing.T, a *atLimits, _ endpoint.Endpoint) reply {
	t.Helper()
	path, _ := a.client.instance(t)
	return a.uploadWith(t, path+"/files", map[string]string{"mode": "replace"}, a.tiny())
}

func updateKept(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.uploadWith(t, a.furnished.path(e), map[string]string{"mode": "update", "prefer": "theirs"}, a.manyKept("kept")...)
}

// typeSIDs returns the sids of the types.
func (a *atLimits) typeSIDs(t *testing.T) (sids []string) {
	t.Helper()
	rows, err := a.server.db.All(t.Context(), record.Types, a.scope, "")
	check(t, err)
	for _, row := range rows {
		sids = append(sids, record.Types.SID(row))
	}
	return sids
}

func csvOfAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	const most = 10_000
	lines := []string{"sid", a.sids[e.Record]}
	if e.Record == record.Types {
		lines = []string{"sid,nominal"}
		for n, sid := range a.typeSIDs(t) {
			if n < most {
				lines = append(lines, sid+",9")
			}
		}
	}
	return a.upsert(t, a.furnished.path(e), lines...)
}

func batchOfMany(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	const most = 500
	var operations []string
	for _, sid := range a.typeSIDs(t)[:most] {
		operations = append(operations, `{"op":"update","resource":"types","sid":"`+sid+`","data":{"cost":7}}`)
	}
	return a.send(t, e.Method, a.furnished.path(e), `{"operations":[`+strings.Join(operations, ",")+`]}`)
}

func applyToAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), `{"type_sids":["`+strings.Join(a.typeSIDs(t), `","`)+`"]}`)
}

func runRecipes(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	sid, _ := a.create(t, a.path+"/recipes",
		`{"name":"All","steps":[{"resource":"types","q":"*","operations":[{"op":"add","field":"cost","value":1}]}]}`)
	return a.send(t, e.Method, a.furnished.path(e), `{"recipes":["`+sidOf(sid)+`"]}`)
}

// importing imports the files of fill with other values.
func importing(mode, flag string) heavy {
	return func(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
		t.Helper()
		fields := map[string]string{"mode": mode, flag: "1"}
		if mode == "update" {
			fields["prefer"] = "theirs"
		}
		kept := upload{"profiles/Kept/0.bin", "\x00" + strings.Repeat(mode+flag, 4<<20/len(mode+flag))}
		return a.uploadWith(t, a.furnished.path(e), fields, append(a.upkeep(len(mode)+len(flag)), kept)...)
	}
}

func changeZones(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e)+"?file=env/*", `{"operations":[{"op":"set","field":"dmax","value":2}]}`)
}

func (a *atLimits) latest(t *testing.T) (number int) {
	t.Helper()
	number, err := strconv.Atoi(a.get(t, a.path+"/revisions").at("data.0.number"))
	check(t, err)
	return number
}

// undoAll takes a change of all types back.
func undoAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	a.finished(t, a.send(t, "POST", a.path+"/types/bulk", changeAll))
	return a.send(t, e.Method, fill(e, with(a.params(e), "revision", strconv.Itoa(a.latest(t)))), `{}`)
}

// revertAll goes back to where the types were not there, and then to where they are.
func revertAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	full := strconv.Itoa(a.latest(t))
	a.finished(t, a.send(t, e.Method, fill(e, with(a.params(e), "revision", a.before)), `{}`))
	return a.send(t, e.Method, fill(e, with(a.params(e), "revision", full)), `{}`)
}

func renameText(t *testing.T, a *atLimits, _ endpoint.Endpoint) reply {
	t.Helper()
	a.must(t, 200, "PUT", a.path+"/texts/profiles/one.txt", `{"text":"words"}`)
	return a.send(t, "PATCH", a.path+"/texts/profiles/one.txt", `{"path":"profiles/moved.txt"}`)
}

func deleteText(t *testing.T, a *atLimits, _ endpoint.Endpoint) reply {
	t.Helper()
	a.must(t, 200, "PUT", a.path+"/texts/profiles/gone.txt", `{"text":"words"}`)
	return a.send(t, "DELETE", a.path+"/texts/profiles/gone.txt", "")
}

func fixAll(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), `{"findings":[{"rule":"min-over-nominal","sid":""}]}`)
}

func addLog(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.upload(t, a.furnished.path(e), upload{"other.RPT", logHead + strings.Repeat(ignored, a.types)})
}

func setTarget(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), fmt.Sprintf(`{"protocol":"folder","dir":%q}`, a.server.dir+"/"+a.instance))
}

func setRCon(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, a.furnished.path(e), a.get(t, a.furnished.path(e)).at("data"))
}

func cancelJob(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	a.send(t, e.Method, a.furnished.path(e), "") // which has ended
	return reply{status: 200}
}

// finished waits for the job of an answer.
func (a *atLimits) finished(t *testing.T, r reply) reply {
	t.Helper()
	if r.status == http.StatusAccepted && r.at("data.sid") != "" && r.at("data.status") != "absent" {
		return a.await(t, r)
	}
	return r
}

func changeRows(t *testing.T, a *atLimits, e endpoint.Endpoint) reply {
	t.Helper()
	return a.send(t, e.Method, fill(e, with(a.params(e), "document", "environment")),
		`{"at":"territories.territory","operations":[{"op":"set","field":"type","value":"Herd"}]}`)
}
