package ui

import (
	"regexp"
	"strconv"
	"strings"
)

// The parts of a length of time as people write one, such as 1 d 12 h, and the seconds of its units.
var (
	durationPattern = regexp.MustCompile(`^(\d+([.,]\d+)? ?(d|days?|h|hours?|hrs?|m|min|mins|minutes?|s|sec|seconds?|w|weeks?)\s*)+$`)
	amountPattern   = regexp.MustCompile(`(\d+(?:[.,]\d+)?) ?([a-z])[a-z]*`)
	secondsOf       = map[string]float64{"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800}
)

// Seconds turns a length of time in words, such as “4 h”, “90 min” or “1 d 12 h”, into a number of seconds. Any other text it returns as
// it is.
func Seconds(text string) string {
	words := strings.ToLower(strings.TrimSpace(text))
	if !durationPattern.MatchString(words) {
		return text
	}
	total := 0.0
	for _, amount := range amountPattern.FindAllStringSubmatch(words, -1) {
		n, _ := strconv.ParseFloat(strings.Replace(amount[1], ",", ".", 1), 64)
		total += n * secondsOf[amount[2]]
	}
	return strconv.FormatFloat(total, 'f', -1, 64)
}

// DurationIn is Seconds for a number of another unit: of “min” it returns the minutes. Texts for units that are no time stay as they are.
func DurationIn(unit, text string) string {
	seconds := Seconds(text)
	n, err := strconv.ParseFloat(seconds, 64)
	switch {
	case seconds == text || err != nil:
	case unit == "s":
		return seconds
	case unit == "min":
		return strconv.FormatFloat(n/secondsOf["m"], 'f', -1, 64)
	}
	return text
}

// SecondsText writes seconds with how long they are: “14400 s (4 h)”.
func SecondsText(seconds string) string {
	n, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || n < int64(secondsOf["m"]) {
		return seconds + " s"
	}
	return seconds + " s (" + HumanDuration(n) + ")"
}
