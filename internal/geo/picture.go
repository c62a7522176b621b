package geo

import (
	"context"
	"errors"
	"image"
	_ "image/jpeg" // pictures may be of these types
	_ "image/png"
	"io"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
)

// MaxPicture is how many bytes a picture may have.
const MaxPicture = 16 << 20

// maxPictureSide is how many pixels wide and high a picture may be.
const maxPictureSide = 16_384

// Picture lies under the map of an instance: what of the world it shows, in metres.
type Picture struct {
	Type                     string // image/png or image/jpeg
	Width, Height            int    // pixels
	West, South, East, North float64
	file                     int64
}

// Mark is a point of a picture, in pixels from its left and upper edge, with its position in the world.
type Mark struct{ Left, Top, X, Z float64 }

// Errors of pictures, for people.
var (
	ErrNoPicture = errors.New("the file is no PNG or JPEG image")
	ErrTooWide   = errors.New("the image has more than 16,384 pixels on a side")
	ErrMarks     = errors.New("the two points must differ in both directions, in the image and on the map, so that right is east and up " +
		"is north")
)

// ReadPicture finds out what type and size a picture is of. The errors are ErrNoPicture and ErrTooWide.
func ReadPicture(r io.Reader) (Picture, error) {
	c, format, err := image.DecodeConfig(r)
	if err != nil || c.Width == 0 || c.Height == 0 {
		return Picture{}, ErrNoPicture
	}
	if c.Width > maxPictureSide || c.Height > maxPictureSide {
		return Picture{}, ErrTooWide
	}
	return Picture{Type: "image/" + format, Width: c.Width, Height: c.Height}, nil
}

// Lay positions the picture by two points of it. The error is ErrMarks.
func (p *Picture) Lay(a, b Mark) error {
	across, down := (b.X-a.X)/(b.Left-a.Left), (a.Z-b.Z)/(b.Top-a.Top) // metres a pixel
	if !(across > 0 && across < 1e6 && down > 0 && down < 1e6) {
		return ErrMarks
	}
	p.West, p.North = a.X-a.Left*across, a.Z+a.Top*down
	p.East, p.South = p.West+float64(p.Width)*across, p.North-float64(p.Height)*down
	return nil
}

// PictureOf returns the picture of an instance; nil if there is none.
func (s Service) PictureOf(ctx context.Context, scope store.Scope) (*Picture, error) {
	var p Picture
	err := s.DB.QueryRow(ctx,
		`SELECT p.file_id, p.type, p.width, p.height, p.west, p.south, p.east, p.north FROM map_pictures p
			JOIN instances i ON i.id = p.instance_id
		WHERE i.id = $1 AND i.user_id = $2`, scope.InstanceID, scope.UserID).Scan(&p.file, &p.Type, &p.Width, &p.Height, &p.West, &p.South,
		&p.East, &p.North)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return &p, err
}

// OpenPicture returns the content of a picture, or store.ErrNotFound.
func (s Service) OpenPicture(ctx context.Context, scope store.Scope, p *Picture, files *stored.Service) (io.ReadCloser, error) {
	rows, err := s.DB.All(ctx, record.StoredFiles, store.Scope{UserID: scope.UserID}, "r.id = $", p.file)
	if err != nil || len(rows) == 0 {
		return nil, errors.Join(err, store.ErrNotFound)
	}
	var f record.StoredFile
	record.StoredFiles.Decode(rows[0], &f)
	return files.Open(ctx, f)
}

// StorePicture lays a picture under the map of an instance, in the place of one that is there. file is what was uploaded, within the
// limits of the user's plan, or nil for the present one in another position. It returns a stored.LimitError where there is no room.
func (s Service) StorePicture(ctx context.Context, scope store.Scope, p Picture, file *stored.File, files *stored.Service) error {
	if file != nil {
		if _, err := files.Store(ctx, scope, *file); err != nil {
			return err
		}
		err := s.DB.QueryRow(ctx, `SELECT id FROM stored_files WHERE user_id = $1 AND kind = $2 AND sha256 = $3 ORDER BY id DESC`,
			scope.UserID, string(stored.Upload), file.SHA256()).Scan(&p.file)
		if err != nil {
			return err
		}
	}
	_, err := s.DB.Exec(ctx, `INSERT INTO map_pictures (instance_id, file_id, type, width, height, west, south, east, north)
		SELECT i.id, $1, $2, $3, $4, $5, $6, $7, $8 FROM instances i WHERE i.id = $9 AND i.user_id = $10
		ON CONFLICT (instance_id)
		DO UPDATE SET file_id = excluded.file_id, type = excluded.type, width = excluded.width, height = excluded.height,
		west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north`,
		p.file, p.Type, int64(p.Width), int64(p.Height), p.West, p.South, p.East, p.North, scope.InstanceID, scope.UserID)
	return err
}

// RemovePicture takes the picture away from the map. The file stays among those that the user has stored.
func (s Service) RemovePicture(ctx context.Context, scope store.Scope) error {
	_, err := s.DB.Exec(ctx, `DELETE FROM map_pictures WHERE instance_id IN (SELECT id FROM instances WHERE id = $1 AND user_id = $2)`,
		scope.InstanceID, scope.UserID)
	return err
}
