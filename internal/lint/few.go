package lint

import "quartermaster/internal/validate"

// few reports the first problems of a file one by one, and how many more there are: a wrong map makes thousands of them.
type few struct {
	report report
	about  any
	told   int
}

// tell reports a problem. The message is made only if it is reported.
func (f *few) tell(message func() string) {
	f.told++
	if f.told <= maxProblems {
		f.report(f.about, message(), nil)
	}
}

// end reports the problems that were too many.
func (f *few) end() {
	if rest := f.told - maxProblems; rest > 0 {
		f.report(others{f.about, rest}, validate.Counted(rest, "more problem", "more problems")+" of this sort in the file.", nil)
	}
}
