package mission

import (
	"io"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// parseText lets a codec of text files read like one of the economy files.
func parseText[V any](parse func([]byte) (*textfile.File[V], error)) func([]byte) (*ce.File[V], error) {
	return func(data []byte) (*ce.File[V], error) {
		file, err := parse(data)
		if err != nil {
			return nil, err
		}
		same := &ce.File[V]{Skeleton: ce.Skeleton(file.Skeleton), Entries: make([]ce.Entry[V], len(file.Entries)), Warnings: warningsOf(file)}
		for i, entry := range file.Entries {
			same.Entries[i] = ce.Entry[V](entry)
		}
		return same, nil
	}
}

func warningsOf[V any](file *textfile.File[V]) []ce.Warning {
	same := make([]ce.Warning, len(file.Warnings))
	for i, warning := range file.Warnings {
		same[i] = ce.Warning(warning)
	}
	return same
}

// printText lets a codec of text files write like one of the economy files.
func printText[V any](write func(io.Writer, textfile.Skeleton, []textfile.Part[V]) error) printer[V] {
	return func(w io.Writer, s ce.Skeleton, parts []ce.Part[V]) error {
		same := make([]textfile.Part[V], len(parts))
		for i, part := range parts {
			same[i] = textfile.Part[V](part)
		}
		return write(w, textfile.Skeleton(s), same)
	}
}
