package record

import (
	"context"
	"fmt"
)

// SpawnableType holds what a class spawns with: its damage, attachments and cargo.
// Source: cfgspawnabletypes.xml and every <ce> file of type "spawnabletypes".
type SpawnableType struct {
	Meta
	InstanceClassnameID int64    `field:"instance_classname_id,required" ref:"instance_classnames" label:"Class name" help:"Its class."`
	Name                string   `field:"name,max=255" sql:"ic.name" example:"AKM" label:"Class name" help:"The name of that class."`
	DamageMin           *float64 `field:"damage_min,min=0,max=1" usual:"0..damage_max" example:"0.1" help:"From 0 (pristine) to 1 (ruined)."`
	DamageMax           *float64 `field:"damage_max,min=0,max=1" example:"0.6" help:"Maximum damage when it spawns."`
	Hoarder             bool     `field:"hoarder,digit" default:"0" help:"Storage whose contents count as hoarded."`
	Tags                []string `field:"tags,closed" example:"[\"shelves\"]" help:"Names from cfglimitsdefinition.xml."`

	Blocks        []Block `field:"blocks" count:"children_count" example:"[{\"kind\":\"cargo\",\"items\":[{\"name\":\"Rag\"}]}]"`
	ChildrenCount int64   `field:"children_count,readonly" label:"Blocks" default:"0" help:"Number of blocks."`
	Origin
	Stamps
}

// Block is one random draw: from a preset, or from items with a chance.
type Block struct {
	Kind   string       `field:"kind,required" in:"attachments cargo" example:"attachments" help:"attachments: put on it. cargo: put into it."`
	Preset *string      `field:"preset,max=255" help:"The name of a random preset of the same kind, instead of a chance and items."`
	Chance *float64     `field:"chance" usual:"0..1" example:"0.5" help:"Chance that any item is chosen. Empty: 1."`
	Items  []ChanceItem `field:"items" help:"One of these is chosen."`
}

// ChanceItem is one of several items to choose from.
type ChanceItem struct {
	Name   string   `field:"name,required,max=255,classname" example:"AK_WoodBttstck" label:"Class name" help:"The class that may be chosen."`
	Chance *float64 `field:"chance" usual:"0.." example:"1" help:"Its weight among the others. Empty counts as 1."`
}

// SpawnableTypes are the spawnable types of an instance. A class may have several.
var SpawnableTypes = Define[SpawnableType]("spawnable_types", InInstance,
	at("spawnable-types"),
	called("spawnable type", "Spawnable types: the damage, attachments and cargo that a class spawns with."),
	keyed("instance_classname_id"),
	ofClassName(),
	filtering(byText("source_file")),
	preparing(prepareSpawnableType),
	looking("instance_classnames", "name"))

func prepareSpawnableType(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	if err := takeClassName(ctx, r, in, old, values); err != nil {
		return err
	}
	return keepOrigin(ctx, r, in, old, values)
}

// takeClassName sets the name of a record to that of its class name.
func takeClassName(ctx context.Context, _ *Resource, in Lookup, _ Row, values Values) error {
	id, sent := values["instance_classname_id"].(int64)
	if !sent {
		return nil
	}
	found, err := in.Fields(ctx, "instance_classnames", id, "name")
	if err != nil {
		return fmt.Errorf("class name of the record: %w", err)
	}
	values["name"] = found[0]
	return nil
}
