package cron

import (
	"errors"
	"time"
	_ "time/tzdata" // for machines without the zones' files
)

// Zone returns the time zone of an IANA name, such as Europe/Berlin, or an error for any other name.
func Zone(name string) (*time.Location, error) {
	if name == "" || name == "Local" { // which Go takes for UTC and for the zone of the machine
		return nil, errors.New("it is no time zone, such as Europe/Berlin")
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, errors.New("it is no time zone, such as Europe/Berlin")
	}
	return zone, nil
}
