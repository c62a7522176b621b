package cli

import (
	"context"
	"fmt"
	"path/filepath"

	"quartermaster/internal/blob"
	"quartermaster/internal/s3"
)

// storageFlags say where uploads, originals and copies are stored.
type storageFlags struct {
	StorageURL    string `name:"storage-url" help:"Bucket for files: s3://bucket/prefix?endpoint=https://host&region=name." placeholder:"URL"`
	StorageKey    string `help:"Access key of the bucket. Default: AWS_ACCESS_KEY_ID, ~/.aws/credentials or the role." placeholder:"KEY"`
	StorageSecret string `help:"Secret of --storage-key." placeholder:"SECRET"`
}

// openStorage opens the bucket, or else the folder in the data folder. It returns a bucket that does not answer as well, with an error
// that is outage.ErrUnavailable.
func (f storageFlags) openStorage(ctx context.Context, data string) (files blob.Storage, err error) {
	if files, err = f.bucket(ctx); files == nil && err == nil {
		files, err = blob.OpenDisk(filepath.Join(data, storageDir))
	}
	if err != nil {
		return files, fmt.Errorf("cannot open the storage: %w", err)
	}
	return files, nil
}

// bucket opens the bucket, after it has answered; it returns nil where there is none.
func (f storageFlags) bucket(ctx context.Context) (blob.Storage, error) {
	if f.StorageURL == "" {
		return nil, nil
	}
	store, err := s3.Open(f.StorageURL, f.StorageKey, f.StorageSecret)
	if err != nil {
		return nil, usageError{err}
	}
	return store, store.Check(ctx)
}

// sealing returns a storage whose files are sealed with the key of the data, if there is one.
func (f dataFlags) sealing(files blob.Storage) (blob.Storage, error) {
	key, err := f.key()
	if err != nil || key == nil {
		return files, err
	}
	sealer, err := blob.NewSealer(key)
	if err != nil {
		return nil, err
	}
	return blob.Sealed(files, sealer), nil
}
