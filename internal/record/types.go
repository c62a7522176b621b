package record

import (
	"context"
	"fmt"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Type is an entry of the loot economy: how many of a class the world has, for how long and where.
// Source: db/types.xml and every <ce> file of type "types". A null number is one that the file does not set.
type Type struct {
	Meta
	InstanceClassnameID int64  `field:"instance_classname_id,required" ref:"instance_classnames" label:"Class name" help:"Its class."`
	Name                string `field:"name,max=255" sql:"ic.name" example:"AKM" label:"Class name" help:"The name of that class."`
	Nominal             *int64 `field:"nominal" usual:"0.." example:"10" help:"Desired number in the world. 0: never spawned as loot."`
	Lifetime            *int64 `field:"lifetime" usual:"0.." example:"14400" unit:"s" help:"Despawn time if untouched."`
	Restock             *int64 `field:"restock" usual:"0.." example:"1800" unit:"s" help:"Delay before a missing one is replaced. 0: none."`
	Min                 *int64 `field:"min" usual:"0..nominal" example:"5" help:"Spawning starts when the number falls below this."`
	QMin                *int64 `field:"qmin" usual:"-1..qmax" example:"-1" unit:"%" label:"Fill from" help:"Minimum fill. -1: not used."`
	QMax                *int64 `field:"qmax" usual:"-1..100" example:"-1" unit:"%" label:"Fill to" help:"Maximum fill. -1: not used."`
	Cost                *int64 `field:"cost" usual:"0.." example:"100" help:"Priority compared with other types; 100 in nearly all entries."`
	CountInCargo        *bool  `field:"count_in_cargo" label:"Inside containers" default:"0" help:"Items in containers count."`
	CountInHoarders     *bool  `field:"count_in_hoarders" label:"In stashes and tents" default:"0" help:"Items in stashes count."`
	CountInMap          *bool  `field:"count_in_map" label:"On the map" default:"0" help:"Items lying in the world count."`
	CountInPlayers      *bool  `field:"count_in_players" label:"On players" default:"0" help:"Items carried by players count."`
	Crafted             *bool  `field:"crafted" label:"Made by players" default:"0" help:"Crafted by players, never spawned."`
	Deloot              *bool  `field:"deloot" label:"Dynamic events only" default:"0" help:"Spawned only by dynamic events."`
	CategoryID          *int64 `field:"category_id" ref:"categories" help:"The category in the types file."`
	TagID               *int64 `field:"tag_id" ref:"type_tags" label:"First tag" help:"The first of tag_ids."`

	UsageIDs []int64 `field:"usage_ids" ref:"type_usages" links:"type_usage_links type_id usage_id" label:"Usages" help:"Kinds of locations."`
	ValueIDs []int64 `field:"value_ids" ref:"type_values" links:"type_value_links type_id value_id" label:"Values" help:"Tiers of the map."`
	TagIDs   []int64 `field:"tag_ids" ref:"type_tags" links:"type_tag_links type_id tag_id" label:"Tags" help:"Places in buildings."`

	Enabled bool `field:"enabled" default:"1" help:"Disabled entries are left out of the generated files."`
	Origin
	Stamps
}

// Types are the loot entries of an instance. A class may have several, even in the same file.
var Types = Define[Type]("types", InInstance,
	called("type", "The types of the loot economy: how many of a class the world has, for how long and where."),
	keyed("instance_classname_id"),
	ofClassName(),
	filtering(
		byID("category", "categories", "category_id"),
		byLink("tag", "type_tags", Link{"type_tag_links", "type_id", "tag_id"}),
		byLink("usage", "type_usages", Link{"type_usage_links", "type_id", "usage_id"}),
		byLink("value", "type_values", Link{"type_value_links", "type_id", "value_id"}),
		byStatus(), byText("source_file")),
	preparing(prepareType),
	looking("instance_classnames", "name", "default_type_values"))

func prepareType(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error {
	firstTag(values)
	if id, sent := values["instance_classname_id"].(int64); sent {
		found, err := in.Fields(ctx, "instance_classnames", id, "name", "default_type_values")
		if err != nil {
			return fmt.Errorf("class name of the type: %w", err)
		}
		values["name"] = found[0]
		if old == nil {
			defaultTypeValues(r, found[1].(string), values)
		}
	}
	return keepOrigin(ctx, r, in, old, values)
}

// firstTag keeps tag_id and tag_ids in step: tag_id is the first of tag_ids, which count where both are sent.
func firstTag(values Values) {
	list, sent := values["tag_ids"].([]int64)
	one, sentOne := values["tag_id"]
	switch {
	case sent && len(list) > 0:
		values["tag_id"] = list[0]
	case sent:
		values["tag_id"] = nil
	case sentOne && one == nil:
		values["tag_ids"] = []int64{}
	case sentOne:
		values["tag_ids"] = []int64{one.(int64)}
	}
}

// defaultTypeValues fills in numbers of a new type from its class name. The text is an arbitrary JSON object, of which only integers of
// 32 bits are used.
func defaultTypeValues(r *Resource, text string, values Values) {
	proposed := jsontree.ParseBody([]byte(text))
	for _, f := range r.Fields {
		if _, sent := values[f.Name]; sent || !f.Writable() || f.Type != Int || f.Ref != "" {
			continue
		}
		value, _ := proposed.Get(f.Name)
		if n, err := strconv.ParseInt(validate.Text(value), 10, 32); err == nil {
			values[f.Name] = n
		}
	}
}
