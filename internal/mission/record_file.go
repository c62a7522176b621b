package mission

import "quartermaster/internal/record"

// PathOf returns the path of the file that a record was read from or is written to, as instance_files has it; "" if that depends on other
// records.
func PathOf(res *record.Resource, row record.Row) string {
	if res.Has("source_file") {
		if file, _ := row[res.Index("source_file")].(string); file != "" {
			return file
		}
	}
	for _, k := range kinds {
		if info := k.info(); info.resource == res && info.hasSlots() && info.where == "" {
			return info.main
		}
	}
	return ""
}

// Resource returns the resource of the records in files of the kind, or nil.
func (k Kind) Resource() *record.Resource { return kindNamed(k).info().resource }
