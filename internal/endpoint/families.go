package endpoint

import (
	"quartermaster/internal/operation"
	"quartermaster/internal/record"
)

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
