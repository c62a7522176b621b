package record

import (
	"context"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// EffectArea is a zone with gas, steam or another effect. Source: the Areas of cfgEffectArea.json.
type EffectArea struct {
	Meta
	AreaName     string      `field:"area_name,required,max=255" example:"Radio tower" help:"A name of your choice for this zone."`
	Type         *string     `field:"type,max=255,classname" example:"ContaminatedArea_Static" label:"Class" help:"The class of the zone."`
	TriggerType  *string     `field:"trigger_type,max=255,classname" example:"ContaminatedTrigger" label:"Trigger" help:"Empty: no effect."`
	X            *Hundredths `field:"x" usual:"0..map" default:"0" example:"7500.00" unit:"m" help:"From the west edge."`
	Y            *Hundredths `field:"y" default:"0" unit:"m" label:"Height of the centre" help:"0: on the ground."`
	Z            *Hundredths `field:"z" usual:"0..map" default:"0" example:"8200.00" unit:"m" help:"From the south edge."`
	Radius       *Hundredths `field:"radius" usual:"0.." default:"0" example:"120.00" unit:"m" help:"Horizontal extent."`
	Height       *Hundredths `field:"height" usual:"0.." default:"0" example:"25.00" unit:"m" help:"Vertical extent."`
	ParticleName *string     `field:"particle_name,max=255" example:"graphics/particles/contaminated_area_gas_bigass" label:"Particles"`
	Data         JSON        `field:"data" example:"{\"NegHeight\":10,\"InnerRingCount\":1}" help:"Other keys of Data in the file."`
	PlayerData   JSON        `field:"player_data" example:"{\"AroundPartName\":\"graphics/particles/contaminated_area_gas_around\"}"`
	Placed
	Stamps
}

// EffectAreas are the zones of an instance.
var EffectAreas = Define[EffectArea]("effect_areas", InInstance,
	at("effect-areas"),
	called("effect area", "Effect areas on the map, such as contaminated zones."),
	keyed("area_name"),
	titled("area_name"),
	searching("r.area_name"),
	locating(Located{Title: "Effect areas", X: "x", Y: "y", Z: "z", Sort: "type", Radius: "radius"}),
	preparing(prepareArea))

// prepareArea returns validate.Errors for values that cfgEffectArea.json cannot hold, and completes the position.
func prepareArea(_ context.Context, r *Resource, _ Lookup, old Row, values Values) error {
	var errs validate.Errors
	for _, name := range []string{"data", "player_data"} {
		checkAreaObject(&errs, name, values[name])
	}
	placeArea(r, old, values)
	return errs.Err()
}

// areaKeys maps the keys of an area's Data that are separate fields to these fields.
var areaKeys = map[string]string{"Pos": "x, y and z", "Radius": "radius", "PosHeight": "height", "ParticleName": "particle_name"}

// checkAreaObject refuses objects that say again what other fields say, or that no reader of JSON would follow.
func checkAreaObject(errs *validate.Errors, name string, value any) {
	text, _ := value.(string)
	object := jsontree.ParseBody([]byte(text)) // valid, or there is none
	if expansion.IsDeeper(object, expansion.MaxDepth) {
		errs.AddNamed(name, validate.DisplayName(name), isTooDeep())
	}
	for key := range object.All() {
		if own := areaKeys[key]; own != "" && name == "data" {
			errs.AddNamed(name+"."+key, "", isProhibited.With(own))
		}
	}
}

// placeArea sets all three coordinates of an area that has one: the file holds them as one list.
func placeArea(r *Resource, old Row, values Values) {
	coordinates, isPlaced := []string{"x", "y", "z"}, false
	for _, name := range coordinates {
		isPlaced = isPlaced || coordinateIn(r, old, values, name) != nil
	}
	for _, name := range coordinates {
		if isPlaced && coordinateIn(r, old, values, name) == nil {
			values[name] = int64(0)
		}
	}
}

// coordinateIn returns a coordinate after the change; the default of a new area is 0.
func coordinateIn(r *Resource, old Row, values Values, name string) any {
	if _, sent := values[name]; old == nil && !sent {
		return int64(0)
	}
	return final(r, old, values, name)
}
