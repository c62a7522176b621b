package ui

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// units are the parts of a length of time, largest first, in seconds.
var units = []struct {
	seconds int64
	name    string
}{{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}}

// HumanDuration writes seconds in their two largest units: 28800 is "8 h", 100000 is "1 d 3 h". What lies below
// them is cut off. A negative number stays as it is, since the game gives it meanings of its own.
func HumanDuration(seconds int64) string {
	if seconds <= 0 {
		return strconv.FormatInt(seconds, 10) + " s"
	}
	var parts []string
	for _, unit := range units {
		if n := seconds / unit.seconds; n > 0 && len(parts) < 2 {
			parts = append(parts, strconv.FormatInt(n, 10)+" "+unit.name)
		} else if len(parts) > 0 {
			break
		}
		seconds %= unit.seconds
	}
	return strings.Join(parts, " ")
}

// HumanCount writes n with a comma between thousands: "12,345".
func HumanCount(n int64) string {
	digits := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// HumanSize writes a number of bytes in B, KB, MB or GB of 1,024 each.
func HumanSize(bytes int64) string {
	size := float64(bytes)
	for _, unit := range []string{"B", "KB", "MB"} {
		if size < 1024 {
			return trimSize(size) + " " + unit
		}
		size /= 1024
	}
	return trimSize(size) + " GB"
}

// trimSize writes one decimal for small sizes and none for large ones.
func trimSize(size float64) string {
	if size >= 10 || size == float64(int64(size)) {
		return fmt.Sprintf("%.0f", size)
	}
	return fmt.Sprintf("%.1f", size)
}

// HumanTime writes the moment for people, in UTC; scripts turn it into the visitor's own time.
func HumanTime(t time.Time) string {
	return t.UTC().Format("2 Jan 2006, 15:04 UTC")
}

// machineTime writes the moment for the datetime attribute.
func machineTime(t time.Time) string {
	return t.UTC().Format(time.RFC3339)
}

// Plural writes n with the word in its number: "1 field", "2 fields".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return HumanCount(int64(n)) + " " + many
}

// durationHint writes the seconds in a form's box as a duration, or nothing where they are no number. One
// below zero has a meaning of its own, such as never.
func durationHint(value string) string {
	seconds, err := strconv.ParseInt(value, 10, 64)
	if err != nil || seconds < 0 {
		return ""
	}
	return HumanDuration(seconds)
}

// pieces cuts a name of the game or a path behind each "_" and "/", where a narrow column may break it.
func pieces(text string) []string {
	var found []string
	for text != "" {
		end := strings.IndexAny(text, "_/") + 1
		if end == 0 {
			end = len(text)
		}
		found, text = append(found, text[:end]), text[end:]
	}
	return found
}

// Capital writes the first letter of an English text as a capital.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// Enumerate joins words, with last before the last of them: "a, b and c".
func Enumerate(words []string, last string) string {
	end := len(words) - 1
	if end < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:end], ", ") + " " + last + " " + words[end]
}
