package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// ReadTypes parses a types file as an import does, without storing anything. The file is nil if it cannot be read or is of another
// kind; the report says which.
func (s *Service) ReadTypes(ctx context.Context, u Upload) (file *textfile.File[ce.Type], report Report) {
	report = Report{Path: u.Path, Kind: KindOther, Status: Skipped}
	err := s.guard.run(ctx, "read", KindOther, u.Path, func() error {
		kind, _, err := detect(u.Path, u.Data)
		if report.Kind = kind.info().name; err != nil || kind != typesFile {
			return err
		}
		if _, err := kind.read(u.Data); err != nil {
			return err
		}
		file, err = ce.ParseTypes(u.Data)
		return err
	})
	if err != nil {
		report.Fail(err)
		return nil, report
	}
	if file != nil {
		report.Status = Imported
		report.warn(file.Warnings)
	}
	return file, report
}
