package api_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/storetest"

	"pgregory.net/rapid"
)

// TestBatchIsTheSameAsOneByOne sends random operations one by one to one instance, and those of them that succeed as a batch to
// another: both have the same records then, and each result is what the single request answered.
func TestBatchIsTheSameAsOneByOne(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		storetest.Check(t, func(rt *rapid.T) {
			single, batch := c.twin(t), c.twin(t)
			var operations, answers []string
			for range rapid.IntRange(1, 12).Draw(rt, "operations") {
				o := drawOperation(rt)
				answer, done := single.alone(t, o)
				if done {
					operations, answers = append(operations, batch.step(o)), append(answers, answer)
					continue
				}
				before := batch.state(t)
				if r := c.batch(t, batch.instance, append(slices.Clone(operations), batch.step(o))...); r.status != 422 || batch.state(t) != before {
					rt.Fatalf("%s after %v: %d %s", batch.step(o), operations, r.status, r.body)
				}
			}
			if len(operations) == 0 {
				return
			}
			r := c.batch(t, batch.instance, operations...)
			if r.status != 200 {
				rt.Fatalf("%v: %d %s", operations, r.status, r.body)
			}
			for i, answer := range answers {
				if got := shared(r.at(fmt.Sprintf("data.results.%d.%s", i, "data"))); answer != "" && got != answer {
					rt.Fatalf("%v: result %d is\n%s\nalone it was\n%s", operations, i, got, answer)
				}
			}
			if got, want := batch.state(t), single.state(t); got != want {
				rt.Fatalf("%v lead to\n%s\none by one to\n%s", operations, got, want)
			}
		})
	})
}

// drawn operation: numbers stand for the records of a twin.
type drawnOperation struct {
	op, resource string
	record       int // of the resource; -1 for an upsert by key
	data         string
	class        int
}

func drawOperation(rt *rapid.T) drawnOperation {
	o := drawnOperation{
		op:       rapid.SampledFrom([]string{"create", "update", "update", "delete", "upsert", "upsert", "upsert"}).Draw(rt, "op"),
		resource: rapid.SampledFrom([]string{"classnames", "types", "events"}).Draw(rt, "resource"),
		record:   rapid.IntRange(0, 2).Draw(rt, "record"),
		class:    rapid.IntRange(0, 2).Draw(rt, "class"),
	}
	if o.op == "upsert" && rapid.Bool().Draw(rt, "by key") {
		o.record = -1
	}
	o.data = map[string]*rapid.Generator[string]{
		"classnames": rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf(`{"name":%q}`, rapid.SampledFrom([]string{"A", "b", "B", "C", "D"}).Draw(t, "name"))
		}),
		"types": rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf(`{"instance_classname_id":CLASS,"nominal":%d,"usage_ids":[%d]}`, rapid.IntRange(0, 2).Draw(t, "nominal"),
				rapid.IntRange(0, 2).Draw(t, "usage"))
		}),
		"events": rapid.Custom(func(t *rapid.T) string {
			return event(rapid.SampledFrom([]string{"A", "B", "D"}).Draw(t, "name"), rapid.IntRange(0, 2).Draw(t, "nominal"))
		}),
	}[o.resource].Draw(rt, "data")
	return o
}

// twin is an instance with three records of each resource, the same as any other.
type twin struct {
	client
	instance string
	sids     map[string][]string
	classes  []string
}

func (c client) twin(t *testing.T) twin {
	t.Helper()
	instance, _ := c.instance(t)
	w := twin{client: c, instance: instance, sids: map[string][]string{}}
	for _, name := range []string{"A", "B", "C"} {
		class, id := c.create(t, instance+"/classnames", fmt.Sprintf(`{"name":%q}`, name))
		kind, _ := c.create(t, instance+"/types", `{"instance_classname_id":`+number(id)+`}`)
		made, _ := c.create(t, instance+"/events", event(name, 1))
		w.classes = append(w.classes, number(id))
		for resource, path := range map[string]string{"classnames": class, "types": kind, "events": made} {
			w.sids[resource] = append(w.sids[resource], sidOf(path))
		}
	}
	return w
}

func (w twin) data(o drawnOperation) string {
	return strings.Replace(o.data, "CLASS", w.classes[o.class], 1)
}

func (w twin) step(o drawnOperation) string {
	sid := ""
	if o.record >= 0 && o.op != "create" {
		sid = w.sids[o.resource][o.record]
	}
	return step(o.op, o.resource, sid, w.data(o))
}

// alone carries an operation out by a request of its own and returns the record of the answer.
func (w twin) alone(t *testing.T, o drawnOperation) (answer string, done bool) {
	t.Helper()
	list := w.instance + "/" + o.resource
	method, path, data := "POST", list, w.data(o)
	if o.op == "upsert" && o.record < 0 {
		found := w.byKey(t, o)
		if len(found) > 1 {
			return "", false
		}
		if len(found) == 1 {
			method, path = "PATCH", list+"/"+found[0]
		}
	} else if o.op != "create" {
		method, path = map[string]string{"delete": "DELETE"}[o.op], list+"/"+w.sids[o.resource][o.record]
		if method == "" {
			method = "PATCH"
		}
	}
	r := w.send(t, method, path, data)
	if r.status != 200 && r.status != 201 {
		return "", false
	}
	if o.op == "delete" {
		return "", true
	}
	return shared(r.at("data")), true
}

// byKey returns the sids of the records that an upsert may mean.
func (w twin) byKey(t *testing.T, o drawnOperation) (sids []string) {
	t.Helper()
	field, fold := map[string]string{"classnames": "name", "types": "instance_classname_id", "events": "name"}[o.resource],
		o.resource == "classnames"
	wanted := reply{body: w.data(o)}.at(field)
	r := w.get(t, w.instance+"/"+o.resource+"?per_page=100")
	for i := 0; r.at("data."+strconv.Itoa(i)) != "absent"; i++ {
		value := r.at("data." + strconv.Itoa(i) + "." + field)
		if value == wanted || fold && strings.EqualFold(value, wanted) {
			sids = append(sids, strings.Trim(r.at("data."+strconv.Itoa(i)+".sid"), `"`))
		}
	}
	return sids
}

// state is all that the instance holds, in a form that is the same for twins.
func (w twin) state(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, resource := range []string{"classnames", "types", "events"} {
		all.WriteString(shared(w.get(t, w.instance+"/"+resource+"?per_page=100&include=usage_ids,children").at("data")) + "\n")
	}
	return all.String()
}

var ownValues = regexp.MustCompile(`"(id|sid|instance_id|instance_classname_id|created_at|updated_at)":("[^"]*"|\d+),?`)

// shared leaves out what no two instances have in common.
func shared(json string) string { return ownValues.ReplaceAllString(json, "") }
