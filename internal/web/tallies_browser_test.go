package web_test

import (
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// talliesFollow keeps the number of problems on an open home page right, whatever changes elsewhere.
func talliesFollow(_ *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Tal", false)
	instance := user.Instance("Watched")
	user.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
	b.SignIn("tal@example.org")
	b.Open("/instances")
	for _, want := range []string{"1 error", "2 errors"} {
		user.Add(instance, record.Messages, record.Values{
			"text": "Restart", "delay": int64(1), "repeat": int64(1), "deadline": int64(0), "onconnect": int64(0), "countdown": int64(0),
			"shutdown": int64(1),
		})
		b.Until(`document.querySelector("[data-tally] .badge")?.textContent === ` + webtest.Quoted(want) +
			` && !document.querySelector("[data-tally] .help")`)
	}
}
