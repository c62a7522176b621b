package worldmap

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"

	"quartermaster/internal/geo"
	"quartermaster/internal/httpd"
	"quartermaster/internal/stored"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// pictureForm is what somebody sends to lay a picture under the map.
type pictureForm struct {
	name   string
	data   []byte
	fields map[string]string
}

var errTooLarge = errors.New("the image is larger than 16 MiB")

// Receive keeps the file in memory, which its limit allows.
func (f *pictureForm) Receive(name string, content io.Reader) (err error) {
	f.name = name
	f.data, err = io.ReadAll(io.LimitReader(content, geo.MaxPicture+1))
	if err == nil && len(f.data) > geo.MaxPicture {
		err = errTooLarge
	}
	return err
}

// Set keeps a field.
func (f *pictureForm) Set(field, value string) { f.fields[field] = value }

// mark reads a point; a picture whose points are left out covers the map from corner to corner.
func (f *pictureForm) mark(name string, otherwise geo.Mark) geo.Mark {
	for _, n := range []struct {
		key  string
		into *float64
	}{{"left", &otherwise.Left}, {"top", &otherwise.Top}, {"x", &otherwise.X}, {"z", &otherwise.Z}} {
		if v, err := strconv.ParseFloat(f.fields[name+"_"+n.key], 64); err == nil {
			*n.into = v
		}
	}
	return otherwise
}

// layPicture stores a picture and where it lies, or only the latter of the one that is there.
func layPicture(ctx context.Context, r *site.Request) (site.Response, error) {
	form, err := readPictureForm(r)
	if errors.Is(err, errTooLarge) {
		return told(r, err)
	}
	if err != nil {
		return site.Response{}, err
	}
	picture, err := pictureIn(ctx, r, form)
	if err != nil {
		return pictureRefused(r, err)
	}
	size, err := sizeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	side := float64(size)
	if size == 0 {
		side = unknownSize
	}
	a := form.mark("a", geo.Mark{Top: float64(picture.Height)})
	b := form.mark("b", geo.Mark{Left: float64(picture.Width), X: side, Z: side})
	if err := picture.Lay(a, b); err != nil {
		return told(r, err)
	}
	if err := keepPicture(ctx, r, form, *picture); err != nil {
		return site.Response{}, err
	}
	return r.Done(mapURL(r), "Image added under the map."), nil
}

// readPictureForm reads what was sent: the fields, and perhaps a picture.
func readPictureForm(r *site.Request) (*pictureForm, error) {
	form := &pictureForm{fields: map[string]string{}}
	for key, value := range r.Input.All() {
		form.fields[key] = ui.TextOf(value)
	}
	if r.Parts == nil {
		return form, nil
	}
	return form, httpd.ReadFiles(r.Parts, form)
}

// pictureIn returns the picture that was sent, or the present one.
func pictureIn(ctx context.Context, r *site.Request, form *pictureForm) (*geo.Picture, error) {
	if len(form.data) > 0 {
		p, err := geo.ReadPicture(bytes.NewReader(form.data))
		return &p, err
	}
	p, err := service(r).PictureOf(ctx, r.Scope())
	if err == nil && p == nil {
		err = geo.ErrNoPicture
	}
	return p, err
}

func keepPicture(ctx context.Context, r *site.Request, form *pictureForm, p geo.Picture) (err error) {
	if len(form.data) == 0 {
		return service(r).StorePicture(ctx, r.Scope(), p, nil, r.Site.Stored)
	}
	spool, err := r.Site.Stored.Spool(stored.Upload, form.name, func(w io.Writer) error {
		_, err := w.Write(form.data)
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spool.Close()) }()
	return service(r).StorePicture(ctx, r.Scope(), p, &spool.File, r.Site.Stored)
}

func pictureRefused(r *site.Request, err error) (site.Response, error) {
	if errors.Is(err, geo.ErrNoPicture) || errors.Is(err, geo.ErrTooWide) {
		return told(r, err)
	}
	return site.Response{}, err
}

func told(r *site.Request, err error) (site.Response, error) {
	return r.Tell(mapURL(r), ui.Notice{Tone: ui.Bad, Text: ui.Capital(err.Error()) + "."}), nil
}

// showPicture answers with the picture.
func showPicture(ctx context.Context, r *site.Request) (site.Response, error) {
	p, err := service(r).PictureOf(ctx, r.Scope())
	if err != nil || p == nil {
		return site.Response{}, errors.Join(err, site.ErrNotFound)
	}
	content, err := service(r).OpenPicture(ctx, r.Scope(), p, r.Site.Stored)
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", p.Type)
		_, err := io.Copy(w, content)
		return errors.Join(err, content.Close())
	}}, nil
}

func removePicture(ctx context.Context, r *site.Request) (site.Response, error) {
	return r.Done(mapURL(r), "Image removed. Its file stays in your stored files."), service(r).RemovePicture(ctx, r.Scope())
}

// pictureView shows the picture of the map and the form that lays one under it.
func pictureView(ctx context.Context, r *site.Request) (view pages.MapPicture, err error) {
	p, err := service(r).PictureOf(ctx, r.Scope())
	view = pages.MapPicture{Action: mapURL(r) + "/picture", Remove: mapURL(r) + "/picture/delete"}
	if p != nil {
		view.URL, view.West, view.South, view.East, view.North = view.Action, p.West, p.South, p.East, p.North
	}
	return view, err
}
