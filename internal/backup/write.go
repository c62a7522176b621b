package backup

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/flate"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"quartermaster/internal/blob"
	"quartermaster/internal/store"
)

// Options say what to copy.
type Options struct {
	Store    store.Config // where the records are; Dir is the data folder also with PostgreSQL, and its Key is not used
	Storage  string       // name of the folder of stored files in the data folder
	Files    blob.Storage // where stored files are instead, or nil
	KeyFile  string       // name of the secret key in the data folder
	Key      []byte       // the key where the operator keeps it: what lies in the data folder is not in use then
	Version  string       // of this program
	Phrase   string       // what the file is encrypted with; empty for a file that is not
	Progress func(rows int64)
}

func (o Options) progress(rows int64) {
	if o.Progress != nil {
		o.Progress(rows)
	}
}

// Write copies the data of this moment into file, which is replaced, and reads it again to verify it. Servers may write
// meanwhile. Only the owner may read the file, which may contain the secret key. It returns store.ErrKeyOther when the key is
// not that of the database.
func Write(ctx context.Context, o Options, file string) (Manifest, error) {
	snapshot, err := store.OpenSnapshot(ctx, o.Store)
	if err != nil {
		return Manifest{}, err
	}
	defer snapshot.Close()
	if err := snapshot.Check(ctx); err != nil {
		return Manifest{}, err
	}
	key, err := o.checkedKey(ctx, snapshot)
	if err != nil {
		return Manifest{}, err
	}
	sealer, err := o.sealer(key)
	if err != nil {
		return Manifest{}, err
	}
	w := &writer{options: o, key: key, sealer: sealer, manifest: Manifest{
		Format: format, Version: o.Version, MadeAt: time.Now().UTC().Truncate(time.Second),
		Driver: snapshot.Driver(), Migration: snapshot.Migration,
	}}
	err = writeWhole(file, func(draft *os.File) error {
		if err := o.encrypted(draft, func(to io.Writer) error { return w.write(ctx, to, snapshot) }); err != nil {
			return err
		}
		if _, err := o.verifiedArchive(ctx, draft); err != nil {
			return fmt.Errorf("the backup cannot be read again: %w", err)
		}
		return nil
	})
	return w.manifest, err
}

// writer writes an archive.
type writer struct {
	options  Options
	key      []byte       // text of the file, nil when there is none to copy
	sealer   *blob.Sealer // of stored files; nil without a key
	manifest Manifest
	zip      *zip.Writer
	rows     int64
}

func (w *writer) write(ctx context.Context, to io.Writer, snapshot *store.Snapshot) error {
	w.zip = zip.NewWriter(to)
	w.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestSpeed)
	})
	for _, t := range snapshot.Tables {
		if err := w.table(ctx, snapshot, t); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	// The stored files follow the records, so that every file that a record names is there.
	if err := errors.Join(w.storage(ctx), w.secretKey()); err != nil {
		return err
	}
	if err := w.close(); err != nil {
		return err
	}
	return ctx.Err()
}

func (w *writer) table(ctx context.Context, snapshot *store.Snapshot, t store.Table) error {
	counted := Table{Table: t}
	err := w.member(tableMember(t.Name), func(out io.Writer) error {
		buffer := bufio.NewWriterSize(out, 64<<10)
		lines := newRowWriter(buffer)
		err := snapshot.Rows(ctx, t, func(row []any) error {
			counted.Rows++
			w.rows++
			w.options.progress(w.rows)
			return lines.write(row)
		})
		return errors.Join(err, buffer.Flush())
	})
	w.manifest.Tables = append(w.manifest.Tables, counted)
	return err
}

// storage copies the stored files.
func (w *writer) storage(ctx context.Context) error {
	if w.options.Files != nil {
		return w.copies(ctx, w.options.Files)
	}
	dir := filepath.Join(w.options.Store.Dir, w.options.Storage)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	disk, err := blob.OpenDisk(dir)
	if err != nil {
		return err
	}
	defer disk.Close()
	return w.copies(ctx, disk)
}

func (w *writer) copies(ctx context.Context, files blob.Storage) error {
	return files.Keys(ctx, func(key string) error {
		stored, err := files.Open(ctx, key)
		if errors.Is(err, blob.ErrNotFound) {
			return nil // deleted meanwhile
		}
		if err != nil {
			return err
		}
		defer stored.Close()
		return w.stored(storageFolder+key, stored)
	})
}

// stored copies a stored file: sealed, also where an earlier version of the program has stored it as it is.
func (w *writer) stored(name string, content io.Reader) error {
	if w.sealer == nil {
		return w.member(name, copyFrom(content))
	}
	sealed, err := w.sealer.Seal(content)
	if err != nil {
		return err
	}
	return w.add(name, zip.Store, copyFrom(sealed))
}

// sealer returns what seals stored files, with the key of the operator or the one in a text; nil without a key.
func (o Options) sealer(text []byte) (*blob.Sealer, error) {
	key := o.Key
	if text != nil {
		var err error
		if key, err = store.ParseKey(string(text)); err != nil {
			return nil, err
		}
	}
	if len(key) == 0 {
		return nil, nil
	}
	return blob.NewSealer(key)
}

// checkedKey returns the text of the key's file when the key is that of the database; nil where the operator has the key.
func (o Options) checkedKey(ctx context.Context, snapshot *store.Snapshot) (text []byte, err error) {
	known, err := snapshot.Fingerprint(ctx)
	if err != nil || len(o.Key) > 0 {
		return nil, errors.Join(err, known.Check(o.Key))
	}
	text, err = os.ReadFile(filepath.Join(o.Store.Dir, o.KeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, known.Check(nil)
	}
	if err != nil {
		return nil, fmt.Errorf("secret key: %w", err)
	}
	return text, checkText(known, text)
}

// checkText compares the key of a file with a fingerprint.
func checkText(known store.Fingerprint, text []byte) error {
	if known == "" {
		return nil
	}
	key, err := store.ParseKey(string(text))
	if err != nil {
		return err
	}
	return known.Check(key)
}

// secretKey copies the secret key, if it is in the data folder.
func (w *writer) secretKey() error {
	if w.key == nil {
		return nil
	}
	w.manifest.SecretKey = true
	return w.member(keyName, copyFrom(bytes.NewReader(w.key)))
}

func copyFrom(r io.Reader) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	}
}

// member adds one file to the archive and to the manifest.
func (w *writer) member(name string, fill func(io.Writer) error) error {
	return w.add(name, zip.Deflate, fill)
}

// add adds one that is packed by a method of the archive.
func (w *writer) add(name string, method uint16, fill func(io.Writer) error) error {
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.manifest.MadeAt})
	if err != nil {
		return err
	}
	digest := newDigest()
	if err := fill(io.MultiWriter(out, digest)); err != nil {
		return err
	}
	w.manifest.Members = append(w.manifest.Members, digest.member(name))
	return nil
}

// close writes the manifest, which is complete only after everything else.
func (w *writer) close() error {
	out, err := w.zip.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: w.manifest.MadeAt})
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(w.manifest); err != nil {
		return err
	}
	return w.zip.Close()
}
