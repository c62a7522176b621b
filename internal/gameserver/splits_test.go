package gameserver

import (
	"encoding/hex"
	"testing"
)

// compressedRules is an answer as bzip2 has made it, after its size and its checksum.
const compressedRules = "1c0000009cb6287a425a683931415926535911b2706700000e4580e00002002e655a000000a0002299a99061a8530004d0b8b6689548f07" +
	"ab914a4a439cf7e2ee48a70a1202364e0ce"

func part(head, data string) []byte { return []byte("\xfe\xff\xff\xff" + head + data) }

func TestCompressedAnswers(t *testing.T) {
	t.Parallel()
	data, err := hex.DecodeString(compressedRules)
	if err != nil {
		t.Fatal(err)
	}
	first, second := string(data[:30]), string(data[30:])
	s := splits{}
	if got := s.join(part("\x01\x00\x00\x80\x02\x01\xe0\x04", second)); got != nil {
		t.Errorf("half of an answer: %q", got)
	}
	if got, want := string(s.join(part("\x01\x00\x00\x80\x02\x00\xe0\x04", first))), "E\x01\x00island\x00chernarusplus\x00"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	data[4]++ // the checksum
	if got := s.join(part("\x02\x00\x00\x80\x01\x00\xe0\x04", string(data))); len(got) > 0 {
		t.Errorf("with a wrong checksum: %q", got)
	}
}

func TestPartsOfDifferentAnswersAreNotJoined(t *testing.T) {
	t.Parallel()
	s := splits{}
	for _, packet := range [][]byte{
		part("\x01\x00\x00\x00\x02\x00\xe0\x04", "one"),
		part("\x02\x00\x00\x00\x02\x01\xe0\x04", "other"),
		part("\x01\x00\x00\x00\x02\x00\xe0\x04", "one"), // again
		part("\x01\x00\x00\x00\x02\x02\xe0\x04", "beyond"),
		part("\x01\x00\x00\x00\x00\x00", ""),
	} {
		if got := s.join(packet); got != nil {
			t.Errorf("%q completes %q", packet, got)
		}
	}
	if got := string(s.join(part("\x01\x00\x00\x00\x02\x01\xe0\x04", "+two"))); got != "one+two" {
		t.Errorf("joined: %q", got)
	}
}

func TestAnswersHaveALimit(t *testing.T) {
	t.Parallel()
	s := splits{}
	big := string(make([]byte, 60<<10))
	for number := range byte(20) {
		if got := s.join(part("\x01\x00\x00\x00\x14"+string([]byte{number})+"\xe0\x04", big)); got != nil {
			t.Fatalf("an answer of %d bytes was taken", len(got))
		}
	}
	for id := range byte(100) {
		s.join(part(string([]byte{id})+"\x00\x00\x00\x02\x00\xe0\x04", big))
	}
	if len(s) > maxSplits {
		t.Errorf("%d answers are collected at once", len(s))
	}
}
