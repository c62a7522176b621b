package s3

import (
	"bytes"
	"context"
	"crypto/md5" // #nosec G501 -- S3's checksum of a transfer, not a secret
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/minio/minio-go/v7"

	"quartermaster/internal/blob"
)

const (
	// partSize is what is held in memory of a file on its way to the server: S3's least size of a part.
	partSize = 5 << 20
	// maxParts is how many parts a file may have.
	maxParts = 10_000
	// abortTimeout bounds the removal of the parts of a file that did not arrive whole.
	abortTimeout = 10 * time.Second
	// partTimeout is how long a part may take, with all attempts. A server that takes it slower counts as lost.
	partTimeout = time.Minute
)

// Put implements blob.Store. A file of up to 5 MiB is one request; of a longer one no more than that is in memory at a time.
func (s *Store) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if err := errors.Join(ctx.Err(), blob.CheckKey(key)); err != nil {
		return 0, err
	}
	p := s.parts.Get().(*bytes.Buffer)
	defer s.parts.Put(p)
	last, err := fill(p, r)
	size := int64(p.Len())
	switch {
	case err != nil:
	case last:
		err = s.putWhole(ctx, s.name(key), p.Bytes())
	default:
		size, err = s.putParts(ctx, s.name(key), p, r)
	}
	if err != nil {
		return 0, fmt.Errorf("store %s: %w", key, err)
	}
	return size, nil
}

// fill reads the next part, and reports whether it is the last one.
func fill(part *bytes.Buffer, r io.Reader) (last bool, err error) {
	part.Reset()
	_, err = io.CopyN(part, r, partSize)
	if errors.Is(err, io.EOF) {
		return true, nil
	}
	return false, err
}

func (s *Store) putWhole(ctx context.Context, name string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	md5Sum, sha256Sum := sums(content)
	_, err := s.core.PutObject(ctx, s.address.bucket, name, bytes.NewReader(content), int64(len(content)), md5Sum, sha256Sum, s.options)
	return failure(err)
}

// sums are the checksums by which the server checks what has arrived.
func sums(content []byte) (md5Sum, sha256Sum string) {
	m, h := md5.Sum(content), sha256.Sum256(content) // #nosec G401 -- see the import
	return base64.StdEncoding.EncodeToString(m[:]), hex.EncodeToString(h[:])
}

// putParts stores a file of which the first part is read. Nobody sees it before it is whole.
func (s *Store) putParts(ctx context.Context, name string, part *bytes.Buffer, r io.Reader) (size int64, err error) {
	upload, err := s.core.NewMultipartUpload(ctx, s.address.bucket, name, s.options)
	if err != nil {
		return 0, failure(err)
	}
	size, parts, err := s.sendParts(ctx, name, upload, part, r)
	if err == nil {
		_, err = s.core.CompleteMultipartUpload(ctx, s.address.bucket, name, upload, parts, minio.PutObjectOptions{})
		err = failure(err)
	}
	if err != nil {
		s.abort(ctx, name, upload)
	}
	return size, err
}

func (s *Store) sendParts(ctx context.Context, name, upload string, part *bytes.Buffer,
	r io.Reader,
) (size int64, parts []minio.CompletePart, err error) {
	for last := false; len(parts) < maxParts; {
		sent, err := s.sendPart(ctx, name, upload, len(parts)+1, part.Bytes())
		if err != nil {
			return size, nil, failure(err)
		}
		parts, size = append(parts, sent), size+int64(part.Len())
		if last {
			return size, parts, nil
		}
		if last, err = fill(part, r); err != nil || last && part.Len() == 0 {
			return size, parts, err
		}
	}
	return size, nil, fmt.Errorf("the file is longer than %d MiB", maxParts*partSize>>20)
}

func (s *Store) sendPart(ctx context.Context, name, upload string, number int, content []byte) (minio.CompletePart, error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	md5Sum, sha256Sum := sums(content)
	sent, err := s.core.PutObjectPart(ctx, s.address.bucket, name, upload, number, bytes.NewReader(content), int64(len(content)),
		minio.PutObjectPartOptions{Md5Base64: md5Sum, Sha256Hex: sha256Sum, DisableContentSha256: true})
	return minio.CompletePart{PartNumber: number, ETag: sent.ETag}, err
}

// abort removes the parts of a file that did not arrive whole. Where that fails, the rule of the bucket for unfinished uploads does.
func (s *Store) abort(ctx context.Context, name, upload string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), abortTimeout)
	defer cancel()
	_ = s.core.AbortMultipartUpload(ctx, s.address.bucket, name, upload)
}
