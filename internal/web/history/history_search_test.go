package history_test

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestHistorySearch holds that the history can be narrowed, compared, summed up and taken away as a file.
func TestHistorySearch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("Livonia")
		event := b.Add(instance, record.Events, record.Values{"name": "StaticBoat", "nominal": int64(1)})
		b.Add(instance, record.Messages, record.Values{"text": "Welcome"})
		path := instance + "/history"
		b.Get(path).Says("StaticBoat", "Welcome", "Compare revisions", "Export as CSV")
		b.Get(path+"?of=events").Says("StaticBoat", `href="`+path+`/export.csv?of=events"`).SaysNot("Welcome")
		b.Get(path + "?record=staticboat").Says("StaticBoat").SaysNot("Welcome")
		b.Get(path+"?by=ada&since=2020-01-01").Says("StaticBoat", "Welcome")
		b.Get(path+"?by=nobody").SaysNot("StaticBoat").Says(`value="nobody"`, "Clear")
		b.Get(path + "?until=2020-01-01").SaysNot("StaticBoat")
		b.Get(path+"?since=yesterday").Says("The since field must be a valid date.", "StaticBoat")
		b.Get(path+"/people").Says("Ada", "Changes in ", "by=Ada")
		b.Get(path + "/people?month=2020-01").Says("Nobody has changed anything in January 2020.")
		b.Get(path+"/export.csv?of=events").Says("revision,created_at,author", ",events,", ",StaticBoat,created,").SaysNot("Welcome")
		b.Get(path+"/export.json").Says(`{"data":[{"revision":1,`, `"title":"Welcome","before":null,"after":{`)
		b.Put(event+"/edit", event, map[string][]string{"name": {"StaticBoat"}, "nominal": {"7"}})
		b.Get(path+"/compare").Says("With revision", "The newest is 4.")
		b.Get(path+"/compare?from=2&to=4").Says("2 records differ between revision 2 and revision 4.", "Welcome",
			webtest.Becomes("1", "7"))
		b.Get(path+"/compare?from=4&to=3").Says("1 record differs", webtest.Becomes("7", "1"))
		b.Get(path + "/compare?from=2&to=9").Says("The history does not have both of these revisions.")
		b.Get(path + "/compare?from=x").Says("Revisions are numbers.")
		b.Get(path+"/2/revert").Says("What changes", "Welcome", webtest.Becomes("7", "1"), "deleted")
		b.Get(path + "/2/undo").Status(200)
		stranger := s.User("Bo", false)
		for _, page := range []string{"", "/compare?from=1", "/people", "/export.csv", "/export.json"} {
			stranger.Get(path + page).Status(403)
		}
	})
}
