package mission

import (
	"encoding/json"
	"fmt"
	"io"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// outcome describes a file that was written.
type outcome struct {
	records  int
	warnings []string // about records that the file cannot hold

	ids     string       // digest of the ids of the records that belong to the file, if they have slots
	entries *entryMemory // how the entries were written; nil if that is not remembered
}

// printer writes a file.
type printer[V any] func(io.Writer, textfile.Skeleton, []textfile.Part[V]) error

// writeFitting writes a file without the parts that it cannot hold, such as a class name with blanks in the trader's files, and adds a
// warning for each of them. It writes nothing if it returns an error about a part.
func (print printer[V]) writeFitting(w io.Writer, skeleton textfile.Skeleton, parts []textfile.Part[V]) (done outcome, err error) {
	if err = print(w, skeleton, parts); err == nil {
		return outcome{records: len(parts)}, nil
	}
	var fit []textfile.Part[V]
	for _, part := range parts {
		if problem := print(io.Discard, textfile.Skeleton{}, []textfile.Part[V]{part}); problem != nil {
			done.warnings = append(done.warnings, fmt.Sprintf("left out: %v", problem))
			continue
		}
		fit = append(fit, part)
	}
	if len(done.warnings) == 0 {
		return done, err
	}
	done.records = len(fit)
	return done, print(w, skeleton, fit)
}

// partOf returns the part of a file for a record.
func partOf[V any](res *record.Resource, row record.Row, value V) textfile.Part[V] {
	part := textfile.Part[V]{Slot: -1, Value: value}
	if slot, placed := row[res.Index("slot")].(int64); placed {
		part.Slot = int(slot)
	}
	part.Raw, _ = row[res.Index("raw")].(string)
	return part
}

func skeletonOf(f record.File) (s textfile.Skeleton, err error) {
	if f.Skeleton != nil && json.Unmarshal([]byte(*f.Skeleton), &s) != nil {
		err = errDamaged
	}
	return s, err
}
