// Package s3 stores files in a bucket of Amazon S3 or of a server that speaks as S3 does, so that several processes share them.
//
// A store returns the errors that blob.Store names. Any other is one of package outage, where the server fails, of the server where it
// refuses, or of the context.
package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/encrypt"

	"quartermaster/internal/blob"
	"quartermaster/internal/outage"
)

// attempts is how often a request is tried.
const attempts = 3

// Store is a blob.Store in a bucket. A file that Put has stored is as durable as the server makes it.
type Store struct {
	address   address
	core      minio.Core
	options   minio.PutObjectOptions
	transport *http.Transport
	parts     sync.Pool // of *bytes.Buffer
}

var _ blob.Storage = (*Store)(nil)

// Open returns the store at an address such as s3://bucket/prefix?endpoint=https://host&region=eu-central-1. It returns an error for any
// other address. Where no key is given, it and its secret come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, from ~/.aws/credentials,
// or from the machine's role. It does not ask the server yet; see Check. The caller closes the store.
func Open(text, key, secret string) (*Store, error) {
	a, err := parse(text)
	if err != nil {
		return nil, err
	}
	s := &Store{address: a, transport: transport(), parts: sync.Pool{New: func() any { return new(bytes.Buffer) }}}
	// What is sent has its checksums ahead: not every server takes those that follow a body.
	s.options = minio.PutObjectOptions{ContentType: "application/octet-stream", DisableContentSha256: true}
	if s.options.ServerSideEncryption, err = a.serverSide(); err != nil {
		return nil, err
	}
	lookup := minio.BucketLookupDNS
	if a.pathStyle {
		lookup = minio.BucketLookupPath
	}
	client, err := minio.New(a.host, &minio.Options{
		Creds: keys(key, secret), Secure: !a.plain, Transport: propagating{&patience{RoundTripper: hearing{s.transport}}}, Region: a.region,
		BucketLookup: lookup, MaxRetries: attempts,
	})
	s.core = minio.Core{Client: client}
	return s, err
}

// keys returns the given key or where it is looked for.
func keys(key, secret string) *credentials.Credentials {
	if key != "" {
		return credentials.NewStaticV4(key, secret, "")
	}
	return credentials.NewChainCredentials([]credentials.Provider{
		&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
	})
}

func (a address) serverSide() (encrypt.ServerSide, error) {
	switch a.encryption {
	case "AES256":
		return encrypt.NewSSE(), nil
	case "aws:kms":
		return encrypt.NewSSEKMS(a.kmsKey, nil)
	}
	return nil, nil
}

// Check fails when the bucket is not there or may not be used.
func (s *Store) Check(ctx context.Context) error {
	found, err := s.core.BucketExists(ctx, s.address.bucket)
	if err == nil && !found {
		err = errors.New("there is no such bucket")
	}
	if err != nil {
		return fmt.Errorf("the bucket %s: %w", s.address.bucket, failure(err))
	}
	return nil
}

// Close implements blob.Storage.
func (s *Store) Close() error {
	s.transport.CloseIdleConnections()
	return nil
}

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	if err := errors.Join(ctx.Err(), blob.CheckKey(key)); err != nil {
		return nil, err
	}
	body, _, _, err := s.core.GetObject(ctx, s.address.bucket, s.name(key), minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", key, failure(err))
	}
	return content{body, key}, nil
}

// Delete implements blob.Store.
func (s *Store) Delete(ctx context.Context, key string) error {
	if err := errors.Join(ctx.Err(), blob.CheckKey(key)); err != nil {
		return err
	}
	err := failure(s.core.RemoveObject(ctx, s.address.bucket, s.name(key), minio.RemoveObjectOptions{}))
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("delete %s: %w", key, err)
	}
	return nil
}

// Keys implements blob.Storage.
func (s *Store) Keys(ctx context.Context, visit func(key string) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	below := s.name("")
	for object := range s.core.ListObjectsIter(ctx, s.address.bucket, minio.ListObjectsOptions{Prefix: below, Recursive: true}) {
		if object.Err != nil {
			return fmt.Errorf("list the storage: %w", failure(object.Err))
		}
		if err := visit(strings.TrimPrefix(object.Key, below)); err != nil {
			return err
		}
	}
	return nil
}

// name is the name of a key in the bucket.
func (s *Store) name(key string) string {
	if s.address.prefix == "" {
		return key
	}
	return s.address.prefix + "/" + key
}

// failure names an error of the server: blob.ErrNotFound, outage.ErrFull or outage.ErrUnavailable.
func failure(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	answer := minio.ToErrorResponse(err)
	var network net.Error
	switch {
	case answer.Code == "NoSuchKey":
		return fmt.Errorf("%w: %w", blob.ErrNotFound, err)
	case answer.StatusCode == http.StatusInsufficientStorage, answer.Code == "QuotaExceeded", answer.Code == "XMinioStorageFull":
		return fmt.Errorf("%w: %w", outage.ErrFull, err)
	case answer.StatusCode != 0 && answer.StatusCode < http.StatusInternalServerError && answer.StatusCode != http.StatusTooManyRequests:
		return err
	case answer.StatusCode != 0, errors.As(err, &network), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF),
		errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", outage.ErrUnavailable, err)
	}
	return err
}
