package lint

import (
	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/shape"
)

// LogView is a log with its entries as it goes over the wire.
type LogView struct {
	SID     string         `field:"sid,sid"`
	Name    string         `field:"name" help:"The name of the file." example:"DayZServer_x64.RPT"`
	Sort    serverlog.Sort `field:"sort" in:"rpt,script,crash,adm" example:"rpt"`
	Started string         `field:"started,null" help:"When the log was begun, in the server's time." example:"2026/01/12 18:30:05"`
	Version string         `field:"version,null" help:"The version of the game." example:"1.28.160123"`
	Size    int64          `field:"size,min=0" help:"In bytes." example:"104857"`
	Created record.Moment  `field:"created_at" help:"When it was read."`
	Entries []LogEntryView `field:"entries"`
}

// LogEntryView is something that a log says, as it goes over the wire.
type LogEntryView struct {
	What   serverlog.What `field:"what" help:"What the log says." example:"unknown class"`
	Name   string         `field:"name" help:"Class, event, preset, limit, or path below mission or profiles folder." example:"Mod_Rifle"`
	Detail string         `field:"detail" help:"The reason, the child of the event, or what the name is; may be empty."`
	Line   int            `field:"line,min=1" help:"The line that says so first." example:"1204"`
	Count  int            `field:"count,min=1" help:"How many lines say so." example:"1"`
}

// View returns the log as it goes over the wire.
func (l Log) View() LogView {
	v := LogView{
		SID: l.SID, Name: l.Name, Sort: l.Sort, Started: l.Started, Version: l.Version, Size: l.Size, Created: record.Moment(l.AddedAt),
	}
	for _, e := range l.Entries {
		v.Entries = append(v.Entries, LogEntryView(e))
	}
	return v
}

// AppendJSON appends the log as it goes over the wire.
func (l Log) AppendJSON(b []byte) []byte { return shape.Append(b, l.View()) }
