package ce_test

import (
	"strings"
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// benchmarkTypes returns a types file of the size of the game's own.
func benchmarkTypes(b *testing.B) []byte {
	b.Helper()
	file := parseTypes(b, []byte(fullType))
	parts := make([]textfile.Part[ce.Type], 1970)
	for i := range parts {
		parts[i] = textfile.Part[ce.Type]{Slot: -1, Value: file.Entries[0].Value}
	}
	return writeTypes(b, textfile.Skeleton{}, parts)
}

const fullType = `<types>
    <type name="SampleRifle_Black">
        <nominal>10</nominal>
        <lifetime>14400</lifetime>
        <restock>1800</restock>
        <min>6</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <usage name="Military"/>
        <value name="Tier3"/>
    </type>
</types>
`

func BenchmarkParseTypes(b *testing.B) {
	data := benchmarkTypes(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ce.ParseTypes(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWriteTypes(b *testing.B) {
	file := parseTypes(b, benchmarkTypes(b))
	parts := partsOf(file)
	b.ReportAllocs()
	for b.Loop() {
		if err := ce.WriteTypes(new(strings.Builder), file.Skeleton, parts); err != nil {
			b.Fatal(err)
		}
	}
}
