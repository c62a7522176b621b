package api_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"quartermaster/internal/api"
	"quartermaster/internal/control"
	"quartermaster/internal/dialer"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/openapi"
	"quartermaster/internal/problem"
)

// TestRequestsOfTheDocument asks every operation of the OpenAPI document with valid and invalid bodies, parameters and headers that come
// from its schemas. Every answer is one that the document names, in status, body and headers, and none is a failure of the server.
// A round asks each operation once, as a user of its own; what is sent depends on the seed and the round alone.
func TestRequestsOfTheDocument(t *testing.T) {
	t.Parallel()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(openapi.Document(endpoint.Table(), "test")))
	check(t, err)
	s := start(t, impatient)
	seed := fromEnvironment(t, "QM_TEST_FUZZ_SEED", 1)
	counts := &tally{asked: map[string]int{}, done: map[string]int{}}
	t.Cleanup(func() { counts.reaches(t) })
	rounds := (fromEnvironment(t, "QM_TEST_FUZZ_REQUESTS", 10_000)-1)/len(fuzzed()) + 1
	for i := range rounds {
		t.Run(fmt.Sprintf("QM_TEST_FUZZ_SEED=%d round %d", seed, i), func(t *testing.T) {
			t.Parallel()
			g := generator{Rand: rand.New(rand.NewPCG(uint64(seed), uint64(i))), root: document}
			newFuzzer(t, g, s, i, counts).round(t)
		})
	}
}

// impatient does not wait for game servers that are not there.
func impatient(c *api.Config) {
	c.Control = control.New(c.DB, gameserver.Client{Dialer: dialer.Dialer{Private: true}, Timeout: 50 * time.Millisecond}, c.Clock)
}

func fromEnvironment(t testing.TB, name string, otherwise int) int {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	check(t, err)
	return n
}

// fuzzed are the operations of the document.
func fuzzed() []endpoint.Endpoint { return endpoint.Served(endpoint.Table()) }

// fuzzer sends the requests of one user.
type fuzzer struct {
	generator
	furnished
	tally *tally
}

func newFuzzer(t testing.TB, g generator, s *server, round int, counts *tally) fuzzer {
	t.Helper()
	f := fuzzer{g, furnish(t, s.user(t), fmt.Sprintf("Fuzz%d", round)), counts}
	for _, name := range slices.Sorted(maps.Keys(f.furnished.ids)) {
		f.generator.ids = append(f.generator.ids, f.furnished.ids[name])
	}
	return f
}

// round asks all operations in any order, but deletes at the end.
func (f fuzzer) round(t *testing.T) {
	all := fuzzed()
	f.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
	for _, deletes := range []bool{false, true} {
		for _, e := range all {
			if (e.Method == http.MethodDelete) == deletes {
				t.Run(e.Method+" "+e.Path, func(t *testing.T) { f.ask(t, e) })
			}
		}
	}
}

func (f fuzzer) ask(t *testing.T, e endpoint.Endpoint) {
	op := members(f.root, "paths", openapi.PathOf(e))[strings.ToLower(e.Method)].(map[string]any)
	path := f.address(e) + f.query(op)
	kind, body := f.body(e, op)
	method := e.Method
	if kind == "application/json" && method != http.MethodGet && f.chance(10) {
		method = http.MethodPost
	}
	req := f.request(t, method, path, strings.NewReader(body))
	if method != e.Method {
		req.Header.Set("X-HTTP-Method-Override", pick(f.generator, []string{e.Method, strings.ToLower(e.Method)}))
	}
	f.headers(req, op, kind)
	r := f.overriding(e.Method).roundTrip(t, req)
	f.tally.add(e, r.status)
	if r.status >= http.StatusInternalServerError && e.Action != "health" { // which says so of a queue without workers
		t.Errorf("%s %s failed: %d %s", e.Method, path, r.status, r.body)
	}
	if t.Failed() {
		t.Logf("the request was %s %s with %v and the %s %.2000q", e.Method, path, req.Header, kind, body)
	}
}

// overriding is the client whose POSTs stand for a method.
func (f fuzzer) overriding(method string) client {
	c := f.client
	c.stands = method
	return c
}

// address leads to the user's own records in most cases.
func (f fuzzer) address(e endpoint.Endpoint) string {
	path, params := e.Path, f.params(e)
	for _, name := range e.Params() {
		value := params[name]
		wrong := 8
		if name == "instance" || name == "instance_sid" {
			wrong = 40
		}
		if value == "" || f.chance(wrong) {
			value = pick(f.generator, []string{
				"aB3dE5fG7h", "0", "-1", "x", "99999999999999999999", "%00", "%ff", "..%2f..", "%20", strings.Repeat("x", 300), "1", "types.xml",
				"globals",
			})
		}
		path = strings.Replace(path, "{"+name+"}", value, 1)
	}
	return path
}

// query holds some of the parameters of an operation.
func (f fuzzer) query(op map[string]any) string {
	values := url.Values{}
	for _, p := range f.parameters(op, "query") {
		if p["required"] == nil && !f.chance(4) || f.chance(40) {
			continue
		}
		name := p["name"].(string)
		value := f.value(p["schema"], 1)
		if example, there := p["example"]; there && f.chance(2) {
			value = example
		}
		if f.chance(3) {
			value = f.odd()
		}
		values.Set(name, short(value))
	}
	if f.chance(20) {
		values.Set("unknown", "1")
	}
	if len(values) == 0 {
		return ""
	}
	return "?" + values.Encode()
}

// short is a value as the text of a parameter, no longer than servers take an address.
func short(value any) string {
	text, is := value.(string)
	if !is {
		data, err := json.Marshal(value)
		if err != nil {
			return fmt.Sprint(value)
		}
		text = strings.Trim(string(data), `[]"`)
	}
	return text[:min(len(text), 1000)]
}

func (f fuzzer) parameters(op map[string]any, in string) (list []map[string]any) {
	all, _ := op["parameters"].([]any)
	for _, p := range all {
		if p := f.resolve(p); p["in"] == in {
			list = append(list, p)
		}
	}
	return list
}

func (f fuzzer) headers(req *http.Request, op map[string]any, kind string) {
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	names := []string{"If-None-Match", "Prefer"} // which the document tells of in words
	for _, p := range f.parameters(op, "header") {
		names = append(names, p["name"].(string))
	}
	for _, name := range names {
		if f.chance(4) {
			req.Header.Set(name, pick(f.generator, []string{
				"*", `"x"`, "x", "handling=strict", `W/"1"`, strings.Repeat("k", 300), `"`, "handling=lenient",
			}))
		}
	}
	if f.chance(3) {
		req.Header.Set("Accept", pick(f.generator, []string{problem.ContentType, "text/html", "*/*", "text/csv", "application/json;q=0", ";;"}))
	}
	if f.chance(40) {
		req.Header.Set("Authorization", pick(f.generator, []string{"", "Bearer x", "Basic eDp5", "Bearer"}))
	}
}

// body is one in a form that the operation takes, or in one that it does not.
func (f fuzzer) body(e endpoint.Endpoint, op map[string]any) (kind, body string) {
	content := members(f.resolve(op["requestBody"]), "content")
	if len(content) == 0 {
		return pick(f.generator, [][2]string{{}, {}, {"application/json", "{}"}, {"text/plain", "x"}})[0], ""
	}
	kind = pick(f.generator, sortedKeys(content))
	if kind == "text/csv" {
		return kind, f.table(e)
	}
	value := f.sent(e, members(content, kind)["schema"])
	if kind == "application/json" && f.chance(8) {
		kind = "application/x-www-form-urlencoded" // which the document tells of in words
	}
	switch kind {
	case "multipart/form-data":
		return f.multipart(value)
	case "application/x-www-form-urlencoded":
		return kind, f.form(value)
	}
	return kind, f.json(value)
}

// sent is a value for a body: one of the schema, one that works, or one that is wrong in a place or two.
func (f fuzzer) sent(e endpoint.Endpoint, schema any) any {
	value := f.value(schema, pick(f.generator, []int{0, 4}))
	if e.Record != nil && (e.Action == endpoint.Create || e.Action == endpoint.Update) && f.chance(2) {
		value = nil
		_ = json.Unmarshal([]byte(f.further().body(e.Record)), &value)
	}
	if object, is := value.(map[string]any); is && (e.Action == "bulk" || f.chance(10)) {
		object["q"] = "*"
		if f.chance(2) {
			value = map[string]any{"q": "*", "dry_run": true, "operations": []any{map[string]any{"op": "delete"}}}
		}
	}
	for f.chance(2) {
		value = f.spoiled(value)
	}
	return value
}

func (f fuzzer) json(value any) string {
	data, err := json.Marshal(value)
	if err != nil || f.chance(40) {
		return pick(f.generator, []string{"", "{", "[]", "null", "\xff", `{"a":}`, `{"a":1}{"b":2}`, `"x"`, strings.Repeat("[", 20_000)})
	}
	return string(data)
}

func (f fuzzer) form(value any) string {
	values := url.Values{}
	object, _ := value.(map[string]any)
	for _, name := range sortedKeys(object) {
		values.Set(pick(f.generator, []string{name, name, name, name, name + "[]", name + "[0][x]"}), short(object[name]))
	}
	return values.Encode()
}

func (f fuzzer) multipart(value any) (kind, body string) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	_ = w.SetBoundary("boundary") // never too long
	object, _ := value.(map[string]any)
	for _, name := range sortedKeys(object) {
		if strings.HasPrefix(name, "file") {
			f.file(w, name)
		} else {
			_ = w.WriteField(name, short(object[name]))
		}
	}
	if !f.chance(20) {
		_ = w.Close()
	}
	return w.FormDataContentType(), out.String()
}

// file writes a file of the game, or something else.
func (f fuzzer) file(w *multipart.Writer, field string) {
	name := pick(f.generator, []string{"types.xml", "events.xml", "serverDZ.cfg", "x.zip", "../x", "", "ban.txt", "cfggameplay.json"})
	part, err := w.CreateFormFile(field, name)
	if err == nil {
		_, _ = io.WriteString(part, pick(f.generator, []string{
			oneType, oneEvent, "", "\x00", "<types>", "{}", "PK\x03\x04", "hostname = \"x\";\n", strings.Repeat("x", 100_000),
		}))
	}
}

// table is one of some columns of a resource.
func (f fuzzer) table(e endpoint.Endpoint) string {
	var head, row []string
	if f.chance(2) {
		return f.ownTable(e)
	}
	for _, field := range e.Record.Fields {
		if !f.chance(3) {
			head, row = append(head, field.Name),
				append(row, pick(f.generator, []string{"", "1", "AKM", "-1", "x;y", `"a,b"`, "0.5", `"`, "[1,2]", "{}", "漢"}))
		}
	}
	text := strings.Join(head, ",") + "\n" + strings.Join(row, ",") + "\n"
	if f.chance(6) {
		return pick(f.generator, []string{
			"", "\xff\xfe", "\n\n", "name\n" + strings.Repeat("x", 70_000),
			text + "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27\n",
		})
	}
	return text
}

// ownTable is one with a further record of the resource.
func (f fuzzer) ownTable(e endpoint.Endpoint) string {
	var body map[string]any
	_ = json.Unmarshal([]byte(f.further().body(e.Record)), &body)
	var out bytes.Buffer
	w, head, row := csv.NewWriter(&out), sortedKeys(body), []string{}
	for _, name := range head {
		row = append(row, short(body[name]))
	}
	_ = errors.Join(w.Write(head), w.Write(row))
	w.Flush()
	return out.String()
}

// tally counts answers by operation, so that the test can tell when most of what it sends is refused.
type tally struct {
	sync.Mutex
	asked, done map[string]int
}

func (n *tally) add(e endpoint.Endpoint, status int) {
	n.Lock()
	defer n.Unlock()
	n.asked[e.Method+" "+e.Path]++
	if status < http.StatusMultipleChoices {
		n.done[e.Method+" "+e.Path]++
	}
}

// reaches fails the test when more than one in ten operations were never done.
func (n *tally) reaches(t testing.TB) {
	var never []string
	for name, asked := range n.asked {
		if asked >= enoughTries && n.done[name] == 0 {
			never = append(never, name)
		}
	}
	if len(never) > len(n.asked)/10 {
		slices.Sort(never)
		t.Errorf("%d of %d operations were always refused:\n%s", len(never), len(n.asked), strings.Join(never, "\n"))
	}
}

// enoughTries is how often an operation is asked before one that is always refused counts.
const enoughTries = 20
