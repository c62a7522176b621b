package documents

import (
	"cmp"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// importFiles imports documents into records of their names: all of them, or none if one is wrong.
func (p *Pages) importFiles(ctx context.Context, r *site.Request) (site.Response, error) {
	document := p.Resource.DocumentOf("")
	names, warnings, err := ImportDocuments(ctx, r, func(name string) (string, *expansion.Schema, error) {
		place := path.Join(path.Dir(document.Path), name+".json")
		return place, document, p.Resource.CheckTitle(name)
	})
	if err != nil {
		return p.importRefused(ctx, r, err)
	}
	return r.Tell(p.url(r), slices.Insert(warnings, 0, ui.Notice{Tone: ui.Good, Text: imported(names, p.One, p.Many)})...), nil
}

func imported(names []string, one, many string) string {
	if len(names) == 1 {
		return "The " + one + " " + names[0] + " was imported."
	}
	return ui.HumanCount(int64(len(names))) + " " + many + " were imported: " + strings.Join(names, ", ") + "."
}

// importRefused shows the list with what is wrong with the files. Other errors it returns.
func (p *Pages) importRefused(ctx context.Context, r *site.Request, err error) (site.Response, error) {
	status, texts, body := Refusal(err)
	if status == 0 {
		return site.Response{}, err
	}
	if r.ExpectsJSON() {
		return site.Response{Status: status, JSON: body}, nil
	}
	answer, err := p.indexWith(ctx, r, texts)
	answer.Status = status
	return answer, err
}

// Refusal returns why an import was refused, as texts and as JSON. The status is 0 for other errors.
func Refusal(err error) (status int, texts []string, body []byte) {
	var problems validate.Errors
	var full stored.LimitError
	switch {
	case errors.As(err, &full):
		return http.StatusRequestEntityTooLarge, []string{full.Error()}, full.AppendJSON(nil)
	case errors.As(err, &problems):
		for _, problem := range problems {
			texts = append(texts, problem.Texts()...)
		}
		return http.StatusUnprocessableEntity, texts, problems.AppendJSON(nil)
	}
	return 0, nil, nil
}

// fileField is the name of the file control.
const fileField = "json_file"

// fileLocator returns the path on the server and the schema of a file, by its name without extension.
type fileLocator func(name string) (place string, document *expansion.Schema, err error)

// ImportDocuments imports the uploaded files, all or none. It returns their names without extension, and warnings about values that
// the mod does not expect but that are kept. What is wrong with files is a validate.Errors.
func ImportDocuments(ctx context.Context, r *site.Request, where fileLocator) (names []string, warnings []ui.Notice, err error) {
	intake, err := r.Site.Stored.Intake(ctx, r.Scope())
	if err != nil {
		return nil, nil, err
	}
	form := imports.Upload{Intake: intake}
	defer func() { _ = form.Close() }()
	if err := readFiles(r, &form); err != nil {
		return nil, nil, err
	}
	if err := form.Load(ctx); err != nil {
		return nil, nil, err
	}
	names, problems := checkFiles(form.Files, where)
	if len(problems) > 0 {
		return nil, nil, problems
	}
	warnings, err = importPlaced(ctx, r, form)
	return names, warnings, err
}

// checkFiles checks files and sets their paths. Names that differ only in case are the same on the server.
func checkFiles(files []mission.Upload, where fileLocator) (names []string, problems validate.Errors) {
	if len(files) == 0 {
		problems.AddNamed(fileField, validate.DisplayName(fileField), validate.Message{Failure: validate.IsRequired})
	}
	seen := map[string]bool{}
	for i := range files {
		sent := files[i].Path
		name := strings.TrimSuffix(path.Base(strings.ReplaceAll(sent, `\`, "/")), path.Ext(sent))
		err := checkFile(&files[i], name, where)
		if err == nil && seen[strings.ToLower(name)] {
			err = errors.New("two of the files have the same name")
		}
		if err != nil {
			problems.AddSentence(fileField, sent+": "+err.Error()+".")
		}
		names, seen[strings.ToLower(name)] = append(names, name), true
	}
	return names, problems
}

// checkFile checks a file and sets its path on the server.
func checkFile(file *mission.Upload, name string, where fileLocator) error {
	at, document, err := where(name)
	if err != nil {
		return err
	}
	text, _ := charset.Decode(file.Data)
	tree, err := expansion.Parse(string(text))
	if err == nil {
		err = document.Fits(tree)
	}
	if err == nil {
		file.Path = at
	}
	return err
}

// importPlaced imports checked files, and returns warnings about unexpected values.
func importPlaced(ctx context.Context, r *site.Request, form imports.Upload) ([]ui.Notice, error) {
	folder := r.Instance.Text("mission")
	for i := range form.Files {
		form.Files[i].Path = strings.Replace(form.Files[i].Path, "<mission>", folder, 1)
	}
	done, err := r.Site.Imports.Import(ctx, r.Scope(), &form, imports.Order{})
	if err != nil {
		return nil, err
	}
	var problems validate.Errors
	var warnings []ui.Notice
	for _, report := range done.Result.Files {
		if report.Status == mission.Failed {
			problems.AddSentence(fileField, cmp.Or(report.Uploaded, report.Path)+": "+mission.Sentence(report.Error)+".")
		}
		warnings = append(warnings, warningsOf(report)...)
	}
	return warnings, problems.Err()
}

// warningsOf returns the warnings about an imported file.
func warningsOf(report mission.Report) []ui.Notice {
	if len(report.Warnings) == 0 {
		return nil
	}
	text := path.Base(report.Path) + " was imported, but some of its values are unusual: "
	return []ui.Notice{{Tone: ui.Warn, Text: text + listed(mission.Sentences(report.Warnings))}}
}

// readFiles reads the files of the form.
func readFiles(r *site.Request, form *imports.Upload) error {
	for r.Parts != nil {
		part, err := r.Parts()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return site.Damaged(err)
		}
		if err := receive(form, part); err != nil {
			return err
		}
	}
	return nil
}

// receive reads a part, if it is a file of the form. An empty control is none.
func receive(form *imports.Upload, part *multipart.Part) error {
	isFile := strings.TrimSuffix(part.FormName(), "[]") == fileField
	if name := part.FileName(); isFile && name != "" {
		return form.Receive(name, part)
	}
	return nil
}
