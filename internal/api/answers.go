package api

import (
	"container/list"
	"context"
	"net/http"
	"slices"
	"sync"

	"quartermaster/internal/account"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/observe"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// DefaultAnswerMemory is how many bytes remembered answers take at most.
const DefaultAnswerMemory = 8 << 20

// answerOverhead is about what the bookkeeping of an answer takes, in bytes.
const answerOverhead = 512

// answers remembers the answers to GETs of records, within a number of bytes. An answer is valid as long as the state of the instance
// is the one that was read before its records were. It is safe for concurrent use.
type answers struct {
	mu    sync.Mutex
	room  int64 // bytes
	limit int64 // of one answer, in bytes
	known map[answerKey]*list.Element
	of    map[int64]map[answerKey]bool // those of an instance
	order *list.List                   // of *keptAnswer, the last used first
}

// answerKey is what an answer depends on besides the records.
type answerKey struct {
	user, token       int64
	instance          int64
	base, path, query string
	csv               bool
}

type keptAnswer struct {
	key    answerKey
	state  account.State
	answer response
}

func newAnswers(room int64) *answers {
	return &answers{room: room, limit: room / 8, known: map[answerKey]*list.Element{}, of: map[int64]map[answerKey]bool{}, order: list.New()}
}

func keyOf(r *request) answerKey {
	return answerKey{
		r.Caller.ID, r.Caller.TokenID(), r.Caller.Instance.Scope.InstanceID, httpd.InfoOf(r.Context()).BaseURL, r.URL.EscapedPath(),
		r.URL.RawQuery, wantsCSV(r),
	}
}

// get returns the answer to a request, if it is known and still valid.
func (a *answers) get(key answerKey, state account.State) (response, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	e := a.known[key]
	if e == nil || kept(e).state != state {
		return response{}, false
	}
	a.order.MoveToFront(e)
	return kept(e).answer, true
}

// put remembers an answer, in place of a previous one to the same request. The least recently used ones make room for it.
func (a *answers) put(key answerKey, state account.State, answer response) {
	k := &keptAnswer{key, state, answer}
	if k.size() > a.limit {
		return
	}
	k.answer.Body = slices.Clone(answer.Body) // without its spare capacity
	a.mu.Lock()
	defer a.mu.Unlock()
	a.forget(a.known[key])
	for a.room < k.size() {
		a.forget(a.order.Back())
	}
	a.room -= k.size()
	a.known[key] = a.order.PushFront(k)
	if a.of[key.instance] == nil {
		a.of[key.instance] = map[answerKey]bool{}
	}
	a.of[key.instance][key] = true
}

func (a *answers) forget(e *list.Element) {
	if e == nil {
		return
	}
	key := kept(e).key
	a.order.Remove(e)
	delete(a.known, key)
	if delete(a.of[key.instance], key); len(a.of[key.instance]) == 0 {
		delete(a.of, key.instance)
	}
	a.room += kept(e).size()
}

// Forget frees the answers of an instance in a state that is over.
func (a *API) Forget(s store.Scope) {
	if a.answers != nil {
		a.answers.forgetOf(s.InstanceID)
	}
}

func (a *answers) forgetOf(instance int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for key := range a.of[instance] {
		a.forget(a.known[key])
	}
}

func kept(e *list.Element) *keptAnswer { return e.Value.(*keptAnswer) }

func (k *keptAnswer) size() int64 {
	return int64(len(k.answer.Body)+len(k.answer.Link)+len(k.key.base)+len(k.key.path)+len(k.key.query)) + answerOverhead
}

// remembered answers GETs of records in an instance from memory where it can. It remembers only what the handler marks as lasting, and of
// CSV its tag alone, for clients that have it. Requests with a body go to the handler.
func (a *API) remembered(e endpoint.Endpoint, h handler) handler {
	if a.answers == nil || e.Method != http.MethodGet || e.OnSurface() != endpoint.A || e.Record == nil ||
		e.Record.Scope != record.InInstance {
		return h
	}
	return func(ctx context.Context, r *request) (response, error) {
		if r.Caller.Instance.Scope.InstanceID == 0 || r.ContentLength != 0 {
			return h(ctx, r)
		}
		key, state := keyOf(r), r.Caller.Instance.State
		answer, known := a.answers.get(key, state)
		known = known && (!key.csv || r.holds(answer.ETag))
		observe.Looked(ctx, "answers", known)
		if known {
			return answer, nil
		}
		answer, err := h(ctx, r)
		switch {
		case err != nil || !answer.lasting:
		case answer.Body != nil:
			answer.ETag = tagOf(answer.Body)
			a.answers.put(key, state, answer)
		case answer.ETag != "":
			a.answers.put(key, state, response{ETag: answer.ETag})
		}
		return answer, err
	}
}
