package mission

import (
	"fmt"
	"io"

	"quartermaster/internal/ce"
)

// printer writes a file.
type printer[V any] func(io.Writer, ce.Skeleton, []ce.Part[V]) error

// sparing writes a file without the parts that it cannot hold, such as a class name with blanks in the trader's files, and
// tells of each of these why it is left out. Nothing is written before it is clear which they are.
func (print printer[V]) sparing(w io.Writer, skeleton ce.Skeleton, parts []ce.Part[V]) (done outcome, err error) {
	if err = print(w, skeleton, parts); err == nil {
		return outcome{records: len(parts)}, nil
	}
	var fit []ce.Part[V]
	for _, part := range parts {
		if problem := print(io.Discard, ce.Skeleton{}, []ce.Part[V]{part}); problem != nil {
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
