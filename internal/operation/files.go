package operation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Files are what one can do with the files of an instance as a whole.
var Files = []*Operation{
	defineList("list files", "files", record.MadeFiles, access.Read, "What generation would write.", listFiles,
		about("The generated files, each compared with the imported one.")),
	importing,
	defineFile("download file", "files/{path}", anyType, access.Read,
		"One generated file, or with diff how it differs from what was imported.", downloadFile,
		later, stores("The plan has no room for the file, which would be stored."),
		about("One of the generated files. With `diff`, its differences from the imported one, as the comparison of a delivery plan has them; "+
			"with `Accept: text/x-diff`, as a patch.")),
	defineFile("download zip", "files.zip", "application/zip", access.Read, "All generated files, or those of a folder.", downloadZip,
		stores("The plan has no room for the file, which would be stored."),
		about("All generated files, with their paths below the server's root; with `folder`, those below it. 404 for a folder without files.")),
}

// onDemand chooses what is written beside the files that always are.
type onDemand struct {
	Include []string `field:"include,unchecked" in:"battleye,priority" help:"Bans for BattlEye too; the whitelist in the queue too."`
}

// missions is what writes the files that the caller asks for.
func (c *Call) missions() (*mission.Service, error) {
	kinds, known := mission.ParseOnDemand(c.Sent.Text("include"))
	if !known {
		return nil, validate.Wrong("include", validate.SelectionIsInvalid)
	}
	return c.Missions.Including(kinds...), nil
}

// generatedFile is a file as it would be written. Of one that cannot be, only the reason is known.
type generatedFile struct {
	Path     string      `field:"path" help:"Below the server's root." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Kind     string      `field:"kind" example:"types"`
	Size     int64       `field:"size,min=0" help:"In bytes." example:"1048576"`
	SHA256   string      `field:"sha256,null" pattern:"^[0-9a-f]{64}$" help:"Null if it cannot be generated."`
	Records  int         `field:"records,min=0" help:"Number of records in it." example:"2048"`
	State    fileState   `field:"state" example:"changed"`
	Warnings []string    `field:"warnings" help:"The records that the file cannot hold, and why."`
	Error    string      `field:"error,null" help:"Why the file cannot be written, or why it could not be read where it is broken."`
	Line     int         `field:"line,null,min=1" help:"The line that error is about."`
	Broken   bool        `field:"broken" help:"Whether the file could not be read; it is kept and exported as it was uploaded."`
	CopyOf   string      `field:"copy_of,null" help:"The file that this is a copy of, by its name. It has no records."`
	Note     bool        `field:"note" help:"Whether it is a text for people, by its name."`
	Origin   *fileOrigin `field:"origin,null" help:"The version of the game that the file comes from; null where that is not clear."`
}

type fileOrigin struct {
	_          struct{} `help:"The nearest version of the game's own file, and how the file differs from it now."`
	Map        string   `field:"map" help:"Short name of the map."`
	Version    string   `field:"version" help:"As people say it: 1.28."`
	OwnChanges int      `field:"own_changes,min=0" help:"Values that the version has otherwise. A set of names is one value."`
	OwnEntries int      `field:"own_entries,min=0" help:"Entries that the version does not have."`
	Missing    int      `field:"missing,min=0" help:"Entries of the version that no file of the instance has."`
}

// listFiles says what generation would write.
func listFiles(ctx context.Context, call *Call, _ onDemand) (list []generatedFile, err error) {
	files, err := call.generate(ctx)
	if err != nil {
		return nil, err
	}
	origins, err := call.Missions.Origins(ctx, files)
	for _, f := range files {
		list = append(list, generated(f, origins))
	}
	return list, err
}

func (c *Call) generate(ctx context.Context) ([]mission.File, error) {
	missions, err := c.missions()
	if err != nil {
		return nil, err
	}
	leave, err := c.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return missions.Generate(ctx, c.Scope)
}

func generated(f mission.File, origins map[string]mission.Origin) generatedFile {
	view := generatedFile{
		Path: f.Path, Kind: string(f.Kind), Size: f.Size, SHA256: f.SHA256, Records: f.Records, State: fileState(f.State), Warnings: f.Warnings,
		Error: mission.Sentence(f.Error), Line: f.Line(), Broken: f.Broken, CopyOf: f.CopyOf, Note: f.Note,
	}
	if of, known := origins[f.Path]; known {
		view.Origin = &fileOrigin{Map: of.Map, Version: of.Version, OwnChanges: of.OwnChanges, OwnEntries: of.OwnEntries, Missing: of.Missing}
	}
	return view
}

type downloadInput struct {
	onDemand
	Diff bool `field:"diff" help:"1 returns how the file differs from what was imported, instead of the file."`
}

// downloadFile answers with a generated file, or with its differences from the imported one.
func downloadFile(ctx context.Context, call *Call, _ downloadInput) (File, error) {
	missions, err := call.missions()
	if err != nil {
		return File{}, err
	}
	in, err := shape.Accept[downloadInput](ctx, call.Sent)
	if err != nil {
		return File{}, err
	}
	name := call.Param("*")
	if in.Diff {
		c, err := call.Missions.Compare(ctx, call.Scope, name)
		var answer fileComparison
		if err == nil {
			answer, err = compared(call, c)
		}
		if err == nil {
			call.answer(answer)
		}
		return File{}, err
	}
	made, err := missions.GenerateFile(ctx, call.Scope, name)
	if err != nil {
		return File{}, err
	}
	file, there, err := call.again(ctx, path.Base(name), made.SHA256)
	if file.Unlike = made.Broken; there || err != nil {
		return file, err
	}
	file, err = call.made(ctx, "file "+name, path.Base(name), func(ctx context.Context, w io.Writer) (err error) {
		made, err = missions.WriteFile(ctx, call.Scope, name, w)
		return err
	})
	file.Unlike = made.Broken
	return file, err
}

type zipInput struct {
	onDemand
	Folder string `field:"folder,unchecked" help:"Only the files below this folder of the server." example:"mpmissions"`
}

// downloadZip answers with all generated files, or with those of a folder.
func downloadZip(ctx context.Context, call *Call, _ zipInput) (File, error) {
	missions, err := call.missions()
	if err != nil {
		return File{}, err
	}
	revision, err := call.DB.RevisionOf(ctx, call.Scope)
	if err != nil {
		return File{}, err
	}
	folder := strings.Trim(call.Sent.Text("folder"), "/")
	file, err := call.zip(ctx, missions, folder)
	if err == nil && !call.Asks {
		if err := call.DB.NoteDownload(ctx, call.Scope, revision, folder); err != nil {
			call.Logger.ErrorContext(ctx, "a download could not be noted", "error", err)
		}
	}
	return file, err
}

// zip is the archive of all generated files, or of those of a folder.
func (c *Call) zip(ctx context.Context, missions *mission.Service, folder string) (File, error) {
	files, err := missions.ZipFiles(ctx, c.Scope, folder)
	if err != nil {
		return File{}, err
	}
	inputs, err := mission.InputsOf(ctx, c.Scope, files)
	if err != nil {
		return File{}, err
	}
	name := mission.ZipName(c.Instance, folder)
	if file, there, err := c.again(ctx, name, c.Stored.MadeOf(inputs)); there || err != nil {
		return file, err
	}
	inputs = "" // of others who share the file, there may be later ones
	file, err := c.made(ctx, "folder "+folder, name, func(ctx context.Context, w io.Writer) (err error) {
		inputs, err = missions.WriteZip(ctx, c.Scope, folder, w)
		return err
	})
	if err == nil {
		c.Stored.NoteMade(inputs, file.Digest)
	}
	return file, err
}

// again is the file of that name and digest, if that is known and the caller has it or it is among the user's stored files.
func (c *Call) again(ctx context.Context, name, digest string) (file File, there bool, err error) {
	file = File{Name: name, Digest: digest}
	switch {
	case digest == "":
		return File{}, false, nil
	case c.Holds(file.Tag()):
		return file, true, nil
	}
	file.Content, file.Size, err = c.Stored.OpenMade(ctx, c.Scope.UserID, name, digest)
	if errors.Is(err, store.ErrNotFound) {
		return File{}, false, nil
	}
	return file, err == nil, err
}

// made makes a file, and stores it. Where the caller only asks, or has it already, nothing is sent and so nothing stored. Who asks for the
// same at the same time shares it.
func (c *Call) made(ctx context.Context, what, name string, write func(context.Context, io.Writer) error) (File, error) {
	key := fmt.Sprintf("%d %s %q %s", c.Scope.InstanceID, c.Scope.Rights(), c.Sent.Text("include"), what)
	spool, err := c.Stored.Make(ctx, c.Scope.UserID, key, name, write)
	if err != nil {
		return File{}, err
	}
	file := File{Name: name, Size: spool.Size(), Digest: spool.File.SHA256(), Content: spool}
	if c.Asks || c.Holds(file.Tag()) {
		return file, nil
	}
	if err := c.Stored.StoreMade(ctx, c.Scope, spool); err != nil {
		_ = spool.Close() // a temporary file, of which nothing more is asked
		return File{}, err
	}
	return file, nil
}
