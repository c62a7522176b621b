// Package areaflags reads areaflags.map, in which the game keeps what is painted over its map: usages and tiers, a raster of bits each.
package areaflags

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// Map is the content of a file, at the resolution of the file or lower.
type Map struct {
	Width, Height  int // of the world, in metres
	Usages, Values *Raster
}

// Raster has a set of bits for each part of the world; bit n stands for the nth usage or value of cfglimitsdefinition.xml.
type Raster struct {
	Columns, Rows int
	Bits          int      // of a cell; 0 if nothing is painted, then there are no cells
	Cells         []uint32 // row by row from the south-west corner, each from west to east
}

// The most columns and rows that a file may have; those of the game's maps have 4096.
const maxSide = 16384

// Errors that Read returns.
var (
	ErrHead   = errors.New("this is no areaflags.map: its head does not say the size of a map")
	ErrLength = errors.New("the file is longer or shorter than its head says")
)

// Read reads a file. Rasters with more than most columns or rows are scaled down: each cell is then what most of the cells are that it
// stands for. The errors are ErrHead, ErrLength and those of the reader.
func Read(r io.Reader, most int) (*Map, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	h, err := readHead(in)
	if err != nil {
		return nil, err
	}
	m := &Map{Width: int(h.Width), Height: int(h.Height)}
	for _, into := range []**Raster{&m.Usages, &m.Values} {
		raster, err := readRaster(in, int(h.Columns), int(h.Rows), most)
		if err != nil {
			return nil, err
		}
		*into = raster
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		return nil, errors.Join(ErrLength, err)
	}
	return m, nil
}

// ReadBits reads how many bits the cells of the two rasters have. Those of the values follow from the size of the file, in bytes, so that
// only its head is read. The errors are ErrHead, ErrLength and those of the reader.
func ReadBits(r io.Reader, size int64) (usages, values int, err error) {
	h, err := readHead(r)
	if err != nil {
		return 0, 0, err
	}
	var depth uint32
	if err := binary.Read(r, binary.LittleEndian, &depth); err != nil {
		return 0, 0, shortened(err)
	}
	const around = 24 // bytes of the head and of the two numbers of bits
	cells := int64(h.Columns) * int64(h.Rows)
	both := (size - around) * 8 / cells
	if depth > 32 || both-int64(depth) > 32 || both < int64(depth) || both*cells != (size-around)*8 {
		return 0, 0, ErrLength
	}
	return int(depth), int(both) - int(depth), nil
}

// head is how a file begins.
type head struct{ Columns, Rows, Width, Height uint32 }

func readHead(r io.Reader) (h head, err error) {
	if err := binary.Read(r, binary.LittleEndian, &h); err != nil {
		return h, shortened(err)
	}
	if h.Columns == 0 || h.Rows == 0 || h.Columns > maxSide || h.Rows > maxSide || h.Width == 0 || h.Height == 0 || h.Width > 1<<20 ||
		h.Height > 1<<20 {
		return h, ErrHead
	}
	return h, nil
}

func shortened(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrLength
	}
	return err
}

// readRaster reads the number of bits of a cell, and the cells.
func readRaster(in io.Reader, columns, rows, most int) (*Raster, error) {
	var depth uint32
	if err := binary.Read(in, binary.LittleEndian, &depth); err != nil {
		return nil, shortened(err)
	}
	switch depth {
	case 0:
		return &Raster{}, nil
	case 4, 8, 16, 32:
	default:
		return nil, fmt.Errorf("%w: %d bits a cell", ErrHead, depth)
	}
	if columns*int(depth)%wordBits != 0 {
		return nil, fmt.Errorf("%w: a row ends within a word", ErrHead)
	}
	step := max((columns+most-1)/most, (rows+most-1)/most, 1)
	raster := &Raster{Columns: (columns + step - 1) / step, Rows: (rows + step - 1) / step, Bits: int(depth)}
	raster.Cells = make([]uint32, 0, raster.Columns*raster.Rows)
	line := make([]byte, columns*step*int(depth)/8)
	for row := 0; row < rows; row += step {
		height := min(step, rows-row)
		part := line[:columns*height*int(depth)/8]
		if _, err := io.ReadFull(in, part); err != nil {
			return nil, shortened(err)
		}
		raster.appendRow(cells{part, int(depth), columns, height}, step)
	}
	return raster, nil
}

// cells are some rows of a raster as the file has them.
type cells struct {
	data          []byte
	depth         int
	columns, rows int
}

// wordBits is how many bits the words have that cells are packed into.
const wordBits = 32

// at returns a cell. Of the cells that share a word the western one is in its highest bits.
func (c cells) at(column, row int) uint32 {
	first := (row*c.columns + column) * c.depth
	word := binary.LittleEndian.Uint32(c.data[first/wordBits*4:])
	return word << (first % wordBits) >> (wordBits - c.depth)
}

// appendRow appends a row of which each cell stands for a square of cells.
func (r *Raster) appendRow(from cells, step int) {
	for column := 0; column < from.columns; column += step {
		r.Cells = append(r.Cells, from.commonest(column, min(column+step, from.columns)))
	}
}

// commonest returns the value that more than half of the cells of some columns have. Where there is no such value, it is one of theirs.
func (c cells) commonest(from, to int) uint32 {
	best, votes := uint32(0), 0
	for row := range c.rows {
		for column := from; column < to; column++ {
			switch value := c.at(column, row); {
			case votes == 0:
				best, votes = value, 1
			case value == best:
				votes++
			default:
				votes--
			}
		}
	}
	return best
}

// At returns the bits at a position, in metres from the west and south edge; 0 beyond the edges.
func (m *Map) At(r *Raster, x, z float64) uint32 {
	column, row := int(x*float64(r.Columns)/float64(m.Width)), int(z*float64(r.Rows)/float64(m.Height))
	if x < 0 || z < 0 || column >= r.Columns || row >= r.Rows {
		return 0
	}
	return r.Cells[row*r.Columns+column]
}

// Used returns the bits that any cell has.
func (r *Raster) Used() (used uint32) {
	for _, cell := range r.Cells {
		used |= cell
	}
	return used
}

// Lowest returns the number of the lowest bit of a cell, or -1 for a cell without one.
func Lowest(cell uint32) int {
	if cell == 0 {
		return -1
	}
	return bits.TrailingZeros32(cell)
}
