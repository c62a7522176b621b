package instances_test

import (
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// A file that cannot be written leaves the page of its instance up, which tells why.
func TestAFileThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	user := s.User("olga", false)
	instance := user.Instance("Server")
	user.Import(instance, nil, webtest.File{Name: "types.xml", Text: `<types><type name="AKM"><nominal>5</nominal></type></types>`},
		webtest.File{Name: "events.xml", Text: "<events/>"})
	if _, err := s.DB.Exec(t.Context(),
		`UPDATE instance_files SET skeleton = '{"Leads":5}', original_id = NULL WHERE kind = 'types'`); err != nil {
		t.Fatal(err)
	}
	if _, err := s.DB.Exec(t.Context(), `UPDATE instances SET revision = revision + 1`); err != nil {
		t.Fatal(err)
	}
	const reason = "its stored content is damaged; import it again"
	page := user.Get(instance)
	if page.Code != http.StatusOK || !strings.Contains(page.Body.String(), reason) || !strings.Contains(page.Body.String(), "db/events.xml") {
		t.Errorf("%d %s", page.Code, page.Body.String())
	}
	for _, path := range []string{"/files/", "/diff/"} {
		one := user.Get(instance + path + "mpmissions/dayzOffline.chernarusplus/db/types.xml")
		if one.Code != http.StatusUnprocessableEntity || !strings.Contains(one.Body.String(), "db/types.xml cannot be written: "+reason+".") {
			t.Errorf("%s: %d %s", path, one.Code, one.Body.String())
		}
	}
	if zip := user.Get(instance + "/files.zip"); zip.Code != http.StatusOK || !strings.Contains(zip.Body.String(), "NOT-WRITTEN.txt") {
		t.Errorf("%d", zip.Code)
	}
}
