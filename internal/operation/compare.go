package operation

import (
	"fmt"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// maxDifferences bounds the records that an answer lists.
const maxDifferences = 1_000

// PatchType is the type of a comparison as the text of a patch.
const PatchType = "text/x-diff"

// fileComparison is how two versions of a file differ.
type fileComparison struct {
	Path         string              `field:"path" help:"Below the server root." example:"mpmissions/dayzOffline.chernarusplus/db/types.xml"`
	Kind         string              `field:"kind" example:"types"`
	State        fileState           `field:"state"`
	Changed      bool                `field:"changed" help:"Whether the file differs in a single byte." example:"true"`
	AddedCount   int                 `field:"added_count,min=0"`
	RemovedCount int                 `field:"removed_count,min=0"`
	ChangedCount int                 `field:"changed_count,min=0" example:"1"`
	Records      []record.Difference `field:"records,max=1000" help:"In the order of the generated file, deleted ones last."`
	Unified      string              `field:"unified" help:"Unified diff of the texts, at most 5,000 lines; may be empty."`
	Notes        []string            `field:"notes" help:"What is left out here, and of the file."`
}

// fileState compares a file with the last one that was imported as a whole.
type fileState string

// Words returns the states.
func (fileState) Words() []string { return []string{"unchanged", "changed", "new", "failed"} }

// compared answers a comparison, as data or as the text of a patch.
func compared(call *Call, c mission.Comparison) (fileComparison, error) {
	if err := c.Demand(call.Scope); err != nil {
		return fileComparison{}, err
	}
	answer := comparisonOf(c)
	call.patch = &answer.Unified
	return answer, nil
}

// comparisonOf returns a comparison as it goes over the wire.
func comparisonOf(c mission.Comparison) fileComparison {
	text, note := c.Unified()
	answer := fileComparison{
		Path: c.File.Path, Kind: string(c.File.Kind), State: fileState(c.File.State), Changed: c.Changed(), Records: c.Records, Unified: text,
		Notes: append([]string{}, c.File.Warnings...),
	}
	counts := c.Counts()
	answer.AddedCount, answer.RemovedCount, answer.ChangedCount = counts[record.Added], counts[record.Removed], counts[record.Changed]
	if note != "" {
		answer.Notes = append(answer.Notes, note)
	}
	if n := len(c.Records); n > maxDifferences {
		answer.Records = c.Records[:maxDifferences]
		answer.Notes = append(answer.Notes, fmt.Sprintf("Only the first %d of %d records are listed.", maxDifferences, n))
	}
	return answer
}
