package main

import (
	"fmt"
	"time"

	"github.com/pocketbase/pocketbase/core"
	"github.com/pocketbase/pocketbase/tools/types"
)

// description is what a client needs to know.
type description struct {
	Token    string   `json:"token"`
	Instance string   `json:"instance"`
	Type     string   `json:"type"` // one in the middle
	Category string   `json:"category"`
	Usages   []string `json:"usages"`
	Values   []string `json:"values"`
}

const tokenLife = 24 * time.Hour

// fill makes the collections and their records. Types belong to who owns their instance, by the rules of the collection.
func fill(app core.App, n int) (d description, err error) {
	user, err := addUser(app)
	if err != nil {
		return d, err
	}
	if d.Token, err = user.NewStaticAuthToken(tokenLife); err != nil {
		return d, err
	}
	c, err := newCollections(app)
	if err != nil {
		return d, err
	}
	if d.Instance, err = add(app, c.instances, map[string]any{"name": "Bench", "owner": user.Id}); err != nil {
		return d, err
	}
	if err := d.addNames(app, c.names); err != nil {
		return d, err
	}
	return d, app.RunInTransaction(func(tx core.App) error { return d.addTypes(tx, c.types, n) })
}

func addUser(app core.App) (*core.Record, error) {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return nil, err
	}
	user := core.NewRecord(users)
	user.SetEmail("bench@example.org")
	user.SetPassword("bench bench bench")
	return user, app.Save(user)
}

func (d *description) addNames(app core.App, names *core.Collection) (err error) {
	for _, one := range []struct {
		name string
		into *[]string
	}{{"Military", &d.Usages}, {"Police", &d.Usages}, {"Tier1", &d.Values}, {"Tier2", &d.Values}} {
		id, err := add(app, names, map[string]any{"name": one.name})
		if err != nil {
			return err
		}
		*one.into = append(*one.into, id)
	}
	d.Category, err = add(app, names, map[string]any{"name": "weapons"})
	return err
}

func (d *description) addTypes(app core.App, types *core.Collection, n int) error {
	for i := range n {
		id, err := add(app, types, map[string]any{
			"instance": d.Instance, "name": fmt.Sprintf("SampleClass_%d", i), "nominal": 5 + i%40, "lifetime": 14400, "restock": 1800, "min": 10,
			"qmin": -1, "qmax": -1, "cost": 100, "count_in_map": true, "enabled": true, "category": d.Category, "usages": d.Usages,
			"values": d.Values,
		})
		if err != nil {
			return err
		}
		if i == n/2 {
			d.Type = id
		}
	}
	return nil
}

func add(app core.App, to *core.Collection, values map[string]any) (id string, err error) {
	record := core.NewRecord(to)
	record.Load(values)
	err = app.Save(record)
	return record.Id, err
}

// collections are what the types need.
type collections struct{ instances, names, types *core.Collection }

func newCollections(app core.App) (c collections, err error) {
	users, err := app.FindCollectionByNameOrId("users")
	if err != nil {
		return c, err
	}
	c.instances = core.NewBaseCollection("instances")
	c.instances.Fields.Add(&core.TextField{Name: "name"}, &core.RelationField{Name: "owner", CollectionId: users.Id, MaxSelect: 1})
	c.names = core.NewBaseCollection("names")
	c.names.Fields.Add(&core.TextField{Name: "name"})
	for _, one := range []*core.Collection{c.instances, c.names} {
		if err := app.Save(one); err != nil {
			return c, err
		}
	}
	c.types = typesCollection(c.instances.Id, c.names.Id)
	return c, app.Save(c.types)
}

// typesCollection has the fields of the service's types.
func typesCollection(instances, names string) *core.Collection {
	const many = 20
	c := core.NewBaseCollection("types")
	c.Fields.Add(&core.RelationField{Name: "instance", CollectionId: instances, MaxSelect: 1, Required: true}, &core.TextField{Name: "name"})
	for _, name := range []string{"nominal", "lifetime", "restock", "min", "qmin", "qmax", "cost"} {
		c.Fields.Add(&core.NumberField{Name: name, OnlyInt: true})
	}
	for _, name := range []string{"count_in_cargo", "count_in_hoarders", "count_in_map", "count_in_players", "crafted", "deloot", "enabled"} {
		c.Fields.Add(&core.BoolField{Name: name})
	}
	c.Fields.Add(
		&core.RelationField{Name: "category", CollectionId: names, MaxSelect: 1},
		&core.RelationField{Name: "usages", CollectionId: names, MaxSelect: many},
		&core.RelationField{Name: "values", CollectionId: names, MaxSelect: many}, &core.TextField{Name: "source_file"},
		&core.AutodateField{Name: "created", OnCreate: true}, &core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true})
	c.AddIndex("idx_types_instance", false, "instance", "")
	owned := types.Pointer("instance.owner = @request.auth.id")
	c.ListRule, c.ViewRule, c.CreateRule = owned, owned, owned
	return c
}
