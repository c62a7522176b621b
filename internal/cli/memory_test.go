package cli

import "testing"

func TestSharesDivideTheMemory(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"16MB", "96MB", "1GiB", "99999999"} {
		var total memoryTotal
		if err := total.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
		s := total.shares()
		sum := s.answers + s.generated + s.pages + s.uploads
		if sum > int64(total) || sum < int64(total)-24 || min(s.answers, s.generated, s.pages, s.uploads) < 600_000 {
			t.Errorf("%s is divided into %+v", text, s)
		}
	}
}
