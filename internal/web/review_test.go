package web_test

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

// TestReviewOnPages: a change is refused and tried in a draft, proposed, discussed, approved by another member and turned on; and a manager
// makes one at once for a reason.
func TestReviewOnPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, editor := s.User("Anna", false), s.User("Ben", false)
	at := owner.Instance("Live")
	scope, err := s.DB.InstanceScope(t.Context(), owner.User.ID, at[len("/instances/"):])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.Exec(t.Context(), `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'editor', 0)`,
		scope.InstanceID, editor.User.ID); err != nil {
		t.Fatal(err)
	}
	create := func(on store.Scope, text string) {
		t.Helper()
		if _, err := s.DB.Create(t.Context(), record.Messages, on, record.Values{"text": text}); err != nil {
			t.Fatal(err)
		}
	}
	owner.Get(at + "/edit").Status(http.StatusOK).Says("Changes are reviewed")
	if _, err := s.DB.UpdateInstance(t.Context(), scope, at[len("/instances/"):], record.Values{"review": "required"}); err != nil {
		t.Fatal(err)
	}
	message := url.Values{"text": {"Hello"}}
	editor.Submit(at+"/messages/create", at+"/messages", message).Status(http.StatusForbidden).
		Says("Changes are reviewed", "Try it in a draft").SaysNot("without a review")
	owner.Submit(at+"/messages/create", at+"/messages", url.Values{"text": {"Hello"}, "override": {"1"}, "reason": {"It burns"}}).
		Status(http.StatusFound)
	revision := at + "/history/" + strconv.FormatInt(s.Count(`SELECT revision FROM instances WHERE id = $1`, scope.InstanceID), 10)
	owner.Get(revision).Status(http.StatusOK).Says("It was made without a review: It burns", "Comments")
	draft := pathOf(editor.Submit(at+"/drafts", at+"/drafts", url.Values{"name": {"Winter"}}).Status(http.StatusFound))
	own, err := s.DB.InstanceScope(t.Context(), editor.User.ID, draft[len("/instances/"):])
	if err != nil {
		t.Fatal(err)
	}
	create(own, "Cold")
	editor.Get(draft).Status(http.StatusOK).Says("Propose")
	editor.Get(draft+"/comparison").Status(http.StatusOK).Says("Cold", "Propose", "another member approves").SaysNot("Bring in")
	layer := pathOf(editor.Submit(draft+"/comparison", at+"/layers", url.Values{"name": {"Winter"}, "draft": {draft[len("/instances/"):]}}).
		Status(http.StatusFound))
	editor.Get(layer).Status(http.StatusOK).Says("proposed", "Cold").SaysNot("Approve", "Turn on")
	owner.Get(at).Status(http.StatusOK).Says("1 proposal waits")
	owner.Get(layer).Status(http.StatusOK).Says("Approve", "Reject", "No comments yet")
	about := "layer:" + layer[len(at+"/layers/"):]
	editor.Submit(layer, at+"/comments", url.Values{"about": {about}, "back": {layer}, "text": {"Less <b>loot</b>"}}).LeadsTo(layer)
	owner.Get(layer).Status(http.StatusOK).Says("Less &lt;b&gt;loot", "Ben", "the comment by Ben")
	owner.Submit(layer, layer+"/review", url.Values{"verdict": {"approve"}}).LeadsTo(layer)
	owner.Get(layer).Status(http.StatusOK).SaysNot("Turn on")
	owner.Submit(layer, layer+"/review", url.Values{"verdict": {"approve"}, "comment": {"Tried it"}}).LeadsTo(layer)
	editor.Get(layer).Status(http.StatusOK).Says("approved", "Tried it", "Turn on")
	editor.Submit(layer, layer+"/on", url.Values{}).LeadsTo(layer)
	if n := s.Count(`SELECT count(*) FROM messages WHERE instance_id = $1`, scope.InstanceID); n != 2 {
		t.Errorf("with the layer there are %d messages", n)
	}
}

// TestNoPageGetsRoundTheReview sends every form of an instance whose changes are reviewed, as its owner, with something in it.
func TestNoPageGetsRoundTheReview(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner := s.User("Anna", false)
	at := owner.Instance("Live")
	sid := at[len("/instances/"):]
	scope, err := s.DB.InstanceScope(t.Context(), owner.User.ID, sid)
	if err != nil {
		t.Fatal(err)
	}
	row, err := s.DB.Create(t.Context(), record.Messages, scope, record.Values{"text": "Hello"})
	if err == nil {
		_, err = s.DB.UpdateInstance(t.Context(), scope, sid, record.Values{"review": "required"})
	}
	if err != nil {
		t.Fatal(err)
	}
	met := func() int64 {
		return s.Count(`SELECT count(*) FROM changes WHERE instance_id = $1 AND resource NOT IN
			('player_lists', 'recipes', 'type_presets', 'lint_settings', 'server_mods', 'instances')`, scope.InstanceID)
	}
	before, token := met(), owner.Token("/instances")
	for _, route := range s.Pages.Routes() {
		if !strings.Contains(route.Pattern, "{instance}") || route.Method == http.MethodGet || route.Pattern == "/instances/{instance}" {
			continue
		}
		path := routeParameter.ReplaceAllString(strings.Replace(route.Pattern, "{instance}", sid, 1), record.Messages.SID(row))
		form := url.Values{
			"_token": {token}, "text": {"Bye"}, "name": {"StaticBoat"}, "nominal": {"1"}, "dyn_radius": {"5"}, "path": {"db/new.xml"},
			"title": {"Rare"}, "q": {"*"}, "op": {"delete"},
		}
		answer := owner.Send(route.Method, path, form)
		if after := met(); after != before {
			t.Fatalf("%s %s has changed what players meet: %d", route.Method, route.Pattern, answer.Code)
		}
		if answer.Code >= http.StatusInternalServerError && answer.Code != http.StatusServiceUnavailable {
			t.Errorf("%s %s: %d", route.Method, route.Pattern, answer.Code)
		}
	}
	edited := at + "/messages/" + record.Messages.SID(row)
	owner.Send(http.MethodPut, edited, url.Values{"_token": {token}, "text": {"Bye"}}).Status(http.StatusForbidden)
	owner.Send(http.MethodDelete, edited, url.Values{"_token": {token}}).Status(http.StatusForbidden)
	owner.Send(http.MethodDelete, at+"/economy-core", url.Values{"_token": {token}}).Status(http.StatusForbidden)
}
