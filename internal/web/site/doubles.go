package site

import (
	"quartermaster/internal/record"
)

// AlreadyThere says that a record has the name that another one is to have: many is what such records are called.
func AlreadyThere(res *record.Resource, row record.Row, name, many string) string {
	text := "“" + name + "” is among the " + many + " already"
	if file := sourceFile(res, row); file != "" {
		text += ", from " + file
	}
	return text + "."
}

// sourceFile returns the file that a record is from, "" where that is not known or does not matter.
func sourceFile(res *record.Resource, row record.Row) string {
	if !res.Has("source_file") {
		return ""
	}
	file, _ := row[res.Index("source_file")].(string)
	return file
}
