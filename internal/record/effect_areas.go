package record

// EffectArea is a zone with gas, steam or another effect. Source: the Areas of cfgEffectArea.json.
type EffectArea struct {
	Meta
	AreaName     string      `field:"area_name,required,max=255" example:"Radio tower" help:"How you call this zone."`
	Type         *string     `field:"type,max=255" example:"ContaminatedArea_Static" label:"Class" help:"The class of the zone."`
	TriggerType  *string     `field:"trigger_type,max=255" example:"ContaminatedTrigger" label:"Trigger" help:"The class of what happens to players inside; empty: nothing."`
	X            *Hundredths `field:"x" default:"0" example:"7500.00" unit:"m" help:"From the west edge."`
	Y            *Hundredths `field:"y" default:"0" unit:"m" label:"Height of the centre" help:"0: on the ground."`
	Z            *Hundredths `field:"z" default:"0" example:"8200.00" unit:"m" help:"From the south edge."`
	Radius       *Hundredths `field:"radius" default:"0" example:"120.00" unit:"m" help:"How far it reaches to the sides."`
	Height       *Hundredths `field:"height" default:"0" example:"25.00" unit:"m" help:"How far it reaches up."`
	ParticleName *string     `field:"particle_name,max=255" example:"graphics/particles/contaminated_area_gas_bigass" label:"Particles" help:"The effect that fills the zone: a path within the game's data."`
	Data         JSON        `field:"data" example:"{\"NegHeight\":10,\"InnerRingCount\":1}" help:"The other keys of the area's Data in the file."`
	PlayerData   JSON        `field:"player_data" example:"{\"AroundPartName\":\"graphics/particles/contaminated_area_gas_around\"}" help:"The area's PlayerData in the file."`
	Placed
	Stamps
}

// EffectAreas are the zones of an instance.
var EffectAreas = Define[EffectArea]("effect_areas", InInstance,
	At("effect-areas"),
	Called("effect area", "Map effect area zones such as contamination."),
	Keyed("area_name"),
	Titled("area_name"),
	Searching("r.area_name"))
