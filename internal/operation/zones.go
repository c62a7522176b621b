package operation

import (
	"context"

	"quartermaster/internal/docset"
)

// maxZoneRows limits the zones that an answer lists.
const maxZoneRows = 1000

type zoneChangeInput struct {
	documentFile
	Names      []string        `field:"names,max=1000" help:"Names, with * for any text. Default: all zones." example:"[\"InfectedCity*\"]"`
	Operations []zoneOperation `field:"operations,required,max=20" example:"[{\"op\":\"multiply\",\"field\":\"dmax\",\"value\":1.3}]"`
	DryRun     bool            `field:"dry_run" example:"true"`
}

type zoneOperation struct {
	Op    string  `field:"op,required" in:"set,add,multiply"`
	Field string  `field:"field,required" in:"smin,smax,dmin,dmax,r"`
	Value float64 `field:"value,required,min=-1000000,max=1000000"`
}

type zonesChanged struct {
	Matched   int       `field:"matched" example:"96"`
	Changed   int       `field:"changed" example:"1"`
	Unchanged int       `field:"unchanged" example:"95"`
	Revision  int64     `field:"revision,null" help:"The revision that it made; null for none."`
	Rows      []zoneRow `field:"rows"`
}

type zoneRow struct {
	File    string                `field:"file" help:"Its path below the mission folder." example:"env/zombie_territories.xml"`
	Name    string                `field:"name" example:"InfectedCity"`
	X       float64               `field:"x" example:"4520.5"`
	Z       float64               `field:"z" example:"2441"`
	Changes map[string][2]float64 `field:"changes" help:"The old and the new number of each field." example:"{\"dmax\":[10,13]}"`
}

// changeZones changes many zones of a file of territories, or works out what that would do.
func changeZones(ctx context.Context, call *Call, in zoneChangeInput) (zonesChanged, error) {
	change := docset.ZoneChange{File: in.File, Names: in.Names}
	for _, o := range in.Operations {
		change.Operations = append(change.Operations, docset.ZoneOperation(o))
	}
	run := call.Documents.ChangeZones
	if in.DryRun {
		run = call.Documents.PreviewZones
	}
	done, err := run(ctx, call.Scope, change)
	if err != nil {
		return zonesChanged{}, documentError(err)
	}
	changed := zonesChanged{Matched: done.Matched, Changed: len(done.Rows), Unchanged: done.Matched - len(done.Rows), Revision: done.Revision}
	for _, row := range done.Rows[:min(len(done.Rows), maxZoneRows)] {
		changed.Rows = append(changed.Rows, zoneRowOf(row))
	}
	return changed, nil
}

func zoneRowOf(row docset.ZoneRow) zoneRow {
	changes := map[string][2]float64{}
	for _, c := range row.Changes {
		changes[c.Field] = [2]float64{c.Old, c.New}
	}
	return zoneRow{row.File, row.Name, row.X, row.Z, changes}
}
