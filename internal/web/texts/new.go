package texts

import (
	"context"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const newForm = "new-text"

func newURL(r *site.Request) string { return r.Instance.URL + "/new-text" }

// showNew asks for the path of a new file.
func showNew(_ context.Context, r *site.Request) (site.Response, error) {
	form := ui.Form{
		ID: newForm, Action: newURL(r), Submit: "Open in the editor", Cancel: r.Instance.URL,
		Sets: []ui.Fieldset{{Fields: []ui.Field{{
			Name: "path", Label: "Path", Kind: ui.Text, Required: true, Code: true, Wide: true, Value: r.Text("path"),
			Help: "Below the server’s folder, such as mpmissions/" + r.Instance.Text("mission") +
				"/custom/types.xml or profiles/notes.txt. Folders need not be there yet.",
		}}}},
	}
	return site.Response{Page: r.Inside("New file"), View: ui.FormView{Form: r.Restore(form)}}, nil
}

// begin opens the editor of a file that need not be there yet.
func begin(_ context.Context, r *site.Request) (site.Response, error) {
	name := strings.Trim(strings.ReplaceAll(r.Text("path"), `\`, "/"), "/")
	if err := record.CheckPath(name); err != nil {
		return r.Invalid(newForm, newURL(r), validate.Refusal("path", ui.Capital(err.Error())+".")), nil
	}
	return site.Redirect(r.TextURL(name) + "?new=1"), nil
}
