package textfile

import (
	"io"
	"sort"
	"strings"
)

// Write writes a file as Assemble puts it together. text returns the text of a part; nothing is written when it fails.
func Write[T any](w io.Writer, s Skeleton, parts []Part[T], terminator string, end int, text func(i int) (string, error)) error {
	pieces := make([]Piece, len(parts))
	for i, part := range parts {
		made, err := text(i)
		if err != nil {
			return err
		}
		pieces[i] = Piece{Slot: part.Slot, Text: made}
	}
	_, err := io.WriteString(w, Assemble(s, pieces, terminator, end))
	return err
}

// Piece is the text of an entry, ready to be written.
type Piece struct {
	Slot int // index into Skeleton.Leads, -1 for a new entry
	Text string
}

// Assemble puts a file together. Pieces whose slots rise stand in them; any other stands behind the piece before it, and
// the first of all where the first entry stood, or else at the offset end of the tail. A slot without a piece is a removed
// entry: it leaves the text around it. terminator is what an entry ends with, such as a line end; the last one of a file
// need not have it.
func Assemble(s Skeleton, pieces []Piece, terminator string, end int) string {
	out := output{skeleton: s, terminator: terminator, end: end}
	stays := inPlace(pieces, len(s.Leads))
	for i, piece := range pieces {
		if stays[i] {
			out.leads(piece.Slot + 1)
			out.write(piece.Text)
			continue
		}
		out.add(piece.Text)
	}
	out.leads(len(s.Leads))
	out.write(s.Tail[out.done:])
	return out.text.String()
}

// output is a file while it is put together.
type output struct {
	skeleton   Skeleton
	terminator string
	text       strings.Builder
	next       int // the first lead that is not written yet
	end        int // where in the tail entries go that have no other place
	done       int // how much of the tail is written
	owes       bool // a terminator is to be written before any more text
}

// leads writes the leads before that index.
func (o *output) leads(before int) {
	for ; o.next < before; o.next++ {
		o.write(o.skeleton.Leads[o.next])
	}
}

// add writes an entry that has no place of its own.
func (o *output) add(text string) {
	o.open()
	text = strings.TrimSuffix(TrimEnd(text), o.terminator)
	if o.isTerminated() {
		o.write(text + o.terminator)
		return
	}
	o.owes = true
	o.write(text)
	o.owes = true // the file ends without a terminator as before, unless something follows
}

// write writes text, behind the terminator that what stands before it lacks.
func (o *output) write(text string) {
	if o.owes && text != "" {
		o.text.WriteString(o.terminator)
		o.owes = false
	}
	o.text.WriteString(text)
}

// open writes what stands before the first entry.
func (o *output) open() {
	if len(o.skeleton.Leads) > 0 {
		o.leads(max(o.next, 1))
		return
	}
	o.write(o.skeleton.Tail[o.done:o.end])
	o.done = o.end
}

func (o *output) isTerminated() bool {
	text := o.text.String()
	return text == "" || text == ByteOrderMark || strings.HasSuffix(text, "\n") || strings.HasSuffix(text, o.terminator)
}

// inPlace says which pieces keep their places: as many as can, so that their slots rise.
func inPlace(pieces []Piece, slots int) []bool {
	var ends []int // ends[n] is the piece at which a rising run of n+1 slots ends that ends lowest
	before := make([]int, len(pieces))
	for i, piece := range pieces {
		if piece.Slot < 0 || piece.Slot >= slots {
			continue
		}
		n := sort.Search(len(ends), func(k int) bool { return pieces[ends[k]].Slot >= piece.Slot })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	return run(ends, before)
}

// run follows the longest run back from its end.
func run(ends, before []int) []bool {
	stays := make([]bool, len(before))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			stays[i] = true
		}
	}
	return stays
}
