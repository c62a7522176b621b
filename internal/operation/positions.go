package operation

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/geo"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// Positions are what one can ask about where things are.
var Positions = []*Operation{
	define("get geo", get, "geo", access.Read, "What has a position, of all layers or of some.", getGeo, bare, later,
		asking("layers=event-spawns"),
		about("A FeatureCollection of GeoJSON: player spawns, positions of events, areas, traders, zones, patrols, objects and more, each "+
			"with its layer, record and path in that. "+
			"Coordinates are metres of the game's map, from the west edge, from the south edge and, where it is known, the height; they are no "+
			"degrees.")),
	defineList("layers of geo", "geo/layers", record.Layers, access.Read, "The layers that there are.", geoLayers,
		about("The layers that `geo` knows, with the resources whose records they show.")),
}

type geoInput struct {
	Layers string `field:"layers" help:"Only these layers, with commas between them." example:"event-spawns,player-spawns"`
	Box    string `field:"bbox" help:"Only what touches this area: west, south, east, north in metres." example:"0,0,7680,7680"`
}

// getGeo answers what has a position in the world, as GeoJSON.
func getGeo(ctx context.Context, call *Call, in geoInput) (geo.FeatureCollection, error) {
	query, err := in.query()
	if err != nil {
		return geo.FeatureCollection{}, err
	}
	return geo.Service{DB: call.DB, Lint: call.Lint, Missions: call.Missions}.Collection(ctx, call.Scope, query)
}

// query returns the layers and the part of the map that are asked for: all of it if nothing is said.
func (in geoInput) query() (q geo.Query, err error) {
	if in.Layers != "" {
		q.Layers = strings.Split(in.Layers, ",")
	}
	if unknown := q.Unknown(); unknown != "" {
		return q, validate.Refused("layers", validate.SelectionIsInvalid.Saying("There is no layer "+unknown+"."))
	}
	if in.Box != "" {
		q.Box, err = boxOf(in.Box)
	}
	return q, err
}

func boxOf(text string) (*geo.Box, error) {
	var sides []float64
	for part := range strings.SplitSeq(text, ",") {
		side, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			sides = nil
			break
		}
		sides = append(sides, side)
	}
	if len(sides) != 4 {
		return nil, validate.Refused("bbox", validate.FormatIsInvalid.Saying("The bbox field must be four numbers: the west, south, east and "+
			"north side in metres."))
	}
	return &geo.Box{MinX: sides[0], MinZ: sides[1], MaxX: sides[2], MaxZ: sides[3]}, nil
}

// geoLayer is a sort of positions.
type geoLayer struct {
	Layer    string `field:"layer" example:"event-spawns"`
	Title    string `field:"title" example:"Event positions"`
	Resource string `field:"resource,null" help:"Null for files without records, and for problems." example:"event-spawns"`
}

func geoLayers(context.Context, *Call, none) (list []geoLayer, err error) {
	for _, l := range geo.Layers() {
		shown := geoLayer{Layer: l.Slug, Title: l.Title}
		if l.Resource != nil {
			shown.Resource = l.Resource.Path
		}
		list = append(list, shown)
	}
	return list, nil
}
