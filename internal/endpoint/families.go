package endpoint

import (
	"slices"

	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

// families are the extensions that are more than records: a line each, in the order of the documentation.
func families() []Resource {
	return []Resource{
		family("batch", "Batch", "Many changes to the records of an instance at once: all of them, or none.", operation.Batch),
		does(writable(record.Recipes), operation.Recipes),
		family("files", "Files", "The game's files: read into records, and written from them.", operation.Files),
		family("documents", "Documents",
			"Files of the server that are one document each, such as globals.xml and cfggameplay.json: their values as JSON, "+
				"whatever the file is written in.", operation.Documents),
		family("packs", "Packs", "What the program knows of the files of mods.", operation.Packs),
		jobsOfInstances(),
		does(readable(record.Jobs), operation.Jobs),
		does(readable(record.StoredFiles), operation.StoredFiles),
		family("history", "History",
			"Every change to an instance is a revision: who did what to which records, and the way back.", operation.History),
		family("members", "Members", "Who works on an instance, and in which role.", slices.Concat(operation.Members, operation.Transfer)),
		family("invitations", "Invitations", "Links by which people become members of an instance.", operation.Invitations),
		family("invited", "Accepting Invitations", "What an invitation leads to, and becoming a member by it.", operation.Invited),
		family("drafts", "Drafts", "Copies of an instance in which changes are tried, compared and brought in.", operation.Drafts),
		family("layers", "Layers", "Named sets of changes to an instance that can be on or off.",
			slices.Concat(operation.Layers, operation.LayerReviews, operation.LayerBundles)),
		family("comments", "Comments", "What members say about records, revisions, layers and drafts.", operation.Comments),
		family("calendar", "Calendar", "What will happen with an instance, and when.", operation.Calendars),
		family("bundles", "Bundles", "Layers as files that can be handed on: those that anybody here may install.",
			slices.Concat(operation.Bundles, operation.BundleKeys)),
		family("tokens", "Tokens", "Tokens with limits, and tokens of an instance itself.",
			slices.Concat(operation.Tokens, operation.InstanceTokens)),
		family("audit", "Audit", "What was done that concerns who gets in, who may what, and what leaves the service.", operation.Audits),
		family("economy", "Economy", "What the loot economy of an instance comes to, by a model of the game's spawner.", operation.Economies),
		family("traders", "Traders", "What traders sell, whichever of the three mods they are of.", operation.Traders),
		family("texts", "Texts",
			"The files of an instance as text: any that is text, also one that cannot be read as what it should be.", operation.Texts),
		family("lint", "Lint", "What is wrong with the records of an instance, and changes that settle it.", operation.Lint),
		family("geo", "Positions", "Where things are on the map: what of an instance has a position, as GeoJSON.", operation.Positions),
		family("logs", "Server Logs", "What the logs of the game server say about the records of an instance.", operation.Logs),
		family("target", "Target", "Where the files of an instance's game server are, and how they are reached.", operation.Target),
		family("deliveries", "Deliveries", "Sending the files of an instance to its game server, and back.", operation.Deliveries),
		family("game-server", "Game Server", "The running game server of an instance: its status, and commands to it.", operation.GameServer),
	}
}

// family is what several operations are about together.
func family(name, title, about string, operations []*operation.Operation) Resource {
	return does(Resource{Name: name, Title: title, Surface: A, About: about}, operations)
}

// does adds operations to an extension.
func does(r Resource, operations []*operation.Operation) Resource {
	r.Endpoints = append(r.Endpoints, doing(operations)...)
	return extension(r)
}

func jobsOfInstances() Resource {
	r := readableAt(inside+"/"+record.Jobs.Path, record.Jobs)
	r.Name, r.Title = "instance-jobs", "Jobs Of An Instance"
	return does(r, operation.InstanceJobs)
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
