package api

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// maxRows is how many rows an upload of CSV may have.
const maxRows = 10_000

// table is an upload of CSV.
type table struct {
	columns []*record.Field // nil for one that is no field
	sid     int             // the column with the public identifiers; -1 when there is none
	rows    []tableRow
}

type tableRow struct {
	line  int // in the upload, from 1
	cells []string
}

// readTable reads an upload of the resource: its first line names the fields.
func readTable(data []byte, res *record.Resource) (table, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if at := invalidUTF8(data); at >= 0 {
		return table{}, rowProblem(1+bytes.Count(data[:at], []byte("\n")), "The file must be in UTF-8.")
	}
	reader := csv.NewReader(bytes.NewReader(data))
	reader.Comma, reader.FieldsPerRecord = separator(data), -1
	header, err := reader.Read()
	if err != nil {
		return table{}, rowError(err)
	}
	t, err := readHeader(header, res)
	if err != nil {
		return table{}, err
	}
	t.rows, err = readRows(reader)
	return t, err
}

// invalidUTF8 returns where the first byte stands that is no UTF-8, or -1.
func invalidUTF8(data []byte) int {
	for at := 0; at < len(data); {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return -1
}

// separator is a semicolon where the header has semicolons and no comma, as spreadsheets of many languages write it.
func separator(data []byte) rune {
	header, _, _ := bytes.Cut(data, []byte("\n"))
	if bytes.ContainsRune(header, ';') && !bytes.ContainsRune(header, ',') {
		return ';'
	}
	return ','
}

func readHeader(header []string, res *record.Resource) (table, error) {
	t := table{columns: make([]*record.Field, len(header)), sid: -1}
	known := 0
	for i, name := range header {
		f := columnNamed(res, strings.TrimSpace(name))
		if f == nil {
			continue
		}
		if slices.Contains(t.columns, f) {
			return t, rowProblem(1, "The column "+f.Name+" is there twice.")
		}
		t.columns[i] = f
		known++
		if f.Name == "sid" {
			t.sid = i
		}
	}
	if known == 0 {
		return t, rowProblem(1, "The first line must name fields of the "+res.One+".")
	}
	return t, nil
}

func columnNamed(res *record.Resource, name string) *record.Field {
	for _, f := range res.Columns() {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func readRows(reader *csv.Reader) (rows []tableRow, err error) {
	for {
		cells, err := reader.Read()
		switch {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, rowError(err)
		case len(rows) == maxRows:
			return nil, validate.Refused("rows", validate.HasTooMany.Saying("The file must not have more than "+strconv.Itoa(maxRows)+" rows."))
		}
		line, _ := reader.FieldPos(0)
		rows = append(rows, tableRow{line, cells})
	}
}

// rowError says where a file stops being CSV.
func rowError(err error) error {
	var broken *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return rowProblem(1, "The first line must name the fields.")
	case errors.As(err, &broken):
		return rowProblem(broken.Line, "The line is not CSV: "+broken.Err.Error()+".")
	}
	return err
}

func rowProblem(line int, message string) error {
	return validate.Refusal("rows."+strconv.Itoa(line), message)
}
