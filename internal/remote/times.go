package remote

import "time"

// clocksDiffer is how far the clock of a server may be from ours without a change being missed.
const clocksDiffer = 5 * time.Second

// InMinutes reports whether a time is one of those that servers list in minutes, such as in the format of DOS.
func InMinutes(modified time.Time) bool { return modified.Truncate(time.Minute).Equal(modified) }

// Settled reports whether a file, listed with a time, would be listed otherwise if it were changed after that. Most servers give times in
// seconds, some in minutes: a change within the same one that leaves the size as it was does not show. Of those in minutes the time zone is
// unknown.
func Settled(modified, listed time.Time) bool {
	age := listed.Sub(modified)
	switch {
	case InMinutes(modified) && age.Abs() < 26*time.Hour:
		const zones = 15 * time.Minute // all are apart by a multiple of it
		since := (age%zones + zones) % zones
		return since > time.Minute+clocksDiffer && since < zones-clocksDiffer
	case modified.Truncate(time.Second).Equal(modified):
		return age > time.Second+clocksDiffer
	}
	return age > 0
}
