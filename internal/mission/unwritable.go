package mission

import (
	"fmt"
	"io"

	"quartermaster/internal/textfile"
)

// printer writes a file.
type printer[V any] func(io.Writer, textfile.Skeleton, []textfile.Part[V]) error

// sparing writes a file without the parts that it cannot hold, such as a class name with blanks in the trader's files, and
// tells of each of these why it is left out. Nothing is written before it is clear which they are.
func (print printer[V]) sparing(w io.Writer, skeleton textfile.Skeleton, parts []textfile.Part[V]) (done outcome, err error) {
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
