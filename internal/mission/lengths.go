package mission

import (
	"errors"

	"quartermaster/internal/record"
)

// checkLength returns a fileError for a record with a text that is too long for its field. Texts that before, which may be nil, has
// as well are accepted.
func checkLength(res *record.Resource, before, row record.Row) error {
	if problem := res.TooLong(before, row); problem != "" {
		return fileError{errors.New(problem)}
	}
	return nil
}

// checkLengths calls checkLength for new records.
func checkLengths(res *record.Resource, rows []record.Row) error {
	for _, row := range rows {
		if err := checkLength(res, nil, row); err != nil {
			return err
		}
	}
	return nil
}
