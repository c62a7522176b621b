package pull

import (
	"cmp"
	"encoding/json"

	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
)

// ResultView is the result of a pull as it goes over the wire: that of an import, with what differed.
type ResultView struct {
	_ struct{} `name:"PullResult" help:"The result of an import, with what differed."`
	imports.ImportReportsView
	Mode        mission.Mode            `field:"mode" in:"update,merge,replace"`
	Prefer      mission.Side            `field:"prefer" in:"mine,theirs"`
	Choices     map[string]mission.Side `field:"choices" in:"mine,theirs" help:"Of an update: what counts in single conflicts."`
	Paths       []string                `field:"paths" help:"The files that were asked for; empty for all."`
	Listed      int                     `field:"listed" help:"Files of the server that are configuration."`
	Fetched     int                     `field:"fetched" help:"How many of them had to be read."`
	Bytes       int64                   `field:"bytes" help:"Size of the files that were read."`
	Differences []pulledFileView        `field:"differences" help:"The files that differ from the generated ones."`
}

// pulledFileView is a file that differs, as it goes over the wire.
type pulledFileView struct {
	Path    string              `field:"path"`
	Server  string              `field:"on_server" help:"Its path on the server."`
	Status  Status              `field:"status" in:"new,changed,both changed,changed here" help:"changed here: only in the instance."`
	Bytes   int64               `field:"bytes"`
	Taken   bool                `field:"taken" help:"It is imported, or would be."`
	Since   []record.Difference `field:"since" help:"Dry run: records changed since the file was last sent or taken."`
	Omitted int                 `field:"since_omitted,min=0" help:"How many of them are not listed because there are too many."`
}

// View returns the result as it goes over the wire.
func (r Result) View() ResultView {
	v := ResultView{
		ImportReportsView: r.Import.View(),
		Mode:              r.Options.Mode, Prefer: cmp.Or(r.Options.Prefer, mission.Mine), Choices: r.Options.Choices, Paths: r.Options.Paths,
		Listed: r.Listed, Fetched: r.Fetched, Bytes: r.Bytes,
	}
	for _, d := range r.Differences {
		v.Differences = append(v.Differences, pulledFileView(d))
	}
	return v
}

// AppendJSON appends the result as it goes over the wire.
func (r Result) AppendJSON(b []byte) []byte { return shape.Append(b, r.View()) }

// Parse reads of what AppendJSON has written all that is no import's; imports.Parse reads the rest. It returns an error for any other text.
func Parse(result []byte) (Result, error) {
	var read struct {
		Options
		Differences []struct {
			Difference
			Since   []json.RawMessage
			Omitted int `json:"since_omitted"`
		}
	}
	err := json.Unmarshal(result, &read)
	r := Result{Options: read.Options}
	for _, d := range read.Differences {
		d.Difference.Omitted = d.Omitted
		for _, text := range d.Since {
			if one, ok := record.ParseDifference(jsontree.ParseBody(text)); ok {
				d.Difference.Since = append(d.Difference.Since, one)
			}
		}
		r.Differences = append(r.Differences, d.Difference)
	}
	return r, err
}
