package mission

import (
	"bytes"
	"fmt"
	"io"

	"quartermaster/internal/ce"
)

// printer writes a file.
type printer[V any] func(io.Writer, ce.Skeleton, []ce.Part[V]) error

// sparing writes a file without the parts that it cannot hold, such as a class name with blanks in the trader's files. It
// tells how many parts it wrote, and of each other one why it is left out.
func (print printer[V]) sparing(skeleton ce.Skeleton, parts []ce.Part[V]) (data []byte, written int, warnings []string, err error) {
	var out bytes.Buffer
	err = print(&out, skeleton, parts)
	if err == nil {
		return out.Bytes(), len(parts), nil, nil
	}
	var fit []ce.Part[V]
	for _, part := range parts {
		if problem := print(io.Discard, ce.Skeleton{}, []ce.Part[V]{part}); problem != nil {
			warnings = append(warnings, fmt.Sprintf("left out: %v", problem))
			continue
		}
		fit = append(fit, part)
	}
	if len(warnings) == 0 {
		return nil, 0, nil, err
	}
	out.Reset()
	err = print(&out, skeleton, fit)
	return out.Bytes(), len(fit), warnings, err
}
