package imports

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"quartermaster/internal/archive"
	"quartermaster/internal/blob"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
)

// keyOf is where the files of a job lie.
func keyOf(sid string) string { return "jobs/" + sid + "/uploads" }

// store writes files as a stream, so that they are not in memory twice.
func (s *Service) store(ctx context.Context, sid string, files []mission.Upload) error {
	r, w := io.Pipe()
	defer r.Close()
	go func() { w.CloseWithError(write(w, files)) }()
	_, err := s.blobs.Put(ctx, keyOf(sid), r)
	return err
}

// write writes the path and the content of each file, each behind its length.
func write(w io.Writer, files []mission.Upload) error {
	for _, f := range files {
		for _, part := range [][]byte{[]byte(f.Path), f.Data} {
			if _, err := w.Write(binary.AppendUvarint(nil, uint64(len(part)))); err != nil {
				return err
			}
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	return nil
}

// load returns the files of a job.
func (s *Service) load(ctx context.Context, sid string) (files []mission.Upload, err error) {
	r, err := s.blobs.Open(ctx, keyOf(sid))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, queue.Failure(say.New("upload-interrupted"))
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	for from := bufio.NewReader(r); ; {
		path, err := readPart(from)
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the files of a job: %w", err)
		}
		content, err := readPart(from)
		if err != nil {
			return nil, fmt.Errorf("reading the files of a job: %w", errors.Join(err, io.ErrUnexpectedEOF))
		}
		files = append(files, mission.Upload{Path: string(path), Data: content})
	}
}

var errOversized = errors.New("a part is larger than any upload")

// readPart reads a part, which follows its length; it returns io.EOF when nothing is left.
func readPart(r *bufio.Reader) ([]byte, error) {
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return nil, err
	}
	if size > archive.MaxFile {
		return nil, errOversized
	}
	part := make([]byte, size)
	if _, err = io.ReadFull(r, part); errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return part, err
}

// Clear removes the files of a job.
func (s *Service) Clear(ctx context.Context, job queue.Job) error {
	return s.blobs.Delete(ctx, keyOf(job.SID))
}
