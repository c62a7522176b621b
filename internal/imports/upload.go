package imports

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/archive"
	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/outage"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/validate"
)

// Intake receives the files of an upload; see stored.Intake.
type Intake interface {
	Rehearse()
	Receive(path string, content io.Reader) error
	Load(ctx context.Context) ([][]byte, error)
	Omit(i int)
	Prepare(ctx context.Context) error
	Publish(ctx context.Context, tx *store.Tx) error
	Batch() string
	Close() error
}

// Upload is a set of files that a client sends to be imported. Whoever has made it closes it.
type Upload struct {
	Intake Intake            // receives the files; nil for an upload without files
	Files  []archive.File    // as they were sent, ZIPs among them; they have their content after Load
	Fields map[string]string // what was sent beside the files
}

// Set notes a field that was sent beside the files.
func (u *Upload) Set(field, value string) {
	if u.Fields == nil {
		u.Fields = map[string]string{}
	}
	u.Fields[field] = value
}

// Receive reads a file of that name. Where it is known by then that the import is a dry run, no limit of the plan holds. The error is
// one of ReadError.
func (u *Upload) Receive(name string, content io.Reader) error {
	if dry, err := u.flag("dry_run"); err == nil && dry || strings.TrimSpace(u.Fields[layerField]) != "" {
		u.Intake.Rehearse()
	}
	if err := u.Intake.Receive(name, content); err != nil {
		return ReadError(err)
	}
	u.Files = append(u.Files, archive.File{Path: name})
	return nil
}

// Load waits until it is this upload's turn and reads its files into memory, until Close. It returns gate.ErrBusy when too many wait.
func (u *Upload) Load(ctx context.Context) error {
	if u.Intake == nil {
		return nil
	}
	contents, err := u.Intake.Load(ctx)
	if err != nil {
		return err
	}
	for i, content := range contents {
		u.Files[i].Data = content
	}
	return nil
}

// prepare makes what is to be stored of the upload ready: all of it but logs, since these hold names, ids and addresses of players.
func (u *Upload) prepare(ctx context.Context) error {
	for i, f := range u.Files {
		if serverlog.Is(f.Path, f.Data) {
			u.Intake.Omit(i)
		}
	}
	return u.Intake.Prepare(ctx)
}

// Close lets the next upload have its turn. What was received and not stored is deleted.
func (u *Upload) Close() error {
	if u.Intake == nil {
		return nil
	}
	u.Files = nil
	return u.Intake.Close()
}

// The field that names the side which counts in all conflicts of an update, and the start of those for single ones: choices[KEY].
const (
	preferField = "prefer"
	choiceField = "choices["
)

// layerField is the field with the name of the layer that an import becomes.
const layerField = "layer"

// longestLayer is how many characters the name of a layer may have.
const longestLayer = 255

// Order returns how the files are to be imported, as the fields mode, base, prefer, choices[KEY], dry_run, layer, async and other_map say.
// It returns validate.Errors when a field or a file is wrong.
func (u *Upload) Order() (Order, error) {
	o := Order{Mode: mission.Mode(cmp.Or(u.Fields["mode"], string(mission.Merge))), Base: u.Fields["base"]}
	o.Layer = strings.TrimSpace(u.Fields[layerField])
	if !slices.Contains([]mission.Mode{mission.Merge, mission.Replace, mission.Update}, o.Mode) {
		return o, validate.Wrong("mode", validate.SelectionIsInvalid)
	}
	if utf8.RuneCountInString(o.Layer) > longestLayer {
		return o, validate.Refused(layerField, validate.IsTooLong.With(strconv.Itoa(longestLayer)))
	}
	err := u.readSides(&o)
	if err != nil {
		return o, err
	}
	if o.DryRun, err = u.flag("dry_run"); err != nil {
		return o, err
	}
	if o.Queued, err = u.flag("async"); err != nil {
		return o, err
	}
	if o.OtherMap, err = u.otherMap(); err != nil {
		return o, err
	}
	size, err := archive.Measure(u.Files)
	if err != nil {
		return o, validate.Refusal("files", err.Error()+".")
	}
	if size.Files == 0 {
		return o, validate.Wrong("files", validate.IsRequired)
	}
	o.Queued = o.Queued || size.Files > maxFiles || size.Bytes > maxBytes
	return o, nil
}

func (u *Upload) otherMap() (OtherMap, error) {
	switch u.Fields["other_map"] {
	case "", "import":
		return ImportAnyway, nil
	case "refuse":
		return Refuse, nil
	}
	return 0, validate.Wrong("other_map", validate.SelectionIsInvalid)
}

// readSides reads which side counts in conflicts.
func (u *Upload) readSides(o *Order) error {
	for field, value := range u.Fields {
		key, isChoice := strings.CutPrefix(field, choiceField)
		if field != preferField && !isChoice || value == "" {
			continue
		}
		side := mission.Side(value)
		if side != mission.Mine && side != mission.Theirs {
			return validate.Wrong(field, validate.SelectionIsInvalid)
		}
		if !isChoice {
			o.Prefer = side
			continue
		}
		if o.Choices == nil {
			o.Choices = mission.Choices{}
		}
		o.Choices[strings.TrimSuffix(key, "]")] = side
	}
	return nil
}

func (u *Upload) flag(name string) (bool, error) {
	switch u.Fields[name] {
	case "", "0", "false":
		return false, nil
	case "1", "true":
		return true, nil
	}
	return false, validate.Wrong(name, validate.MustBeBoolean)
}

// ReadError returns what a client reads of an error in receiving its upload: validate.Errors for one that is damaged. A body that is
// too large (*http.MaxBytesError) or cut off (*httpd.BodyError), a full plan (stored.LimitError), store.ErrReviewed and outages stay as
// they are.
func ReadError(err error) error {
	var limit *http.MaxBytesError
	var short *httpd.BodyError
	var full stored.LimitError
	var problems validate.Errors
	switch {
	case err == nil, errors.As(err, &limit), errors.As(err, &short), errors.As(err, &full), errors.As(err, &problems):
		return err
	case errors.Is(err, store.ErrReviewed):
		return err
	case errors.Is(err, outage.ErrFull), errors.Is(err, outage.ErrUnavailable): // of the disk on which files wait
		return err
	}
	return validate.Refusal("files", "The files field could not be read: the upload is incomplete or damaged.")
}
