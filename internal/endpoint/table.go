package endpoint

import (
	"net/http"
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
		{"Instance resources", []Resource{
			writable(record.InstanceClassnames), writable(record.Types), presets(), writable(record.Events),
			writable(record.EventSpawns), writable(record.SpawnableTypes), writable(record.RandomPresets), writable(record.TraderSellers),
			writable(record.TraderItems), writable(record.TraderCurrencies), writable(record.PlayerLists),
			writable(record.PlayerSpawns), writable(record.EffectAreas), writable(record.Messages),
		}},
		{"Expansion GUI", expansion()},
		{"Extensions", []Resource{
			extension(writable(record.Maps)), extension(writable(record.TraderCategories)),
			extension(writable(record.ServerMods)), batch(), recipes(), views(), schedules(), files(), gameDocuments(), packs(),
			instanceJobs(), jobs(),
			storedFiles(), history(), members(), invitations(), invited(),
			economy(), texts(),
			lint(), geo(), logs(), target(), deliveries(), gameServer(),
		}},
		{"Expansion mod", documents()},
		{"Earlier API", []Resource{earlierInstances(), economyCore()}},
	}
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

func presets() Resource {
	r := record.TypePresets
	resource := writable(r)
	resource.Endpoints = append(resource.Endpoints, doing(operation.TypePresets)...)
	return resource
}

// extension marks all endpoints of a resource.
func extension(r Resource) Resource {
	for i := range r.Endpoints {
		r.Endpoints[i].Extension = true
	}
	return r
}

func batch() Resource {
	return extension(Resource{
		Name: "batch", Title: "Batch", Surface: A, About: "Many changes to the records of an instance at once: all of them, or none.",
		Endpoints: doing(operation.Batch),
	})
}

func recipes() Resource {
	resource := writable(record.Recipes)
	resource.Endpoints = append(resource.Endpoints, doing(operation.Recipes)...)
	return extension(resource)
}

func views() Resource { return extension(writable(record.Views)) }

func schedules() Resource { return extension(writable(record.Schedules)) }

func files() Resource {
	return extension(Resource{
		Name: "files", Title: "Files", Surface: A, About: "The game's files: read into records, and written from them.",
		Endpoints: doing(operation.Files),
	})
}

func gameDocuments() Resource {
	return extension(Resource{
		Name: "documents", Title: "Documents", Surface: A,
		About: "Files of the server that are one document each, such as globals.xml and cfggameplay.json: their values as JSON, whatever " +
			"the file is written in.",
		Endpoints: doing(operation.Documents),
	})
}

func packs() Resource {
	return extension(Resource{
		Name: "packs", Title: "Packs", Surface: A, About: "What the program knows of the files of mods.", Endpoints: doing(operation.Packs),
	})
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

func texts() Resource {
	return extension(Resource{
		Name: "texts", Title: "Texts", Surface: A,
		About:     "The files of an instance as text: any that is text, also one that cannot be read as what it should be.",
		Endpoints: doing(operation.Texts),
	})
}

func members() Resource {
	return extension(Resource{
		Name: "members", Title: "Members", Surface: A, About: "Who works on an instance, and in which role.", Endpoints: doing(operation.Members),
	})
}

func invitations() Resource {
	return extension(Resource{
		Name: "invitations", Title: "Invitations", Surface: A, About: "Links by which people become members of an instance.",
		Endpoints: doing(operation.Invitations),
	})
}

func invited() Resource {
	return extension(Resource{
		Name: "invited", Title: "Accepting Invitations", Surface: A, About: "What an invitation leads to, and becoming a member by it.",
		Endpoints: doing(operation.Invited),
	})
}

func history() Resource {
	return extension(Resource{
		Name: "history", Title: "History", Surface: A,
		About:     "Every change to an instance is a revision: who did what to which records, and the way back.",
		Endpoints: doing(operation.History),
	})
}

func jobs() Resource {
	resource := readable(record.Jobs)
	resource.Endpoints = append(resource.Endpoints, doing(operation.Jobs)...)
	return extension(resource)
}

func instanceJobs() Resource {
	resource := readableAt(inside+"/"+record.Jobs.Path, record.Jobs)
	resource.Name, resource.Title = "instance-jobs", "Jobs Of An Instance"
	resource.Endpoints = append(resource.Endpoints, doing(operation.InstanceJobs)...)
	return extension(resource)
}

func storedFiles() Resource {
	resource := readable(record.StoredFiles)
	resource.Endpoints = append(resource.Endpoints, doing(operation.StoredFiles)...)
	return extension(resource)
}

func lint() Resource {
	return extension(Resource{
		Name: "lint", Title: "Lint", Surface: A, About: "What is wrong with the records of an instance, and changes that settle it.",
		Endpoints: doing(operation.Lint),
	})
}

func geo() Resource {
	return extension(Resource{
		Name: "geo", Title: "Positions", Surface: A, About: "Where things are on the map: what of an instance has a position, as GeoJSON.",
		Endpoints: doing(operation.Positions),
	})
}

func economy() Resource {
	return extension(Resource{
		Name: "economy", Title: "Economy", Surface: A, About: "What the loot economy of an instance comes to, by a model of the game's spawner.",
		Endpoints: doing(operation.Economies),
	})
}

func logs() Resource {
	return extension(Resource{
		Name: "logs", Title: "Server Logs", Surface: A, About: "What the logs of the game server say about the records of an instance.",
		Endpoints: doing(operation.Logs),
	})
}

func target() Resource {
	return extension(Resource{
		Name: "target", Title: "Target", Surface: A, About: "Where the files of an instance's game server are, and how they are reached.",
		Endpoints: doing(operation.Target),
	})
}

func deliveries() Resource {
	return extension(Resource{
		Name: "deliveries", Title: "Deliveries", Surface: A, About: "Sending the files of an instance to its game server, and back.",
		Endpoints: doing(operation.Deliveries),
	})
}

func gameServer() Resource {
	return extension(Resource{
		Name: "game-server", Title: "Game Server", Surface: A, About: "The running game server of an instance: its status, and commands to it.",
		Endpoints: doing(operation.GameServer),
	})
}

func earlierInstances() Resource {
	r := record.Instances
	return Resource{
		Name: "instance", Title: "Instances (earlier API)", About: r.About, Surface: B, Record: r, Endpoints: doing(operation.EarlierInstances),
	}
}

func economyCore() Resource {
	r := record.EconomyCores
	return Resource{
		Name: "economy-core", Title: "Economy core (earlier API)", About: r.About, Surface: B, Record: r, Endpoints: doing(operation.EconomyCore),
	}
}
