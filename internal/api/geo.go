package api

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/geo"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// geo answers what has a position in the world, as GeoJSON.
func (a *API) geo(ctx context.Context, r *request, scope store.Scope) (response, error) {
	ask, err := geoQuery(jsontree.ParseForm(r.URL.RawQuery))
	if err != nil {
		return response{}, err
	}
	body, err := geo.Service{DB: a.DB, Lint: a.Lint}.AppendCollection(ctx, nil, scope, ask)
	return ok(body), err
}

// geoLayers answers the layers that there are.
func (a *API) geoLayers(context.Context, *request, store.Scope) (response, error) {
	return ok(append(geo.AppendLayers([]byte(`{"data":`)), '}')), nil
}

// geoQuery reads the layers and the part of the map that are asked for: all of it if nothing is said.
func geoQuery(in *jsontree.Object) (ask geo.Query, err error) {
	if text := record.TextParam(in, "layers"); text != "" {
		ask.Layers = strings.Split(text, ",")
	}
	if unknown := ask.Unknown(); unknown != "" {
		return ask, validate.Refused("layers", validate.SelectionIsInvalid.Saying("There is no layer "+unknown+"."))
	}
	text := record.TextParam(in, "bbox")
	if text == "" {
		return ask, nil
	}
	var sides []float64
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil {
			sides = nil
			break
		}
		sides = append(sides, n)
	}
	if len(sides) != 4 {
		return ask, validate.Refused("bbox", validate.FormatIsInvalid.Saying("The bbox field must be four numbers: the west, south, east and north side in metres."))
	}
	ask.Box = &geo.Box{MinX: sides[0], MinZ: sides[1], MaxX: sides[2], MaxZ: sides[3]}
	return ask, nil
}
