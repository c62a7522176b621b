package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// settingsBeside returns what an XML file says outside of elements of these names.
func settingsBeside(entries ...string) func(text string) ([]textfile.Setting, error) {
	return func(text string) ([]textfile.Setting, error) { return ce.Settings(text, entries...) }
}
