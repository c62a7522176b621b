package imports

import (
	"encoding/json"
	"slices"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// The most that a dry run reports, so that a result can be sent, stored and shown.
const (
	maxChanges     = 1000
	maxChangeBytes = 1 << 20
)

// Result describes what an import did, or what a dry run would do.
type Result struct {
	Files    []mission.Report
	Warnings []string            // about the upload as a whole
	DryRun   bool                // nothing was imported
	Layer    *MadeLayer          // that was made of what would change; nil for none
	Changes  []record.Difference // of a dry run: the first ones
	Omitted  int                 // changes that are left out
}

// MadeLayer is a layer that was made of an import.
type MadeLayer struct {
	SID   string `field:"sid" example:"k3Jd82Lq0x"`
	Name  string `field:"name" example:"Halloween"`
	State string `field:"state" in:"off,proposed" help:"Proposed where changes of the instance are reviewed."`
	Rows  int    `field:"rows_count,min=1" json:"rows_count"`
}

// rehearsed returns the result of a dry run.
func rehearsed(reports []mission.Report, changes []record.Difference) Result {
	n, size := 0, 0
	for n < len(changes) && n < maxChanges {
		if size += sizeOf(changes[n]); size > maxChangeBytes {
			break
		}
		n++
	}
	return Result{Files: reports, DryRun: true, Changes: changes[:n], Omitted: len(changes) - n}
}

func sizeOf(d record.Difference) (size int) {
	for _, fields := range []map[string]json.RawMessage{d.Before, d.After} {
		for _, value := range fields {
			size += len(value)
		}
	}
	return size
}

// Failed reports whether every file failed, or was not reached.
func (r Result) Failed() bool {
	return !slices.ContainsFunc(r.Files, func(f mission.Report) bool { return f.Status != mission.Failed && f.Status != mission.Cancelled })
}
