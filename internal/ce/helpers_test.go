package ce_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

func ptr[T any](v T) *T { return &v }

func parseTypes(t testing.TB, data []byte) *textfile.File[ce.Type] {
	t.Helper()
	file, err := ce.ParseTypes(data)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func parseEvents(t testing.TB, data []byte) *textfile.File[ce.Event] {
	t.Helper()
	file, err := ce.ParseEvents(data)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func writeTypes(t testing.TB, s textfile.Skeleton, parts []textfile.Part[ce.Type]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ce.WriteTypes(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func writeEvents(t testing.TB, s textfile.Skeleton, parts []textfile.Part[ce.Event]) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := ce.WriteEvents(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// partsOf returns the parts that write a file as it was read.
func partsOf[T any](file *textfile.File[T]) []textfile.Part[T] {
	parts := make([]textfile.Part[T], len(file.Entries))
	for i, entry := range file.Entries {
		parts[i] = textfile.Part[T]{Slot: i, Raw: entry.Raw, Value: entry.Value}
	}
	return parts
}

// freshParts returns the values of a file as new entries.
func freshParts[T any](file *textfile.File[T]) []textfile.Part[T] {
	parts := make([]textfile.Part[T], len(file.Entries))
	for i, entry := range file.Entries {
		parts[i] = textfile.Part[T]{Slot: -1, Value: entry.Value}
	}
	return parts
}

// changedLines counts the lines that differ between texts of equally many lines, -1 for others.
func changedLines(before, after []byte) int {
	old, new := strings.Split(string(before), "\n"), strings.Split(string(after), "\n")
	if len(old) != len(new) {
		return -1
	}
	changed := 0
	for i := range old {
		if old[i] != new[i] {
			changed++
		}
	}
	return changed
}

func firstDifference(got, want []byte) string {
	old, new := strings.Split(string(want), "\n"), strings.Split(string(got), "\n")
	for i := range min(len(old), len(new)) {
		if old[i] != new[i] {
			return fmt.Sprintf("line %d is %q, should be %q", i+1, new[i], old[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(new), len(old))
}

// lines joins lines, each with its end.
func lines(text ...string) string {
	return strings.Join(slices.Concat(text, []string{""}), "\n")
}
