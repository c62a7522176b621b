package imports

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/httpd"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

const (
	textPart = "--b\r\nContent-Disposition: form-data; name=\"mode\"\r\n\r\nreplace\r\n"
	filePart = "--b\r\nContent-Disposition: form-data; name=\"files[]\"; filename=\"db/types.xml\"\r\n\r\n<types/>\r\n"
	noFile   = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\"\r\n\r\n\r\n"
	end      = "--b--\r\n"
)

func parts(body io.Reader) func() (*multipart.Part, error) {
	return multipart.NewReader(body, "b").NextPart
}

// taker takes everything in.
type taker struct{ contents [][]byte }

func (t *taker) Receive(_ string, r io.Reader) error {
	content, err := io.ReadAll(r)
	t.contents = append(t.contents, content)
	return err
}
func (t *taker) Rehearse()                                {}
func (t *taker) Omit(int)                                 {}
func (t *taker) Load(context.Context) ([][]byte, error)   { return t.contents, nil }
func (t *taker) Prepare(context.Context) error            { return nil }
func (t *taker) Publish(context.Context, *store.Tx) error { return nil }
func (t *taker) Batch() string                            { return "" }
func (t *taker) Close() error                             { return nil }

func TestRead(t *testing.T) {
	t.Parallel()
	form := Upload{Intake: &taker{}}
	if err := httpd.ReadFiles(parts(strings.NewReader(filePart+textPart+noFile+end)), &form); err != nil {
		t.Fatal(err)
	}
	if err := form.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []mission.Upload{{Path: "db/types.xml", Data: []byte("<types/>")}}
	if diff := cmp.Diff(want, form.Files); diff != "" {
		t.Error(diff)
	}
	if o, err := form.Order(); o.Mode != mission.Replace || o.DryRun || o.Queued || err != nil {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body, field, text string
	}{
		{"cut off", filePart[:len(filePart)-4], "files", "The files field could not be read: the upload is incomplete or damaged."},
		{"no end", filePart, "files", "The files field could not be read: the upload is incomplete or damaged."},
		{"damaged archive", strings.Replace(filePart, "<types/>", "PK\x03\x04", 1) + end, "files", "db/types.xml is a damaged ZIP file."},
		{"nothing", end, "files", "The files field is required."},
		{"no file chosen", noFile + end, "files", "The files field is required."},
		{"dry run", filePart + strings.Replace(textPart, "mode", "dry_run", 1) + end, "dry_run", "The dry run field must be true or false."},
		{"async", filePart + strings.Replace(textPart, "mode", "async", 1) + end, "async", "The async field must be true or false."},
		{"mode", filePart + strings.Replace(textPart, "replace", "x", 1) + end, "mode", "The selected mode is invalid."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			form := Upload{Intake: &taker{}}
			err := ReadError(httpd.ReadFiles(parts(strings.NewReader(test.body)), &form))
			if err == nil {
				err = form.Load(t.Context())
			}
			if err == nil {
				_, err = form.Order()
			}
			var problems validate.Errors
			if !errors.As(err, &problems) || problems[0].Field != test.field || problems.First() != test.text {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestReadTellsOfALimit(t *testing.T) {
	t.Parallel()
	body := http.MaxBytesReader(nil, io.NopCloser(bytes.NewReader(make([]byte, 100))), 10)
	head := strings.TrimSuffix(filePart, "\r\n")
	form := Upload{Intake: &taker{}}
	var limit *http.MaxBytesError
	if err := ReadError(httpd.ReadFiles(parts(io.MultiReader(strings.NewReader(head), body)), &form)); !errors.As(err, &limit) {
		t.Errorf("error %v, want the limit", err)
	}
}

func TestOrders(t *testing.T) {
	t.Parallel()
	files := func(n, size int) (list []mission.Upload) {
		for range n {
			list = append(list, mission.Upload{Path: "a", Data: make([]byte, size)})
		}
		return list
	}
	tests := []struct {
		name   string
		files  []mission.Upload
		fields map[string]string
		want   Order
	}{
		{"plain", files(1, 1), nil, Order{Mode: mission.Merge}},
		{"dry run", files(1, 1), map[string]string{"dry_run": "1", "async": "0"}, Order{Mode: mission.Merge, DryRun: true}},
		{"asked for", files(1, 1), map[string]string{"async": "true", "mode": "replace"}, Order{Mode: mission.Replace, Queued: true}},
		{"as many as are imported at once", files(50, 1), nil, Order{Mode: mission.Merge}},
		{"one more", files(51, 1), nil, Order{Mode: mission.Merge, Queued: true}},
		{"as much as is imported at once", files(2, 1<<20), nil, Order{Mode: mission.Merge}},
		{"one byte more", files(1, 2<<20+1), nil, Order{Mode: mission.Merge, Queued: true}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			form := Upload{Files: test.files, Fields: test.fields}
			got, err := form.Order()
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}
