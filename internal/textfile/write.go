package textfile

import (
	"io"
	"strings"
)

// piece is the text of an entry, ready to be written.
type piece struct {
	slot int // index into Skeleton.Leads, -1 for a new entry
	text string
}

// Write puts a file together. Parts whose slots rise go there; any other goes behind the part before it, and the
// first of all where the first entry stood, or else at the offset end of the tail. A slot without a part is a removed entry:
// it leaves the text around it. terminator is the end of an entry, such as a line end; the last one of a file need not
// have it. text returns the text of a part; nothing is written when it fails.
func Write[T any](w io.Writer, s Skeleton, parts []Part[T], terminator string, end int, text func(i int) (string, error)) error {
	pieces := make([]piece, len(parts))
	for i, part := range parts {
		made, err := text(i)
		if err != nil {
			return err
		}
		pieces[i] = piece{part.Slot, made}
	}
	out := output{skeleton: s, terminator: terminator, end: end}
	out.file(pieces)
	_, err := io.WriteString(w, out.text.String())
	return err
}

// output is a file while it is put together.
type output struct {
	skeleton   Skeleton
	terminator string
	text       strings.Builder
	next       int  // the first lead that is not written yet
	end        int  // where in the tail entries go that have no other place
	done       int  // how much of the tail is written
	owes       bool // a terminator is to be written before any more text
}

// file writes the skeleton with the pieces.
func (o *output) file(pieces []piece) {
	stays := inPlace(pieces, len(o.skeleton.Leads))
	for i, piece := range pieces {
		if stays[i] {
			o.leads(piece.slot + 1)
			o.write(piece.text)
			continue
		}
		o.add(piece.text)
	}
	o.leads(len(o.skeleton.Leads))
	o.write(o.skeleton.Tail[o.done:])
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

// write writes text, behind the terminator that the text before it lacks.
func (o *output) write(text string) {
	if o.owes && text != "" {
		o.text.WriteString(o.terminator)
		o.owes = false
	}
	o.text.WriteString(text)
}

// open writes the text before the first entry.
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

// inPlace reports which pieces stay in their slots: as many as possible with rising slots.
func inPlace(pieces []piece, slots int) []bool {
	numbers := make([]int, len(pieces))
	for i, piece := range pieces {
		numbers[i] = piece.slot
		if piece.slot >= slots {
			numbers[i] = -1
		}
	}
	return LongestRun(numbers)
}
