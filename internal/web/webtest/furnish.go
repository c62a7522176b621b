package webtest

import (
	"context"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/recordform"
)

// FurnishMore makes a record of each resource that no file brings.
func FurnishMore(b *Browser, instance string) {
	b.TB.Helper()
	rows, err := b.DB.All(context.Background(), record.InstanceClassnames, b.Scope(instance), "r.name = $", "AKM")
	if err != nil || len(rows) != 1 {
		b.TB.Fatal(rows, err)
	}
	class := recordform.Shown(record.InstanceClassnames.Field("id"), rows[0][record.InstanceClassnames.Index("id")])
	onClass := func(text string) string { return strings.ReplaceAll(text, "CLASS", class) }
	b.Accepted(instance, record.TypePresets,
		`{"title": "More <rifles>", "nominal": 25, "usage_ids": [1], "value_ids": [4, 3], "category_id": null}`)
	b.Accepted(instance, record.ServerMods, `{"name": "@CF", "position": 1, "steam_id": "1559212036"}`)
	b.Accepted(instance, record.EventSpawns, `{"name": "StaticHeliCrash", "zone_r": 45.5, "positions": [
		{"x": 7500.5, "z": 8200, "a": 90}, {"x": 1, "z": 2, "y": 0.25, "group": "a \"group\" - of <two>"}]}`)
	b.Accepted(instance, record.SpawnableTypes, onClass(`{"instance_classname_id": CLASS, "damage_min": 0.1, "hoarder": 1, "blocks": [
		{"kind": "cargo", "preset": "foodVillage"},
		{"kind": "attachments", "chance": 0.5, "items": [{"name": "AK_WoodBttstck", "chance": 0.8}, {"name": "odd name"}]}]}`))
	b.Accepted(instance, record.RandomPresets,
		`{"name": "foodVillage", "type": "cargo", "chance": 0.15, "items": [{"name": "BakedBeansCan", "chance": 0.2}, {"name": "Apple"}]}`)
	seller := b.Accepted(instance, record.TraderSellers,
		`{"name": "Consume & Trade", "position": [11590.6, 57.6, -14680.1], "orientation": [180, 0, 0],
		"safezone_radius": 100, "object_class": "SurvivorM_Boris", "attachments": ["TShirt_White", "Jeans_Blue"]}`)
	category := b.Accepted(instance, record.TraderCategories, `{"name": "Rifles", "seller_id": `+seller+`}`)
	b.Accepted(instance, record.TraderItems, onClass(`{"instance_classname_id": CLASS, "seller_id": `+seller+`, "category_id": `+category+
		`, "quantity_code": "W", "buy": 1200.5, "sell": -1}`))
	b.Accepted(instance, record.TraderCurrencies, onClass(`{"instance_classname_id": CLASS, "value": 100}`))
	b.Accepted(instance, record.PlayerLists, `{"type": "ban", "player_id": "76561198000000001", "name": "Sur<vivor>", "note": "two\nlines",
		"steam_id": "76561198000000001", "expires_at": "2027-01-31T12:00:30Z", "is_public": true}`)
	b.Accepted(instance, record.PlayerLists, `{"type": "whitelist", "player_id": "2", "name": "Friend", "note": "123"}`)
	b.Accepted(instance, record.PlayerSpawns, `{"x": 6063.02, "z": 1931.9, "y": 1.5}`)
	b.Accepted(instance, record.PlayerSpawns, `{"x": 1, "z": 2, "type": "hop", "comment": "Elektrozavodsk", "group": "West"}`)
	b.Accepted(instance, record.EffectAreas,
		`{"area_name": "Radio tower", "type": "ContaminatedArea_Static", "x": 7500, "z": 8200.25, "radius": 120, "data": {"NegHeight": 10}}`)
	b.Accepted(instance, record.Messages, `{"text": "Welcome to #name", "delay": 2, "onconnect": true}`)
}

// Accepted stores what a program would send, and returns the record's id.
func (b *Browser) Accepted(instance string, res *record.Resource, body string) string {
	b.TB.Helper()
	ctx, scope := context.Background(), b.Scope(instance)
	values, problems, err := res.Accept(ctx, jsontree.ParseBody([]byte(body)), store.References{DB: b.DB, Scope: scope}, false)
	if err != nil || len(problems) > 0 {
		b.TB.Fatal(res.Name, problems, err)
	}
	row, err := b.DB.Create(ctx, res, scope, values)
	if err != nil {
		b.TB.Fatal(err)
	}
	return recordform.Shown(res.Field("id"), row[res.Index("id")])
}
