package ce_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// codec is how the files of a kind are read and written.
type codec[T any] struct {
	kind      ce.FileType
	parseFile func([]byte) (*textfile.File[T], error)
	writeFile func(io.Writer, textfile.Skeleton, []textfile.Part[T]) error
}

func spawnableTypes() codec[ce.SpawnableType] {
	return codec[ce.SpawnableType]{ce.SpawnableTypesFile, ce.ParseSpawnableTypes, ce.WriteSpawnableTypes}
}

func randomPresets() codec[ce.RandomPreset] {
	return codec[ce.RandomPreset]{ce.RandomPresetsFile, ce.ParseRandomPresets, ce.WriteRandomPresets}
}

func eventSpawns() codec[ce.EventSpawn] {
	return codec[ce.EventSpawn]{ce.EventSpawnsFile, ce.ParseEventSpawns, ce.WriteEventSpawns}
}

func playerSpawns() codec[ce.PlayerSpawn] {
	return codec[ce.PlayerSpawn]{ce.PlayerSpawnsFile, ce.ParsePlayerSpawns, ce.WritePlayerSpawns}
}

func messages() codec[ce.Message] {
	return codec[ce.Message]{ce.MessagesFile, ce.ParseMessages, ce.WriteMessages}
}

func (c codec[T]) parse(t testing.TB, data string) *textfile.File[T] {
	t.Helper()
	file, err := c.parseFile([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func (c codec[T]) write(t testing.TB, s textfile.Skeleton, parts []textfile.Part[T]) string {
	t.Helper()
	var b bytes.Buffer
	if err := c.writeFile(&b, s, parts); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// values returns the values of a file in their order.
func (c codec[T]) values(t testing.TB, data string) []T {
	t.Helper()
	var values []T
	for _, entry := range c.parse(t, data).Entries {
		values = append(values, entry.Value)
	}
	return values
}

// changed reads a file, changes the value of its entry i and returns what is written.
func (c codec[T]) changed(t testing.TB, data string, i int, change func(*T)) string {
	t.Helper()
	file := c.parse(t, data)
	parts := partsOf(file)
	change(&parts[i].Value)
	return c.write(t, file.Skeleton, parts)
}

// fresh writes values as a new file.
func (c codec[T]) fresh(t testing.TB, values ...T) string {
	t.Helper()
	parts := make([]textfile.Part[T], len(values))
	for i, value := range values {
		parts[i] = textfile.Part[T]{Slot: -1, Value: value}
	}
	return c.write(t, textfile.Skeleton{}, parts)
}

// refusal returns the error about a value that cannot be written.
func (c codec[T]) refusal(t testing.TB, value T) string {
	t.Helper()
	var out bytes.Buffer
	err := c.writeFile(&out, textfile.Skeleton{}, []textfile.Part[T]{{Slot: -1, Value: value}})
	if err == nil || out.Len() > 0 {
		t.Fatalf("wrote %q, error %v", out.String(), err)
	}
	return err.Error()
}

// inWords compares what is said as it is shown.
var inWords = cmp.Transformer("inWords", func(m say.Message) string { return ce.Sentences.Sentence(m) })
