package lint

// few reports the first problems of a file one by one, and how many more there are: a wrong map makes thousands of them.
type few struct {
	report report
	about  any
	told   int
}

// tell reports a problem. It is asked for only if it is reported.
func (f *few) tell(problem func() message) {
	f.told++
	if f.told <= maxProblems {
		f.report(f.about, problem(), nil)
	}
}

// end reports the problems that were too many.
func (f *few) end() {
	if rest := f.told - maxProblems; rest > 0 {
		f.report(others{f.about, rest}, says("more-problems", "n", rest), nil)
	}
}
