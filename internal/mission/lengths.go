package mission

import (
	"errors"

	"quartermaster/internal/record"
)

// checkLength refuses a record with a text that is longer than a client may send it, and longer than a database can find it by. Texts
// that before, which may be nil, has too are accepted.
func checkLength(res *record.Resource, before, row record.Row) error {
	if problem := res.TooLong(before, row); problem != "" {
		return fileError{errors.New(problem)}
	}
	return nil
}

// checkLengths does so for new records.
func checkLengths(res *record.Resource, rows []record.Row) error {
	for _, row := range rows {
		if err := checkLength(res, nil, row); err != nil {
			return err
		}
	}
	return nil
}
