package web

import (
	"testing"

	"quartermaster/internal/record"
)

// TestHistorySearch holds that the history can be narrowed, compared, summed up and taken away as a file.
func TestHistorySearch(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("Livonia")
	event := b.add(instance, record.Events, record.Values{"name": "StaticBoat", "nominal": int64(1)})
	b.add(instance, record.Messages, record.Values{"text": "Welcome"})
	path := instance + "/history"
	b.get(path).says("StaticBoat", "Welcome", "Compare revisions", "Export as CSV")
	b.get(path+"?of=events").says("StaticBoat", `href="`+path+`/export.csv?of=events"`).saysNot("Welcome")
	b.get(path + "?record=staticboat").says("StaticBoat").saysNot("Welcome")
	b.get(path+"?by=ada&since=2020-01-01").says("StaticBoat", "Welcome")
	b.get(path+"?by=nobody").saysNot("StaticBoat").says(`value="nobody"`, "Clear")
	b.get(path + "?until=2020-01-01").saysNot("StaticBoat")
	b.get(path+"?since=yesterday").says("The since field must be a valid date.", "StaticBoat")
	b.get(path+"/people").says("Ada", "Changes in ", "by=Ada")
	b.get(path + "/people?month=2020-01").says("Nobody has changed anything in January 2020.")
	b.get(path+"/export.csv?of=events").says("revision,created_at,author", ",events,", ",StaticBoat,created,").saysNot("Welcome")
	b.get(path+"/export.json").says(`{"data":[{"revision":1,`, `"title":"Welcome","before":null,"after":{`)
	b.put(event+"/edit", event, map[string][]string{"name": {"StaticBoat"}, "nominal": {"7"}})
	b.get(path+"/compare").says("With revision", "The newest is 4.")
	b.get(path+"/compare?from=2&to=4").says("2 records differ between revision 2 and revision 4.", "Welcome", `<td class="before">1</td><td class="after">7</td>`)
	b.get(path+"/compare?from=4&to=3").says("1 record differs", `<td class="before">7</td><td class="after">1</td>`)
	b.get(path + "/compare?from=2&to=9").says("The history does not have both of these revisions.")
	b.get(path + "/compare?from=x").says("Revisions are numbers.")
	b.get(path+"/2/revert").says("What changes", "Welcome", `<td class="before">7</td><td class="after">1</td>`, "deleted")
	b.get(path + "/2/undo").status(200)
	stranger := s.user("Bo", false)
	for _, page := range []string{"", "/compare?from=1", "/people", "/export.csv", "/export.json"} {
		stranger.get(path + page).status(403)
	}
}
