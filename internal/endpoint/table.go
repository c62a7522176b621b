package endpoint

import (
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

const (
	v1        = "/api/v1"
	instances = v1 + "/instances"
	inside    = instances + "/{instance}"
	earlier   = "/api/instance"
)

// Table returns all groups, in the order of the documentation.
func Table() []Group {
	groups := groups()
	for _, g := range groups {
		for i := range g.Resources {
			g.Resources[i].Endpoints = withCSV(g.Resources[i].Endpoints)
		}
	}
	return groups
}

// withCSV gives lists an address for CSV beside that for JSON, and those of records that can be made in an instance one to send it to.
func withCSV(endpoints []Endpoint) (list []Endpoint) {
	for _, e := range endpoints {
		list = append(list, e)
		csv := Endpoint{Method: e.Method, Path: e.Path + ".csv", Record: e.Record, Extension: true}
		switch {
		case e.Action == List:
			csv.Action, csv.Summary = ExportCSV, "List "+e.Record.Plural()+" as CSV."
		case e.Action == Create && e.Record.Scope == record.InInstance:
			csv.Action, csv.Summary = ImportCSV, "Change and create records by the rows of a CSV file."
		default:
			continue
		}
		list = append(list, csv)
	}
	return list
}

func groups() []Group {
	return []Group{
		{"Operational", []Resource{health()}},
		{"Core", []Resource{core()}},
		{"Reference data", []Resource{
			readable(record.Classnames), writable(record.Mods), readable(record.WorkshopMods), readable(record.TypeValues),
			readable(record.TypeUsages), readable(record.TypeTags), writable(record.Categories), writable(record.Subcategories),
		}},
		{"Instance resources", stated()},
		{"Expansion GUI", expansion()},
		{"Extensions", slices.Concat([]Resource{extension(writable(record.Maps))}, others(), families())},
		{"Expansion mod", documents()},
		{"Earlier API", []Resource{earlierInstances(), economyCore()}},
	}
}

// statedRecords are the records of instances that clients of the first version know.
func statedRecords() []*record.Resource {
	return []*record.Resource{
		record.InstanceClassnames, record.Types, record.TypePresets, record.Events, record.EventSpawns, record.SpawnableTypes,
		record.RandomPresets, record.TraderSellers, record.TraderItems, record.TraderCurrencies, record.PlayerLists, record.PlayerSpawns,
		record.EffectAreas, record.Messages,
	}
}

func stated() (list []Resource) {
	for _, r := range statedRecords() {
		resource := writable(r)
		if r == record.TypePresets {
			resource.Endpoints = append(resource.Endpoints, doing(operation.TypePresets)...)
		}
		list = append(list, resource)
	}
	return list
}

// others are the records of instances that no other resource of the table has.
func others() (list []Resource) {
	elsewhere := append(statedRecords(), record.EconomyCores, record.LintSettings, record.Files, record.Recipes)
	for _, r := range record.All() {
		if r.Scope == record.InInstance && !r.HoldsDocuments() && !slices.Contains(elsewhere, r) {
			list = append(list, extension(writable(r)))
		}
	}
	return list
}

func health() Resource {
	return Resource{
		Name: "health", Title: "Health", Surface: A, About: "Whether the service and all that it stands on work.",
		Endpoints: doing(operation.Health),
	}
}

func core() Resource {
	return Resource{
		Name: "instances", Title: "Instances", Surface: A, Record: record.InstanceSummaries, About: record.InstanceSummaries.About,
		Endpoints: doing(operation.Instances),
	}
}

// base is the address of a resource's list.
func base(r *record.Resource) string {
	if r.Scope == record.InInstance {
		return inside + "/" + r.Path
	}
	return v1 + "/" + r.Path
}

func readable(r *record.Resource) Resource { return readableAt(base(r), r) }

func readableAt(path string, r *record.Resource) Resource {
	return Resource{
		Name: name(r), Title: title(r), About: r.About, Surface: A, Record: r,
		Endpoints: []Endpoint{
			{Method: http.MethodGet, Path: path, Action: List, Summary: "List " + r.Plural() + ".", Record: r},
			{Method: http.MethodGet, Path: path + "/{" + r.Param() + "}", Action: Get, Summary: "One " + r.One + ".", Record: r},
		},
	}
}

// name distinguishes the class names of an instance from those of the catalog.
func name(r *record.Resource) string {
	if r == record.InstanceClassnames {
		return "instance-classnames"
	}
	return r.Path
}

// title writes the words of the plural with capitals.
func title(r *record.Resource) string {
	words := strings.Fields(r.Plural())
	for i, word := range words {
		words[i] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, " ")
}

func writable(r *record.Resource) Resource {
	resource := readable(r)
	path := base(r)
	one := path + "/{" + r.Param() + "}"
	resource.Endpoints = append(resource.Endpoints,
		Endpoint{Method: http.MethodPost, Path: path, Action: Create, Summary: "Create a record.", Record: r},
		Endpoint{Method: http.MethodPut, Path: one, Action: Update, Summary: "Change a record; the required fields must be sent.", Record: r},
		Endpoint{Method: http.MethodPatch, Path: one, Action: Patch, Summary: "Change any fields of a record.", Record: r, Extension: true},
		Endpoint{Method: http.MethodDelete, Path: one, Action: Delete, Summary: "Delete a record.", Record: r},
	)
	if bulk := operation.Bulk(r); bulk != nil {
		resource.Endpoints = append(resource.Endpoints, doing([]*operation.Operation{bulk})...)
	}
	return resource
}

// extension marks all endpoints of a resource.
func extension(r Resource) Resource {
	for i := range r.Endpoints {
		r.Endpoints[i].Extension = true
	}
	return r
}

// doing are the endpoints of operations.
func doing(operations []*operation.Operation) (list []Endpoint) {
	for _, o := range operations {
		list = append(list, Endpoint{
			Method: o.Method, Path: address(o), Action: Action(o.Name), Summary: o.Summary, Record: o.Record, Extension: !o.Stated, Operation: o,
		})
	}
	return list
}

// address is the path of an operation.
func address(o *operation.Operation) string {
	base := inside
	switch {
	case o.Earlier && o.Account:
		base = earlier
	case o.Earlier:
		base = earlier + "/{instance_sid}"
	case o.Account:
		base = v1
	}
	return strings.TrimSuffix(base+"/"+o.Path, "/")
}
