package operation

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

// TextBody is how many bytes a body with a text may have.
const TextBody = 16 << 20

// Texts are what one can do with single files as text.
var Texts = []*Operation{
	define("get text", get, "texts/{path}", access.Read, "One file as text, with what is wrong in it.", getText, refuses,
		about("One of the generated files as text, whatever its encoding: line ends stay, a byte order mark is the first character, and bytes "+
			"that are no characters are "+
			"characters of a private area (U+10E000 and the byte). `problems` says at which line and column it cannot be read, or what in it is "+
			"not understood. 422 for a file that is no text, such as a map.")),
	define("save text", put, "texts/{path}", access.Edit, "Store a text as a file, new or not, or tell with dry_run what is wrong in it.",
		saveText,
		guarded, tags, later, taking(TextBody),
		about("Stores a text as a file, as one revision: its records become exactly those that it names. The bytes are in the encoding that "+
			"the file had, or in "+
			"`encoding`. A text that cannot be read is stored as it is and told in `problems`: its file is generated with it, while the records "+
			"stay as they were and wait "+
			"for a text that can be read. With `dry_run` the text is only checked. `If-None-Match: *` makes a new file only.")),
	define("rename text", patch, "texts/{path}", access.Edit, "Move a file to another path.", renameText,
		guarded, tags,
		about("Moves a file to the `path` in the body. Its records stay the same ones as long as it is of the same kind there; where the game "+
			"looks for another kind of file, or for none, it becomes what an import there would make of it.")),
	define("delete text", remove, "texts/{path}", access.Edit, "Delete a file with its records.", deleteText,
		guarded, refuses,
		about("Deletes a file with the records that belong to it, as one revision, which can be undone. 422 for a file that is written for "+
			"every instance.")),
}

type textView struct {
	Path     string            `field:"path" help:"Below the server's root." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Text     string            `field:"text" example:"<types/>\n"`
	Encoding string            `field:"encoding" help:"Such as utf-8, mixed (UTF-8 and other bytes) or windows-1251." example:"utf-8"`
	Kind     mission.Kind      `field:"kind" help:"What type of file it is, as in the list of files." example:"types"`
	Broken   bool              `field:"broken" help:"It cannot be read: the first of the problems says why."`
	CopyOf   string            `field:"copy_of,null" help:"The file of which this is a copy by its name; copies have no records."`
	Problems []textProblemView `field:"problems" example:"[]"`
}

type textProblemView struct {
	Line     int    `field:"line,null" help:"From 1."`
	Column   int    `field:"column,null" help:"From 1, in characters."`
	Message  string `field:"message"`
	Severity string `field:"severity" in:"error,warning" help:"error: the file cannot be read; warning: something in it is not understood."`
}

func viewText(t mission.Text) textView {
	view := textView{Path: t.Path, Text: t.Text, Encoding: t.Encoding.Name(), Kind: t.Kind, Broken: t.Broken, CopyOf: t.CopyOf}
	for _, p := range t.Problems {
		severity := "warning"
		if p.IsError {
			severity = "error"
		}
		view.Problems = append(view.Problems, textProblemView{p.Line, p.Column, p.Message, severity})
	}
	return view
}

func getText(ctx context.Context, call *Call, _ none) (textView, error) {
	t, err := call.Missions.Text(ctx, call.Scope, call.Param("*"))
	if errors.Is(err, mission.ErrNotText) {
		err = notText("path")
	}
	return viewText(t), err
}

type textInput struct {
	Text     string `field:"text,required,verbatim,unchecked" help:"The whole file. It may be empty." example:"<types/>\n"`
	Encoding string `field:"encoding" help:"Left out: that of the file, and UTF-8 for a new one."`
	DryRun   bool   `field:"dry_run" help:"Check the text, and change nothing."`
}

// saveText stores a text as a file, or checks it.
func saveText(ctx context.Context, call *Call, _ textInput) (textView, error) {
	edit, dry, err := call.textEdit(ctx)
	if err != nil {
		return textView{}, err
	}
	call.tagData()
	if dry {
		t, err := call.Missions.CheckText(ctx, call.Scope, edit)
		return viewText(t), textError(err)
	}
	report, err := call.Missions.SaveText(ctx, call.Scope, edit)
	if err := storedText(report, err); err != nil {
		return textView{}, err
	}
	return getText(ctx, call, none{})
}

// textEdit reads what is to be stored.
func (c *Call) textEdit(ctx context.Context) (edit mission.TextEdit, dry bool, err error) {
	edit = mission.TextEdit{Path: c.Param("*"), Check: c.unmetText}
	in, err := shape.Accept[textInput](ctx, c.Sent)
	if err != nil {
		return edit, false, err
	}
	sent, _ := c.Sent.Get("text")
	text, isText := sent.(string)
	if !isText {
		return edit, false, validate.Wrong("text", validate.IsRequired)
	}
	edit.Text = text
	if in.Encoding != "" {
		e, known := charset.Named(in.Encoding)
		if !known {
			return edit, false, validate.Wrong("encoding", validate.SelectionIsInvalid)
		}
		edit.Encoding = &e
	}
	return edit, in.DryRun, checkFilePath(edit.Path)
}

type renameInput struct {
	Path string `field:"path,required" help:"The new path, below the server root." example:"custom/types.xml"`
}

// renameText moves a file to the path in the body.
func renameText(ctx context.Context, call *Call, in renameInput) (textView, error) {
	if err := checkFilePath(in.Path); err != nil {
		return textView{}, err
	}
	call.tagData()
	report, err := call.Missions.RenameFile(ctx, call.Scope, call.Param("*"), in.Path, call.unmetFile)
	if err := storedText(report, err); err != nil {
		return textView{}, err
	}
	t, err := call.Missions.Text(ctx, call.Scope, in.Path)
	return viewText(t), textError(err)
}

// deleteText deletes a file with its records.
func deleteText(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, textError(call.Missions.DeleteFile(ctx, call.Scope, call.Param("*"), call.unmetFile))
}

// unmetText returns an error where the caller's condition does not hold for the text that is stored; nil stands for none.
func (c *Call) unmetText(now *mission.Text) error {
	if now == nil {
		return c.Unmet(nil)
	}
	return c.unmet(viewText(*now))
}

// unmetFile is unmetText for a file that need not be text.
func (c *Call) unmetFile(ctx context.Context, f *mission.File) error {
	var failed error
	unmet := c.Unmet(func() []byte {
		t, err := f.Text(ctx)
		failed = err
		return shape.Append(nil, viewText(t))
	})
	switch {
	case errors.Is(failed, mission.ErrNotText):
		return problem.Precondition.Usual()
	case failed != nil:
		return failed
	}
	return unmet
}

// checkFilePath returns why no file can be at a path below the server's root.
func checkFilePath(name string) error {
	if err := record.CheckPath(name); err != nil {
		return validate.Refusal("path", "The file cannot be stored: "+err.Error()+".")
	}
	return nil
}

func notText(field string) error { return validate.Refusal(field, "The file is not text.") }

// storedText says why a text was not stored as a file.
func storedText(report mission.Report, err error) error {
	if err == nil && report.Status == mission.Failed && !report.Kept {
		reasons := append([]string{"The file cannot be stored: " + mission.Sentence(report.Error)}, mission.Sentences(report.Warnings)...)
		return validate.Refusal("path", strings.Join(reasons, "; ")+".")
	}
	return textError(err)
}

// textError turns what may be wrong with a text into the errors of its fields.
func textError(err error) error {
	var lacking *charset.Missing
	switch {
	case errors.As(err, &lacking):
		return validate.Refusal("text", "The text cannot be written in its encoding: "+lacking.Error()+".")
	case errors.Is(err, mission.ErrNotText):
		return notText("text")
	case errors.Is(err, mission.ErrPathTaken):
		return validate.Wrong("path", validate.IsTaken)
	case errors.Is(err, mission.ErrAlwaysWritten):
		return validate.Refusal("path", "The file belongs to every instance, and cannot be deleted or renamed.")
	}
	return err
}
