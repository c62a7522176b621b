package webtest

import (
	"net/url"
	"strings"
	"testing"
)

// FormOf reads what a browser would send of the form with the id.
func FormOf(t *testing.T, b *Browser, path, id string) url.Values {
	t.Helper()
	page := ParseHTML(t, b.Get(path).Status(200).Body.String())
	form, sent := page.ByID(id), url.Values{}
	for _, e := range page.Named("input", "textarea", "option") {
		inForm := false
		for _, parent := range e.Parents {
			inForm = inForm || parent == form
		}
		if !inForm || e.inside("template") {
			continue
		}
		name, value := e.Attrs["name"], unescaped(e.Attrs["value"])
		switch {
		case e.Name == "option" && e.Has("selected"):
			sent.Add(e.Parents[len(e.Parents)-1].Attrs["name"], value)
		case e.Name == "textarea":
			sent.Add(name, strings.TrimPrefix(unescaped(e.Text.String()), "\n"))
		case e.Name == "input" && (e.Attrs["type"] != "checkbox" && e.Attrs["type"] != "radio" || e.Has("checked")):
			sent.Add(name, value)
		}
	}
	return sent
}

func unescaped(text string) string {
	return strings.NewReplacer("&lt;", "<", "&gt;", ">", "&#34;", `"`, "&#39;", "'", "&amp;", "&").Replace(text)
}
