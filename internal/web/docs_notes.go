package web

import (
	"slices"

	"quartermaster/internal/endpoint"
)

// docsNotes tell what is special about a resource and does not follow from its declaration.
var docsNotes = map[string][]string{
	"health": {
		"It needs no token. 60 requests a minute are answered for each address.",
		"`status` is `healthy` or `unhealthy`, each check is `ok` or `failed`. Every check does real work: a query of the database, a value written to the cache and " +
			"read back, a file written, read and deleted, and how long ago the background worker last beat. When one fails the answer has the status 503.",
	},
	"instances": {
		"The `sid` of an instance is the `{instance}` in all addresses below it.",
		"These are summaries. Instances are made, changed and deleted with the earlier API, or in the browser.",
		"`revision` grows with every change to anything in the instance.",
	},
	"classnames": {"The operator fills the catalogue from his own server's files; it may be empty."},
	"mods": {
		"Built-in mods are the same for everyone and read only: changing one answers 403. Those that you make are yours alone.",
	},
	"workshop-mods": {"The operator fills them from an answer of the Steam Workshop; there may be none."},
	"type-values":   {"Those of the game are built in. Others that a file of yours names become your own when you import it."},
	"type-usages":   {"Those of the game are built in. Others that a file of yours names become your own when you import it."},
	"type-tags":     {"Those of the game are built in. Others that a file of yours names become your own when you import it."},
	"categories":    {"Built-in categories are read only: changing one answers 403. Those that you make, or that a file of yours names, are yours alone."},
	"subcategories": {"Built-in ones are read only: changing one answers 403. Those that you make are yours alone."},
	"instance-classnames": {
		"Types, spawnable types, trader items and currencies refer to one of these by its id, so make the class name first.",
		"Class names that an import makes take what the catalogue knows about them, unless `use_vanilla_classnames` of the instance is off.",
	},
	"types": {
		"`null` means that the file does not set the value, which is not the same as 0.",
		"Numbers that a new type leaves out come from `default_type_values` of its class name. One that is sent counts, also `null`.",
		"The filter `category` looks at the type's own `category_id`, not at that of its class name. `source_file` names a file; the types of the main file, where it is " +
			"`null`, cannot be listed alone.",
		"`tag_id` is the first of `tag_ids`. Writing `tag_id` makes it the only one; where both are sent, `tag_ids` counts.",
	},
	"presets": {
		"Applying a preset puts every value that it holds into the types that match: those of its category, by the type's own category or else its class name's, " +
			"and all types where it has none. `usage_ids` and `value_ids` that are empty leave those of the types alone.",
		"The body of `apply` may hold `dry_run`, a boolean: count and change nothing; and `type_sids`, a list of texts: these types in place of those that match. " +
			"`[]` means none, `null` counts as not sent, and a sid that no type of the instance has answers 422.",
		"Without `dry_run` the preset is applied at once, and a body that cannot be read, or whose `Content-Type` is neither JSON nor a form, counts as empty. To try it, put " +
			"`dry_run=1` into the query of the address, and see that the answer says `dry_run`.",
		"Lists hold `usage_ids` and `value_ids` without `include`.",
		"`matched` counts the types, `updated` those whose values change or, with `dry_run`, would change. All are changed or none. " +
			"A disabled preset answers 422.",
	},
	"events": {"Two events may have the same name, as the game's files do."},
	"spawnable-types": {
		"A block either names a preset or has a chance and items of its own. One that has both is stored and written as it is; which of them the game goes by does not show.",
	},
	"trader-items": {
		"`quantity` and `quantity_code` say the same and follow each other: the one that changes counts, and `quantity_code` where both do. " +
			"A code of letters has the quantity -1. A new item without either gets -1 and `*`.",
		"`category_id` is the id of a trader category of the same seller, not of a category of types.",
	},
	"trader-categories": {"A category that gets another `seller_id` takes its items along."},
	"player-lists": {
		"`expired=1` lists the entries whose `expires_at` is past, `expired=0` all others.",
		"A `be_id` that a new entry leaves out follows from a `steam_id` of 17 digits. Another `steam_id` renews it, but not one that you have sent yourself.",
	},
	"batch": {
		"`operations` is a list of 1 to 1,000. They run in their order in one transaction: each sees what those before it did, and all of them count or none. " +
			"The instance's history shows one change.",
		"`op` is `create`, `update`, `upsert` or `delete`. `resource` is what follows the instance in the address of the resource's list: " + batchable() + ". " +
			"`data` holds the fields, and is there for every `op` but `delete`; `update` asks for no required ones, as PATCH. `sid` names the record that is updated or " +
			"deleted; a `sid` inside `data` is ignored.",
		"`upsert` changes the record with that `sid`. Without one it finds the record by the fields that the resource's page names, of which those with a default " +
			"may be left out: it makes a record where there is none, changes the one that there is, and is refused where there are several. Class names are found in any " +
			"letter case, and are then written as they were sent.",
		"An operation cannot refer to a record that another one of the batch makes: its `id` is not known before the answer.",
		"`results` has an entry for each operation, in the same order: its `op`, a `status` of 200 or 201, and the record under `data`, or `result` and `deleted`.",
		"When anything is wrong, nothing is changed and the answer is 422 with every fault, under names such as `operations.3.data.nominal`; the first operation is number 0. " +
			"An operation that is no object is told alone, before the others are looked at.",
		"The body may have up to 8 MB.",
	},
	"files": {
		"Generated files are made from the records at the moment of the request. An entry that nobody changed comes back as it was imported, byte for byte.",
		"An import is a multipart body: one or more `files[]`, which may be ZIPs, and optionally `mode`. `merge`, the default, leaves records alone that a file " +
			"does not name; `replace` makes the file's records exactly the file's. A file is known by what it holds, not by its name.",
		"`state` tells how a file compares with the last one that was imported as a whole: `unchanged`, `changed`, or `new` where there was none. With `diff=1` a file's address " +
			"answers how: `records` that were `added`, `removed` or `changed`, with the `old` and `new` value of each field and names in the place of ids, and `unified`, the " +
			"difference of the texts. With `Accept: text/x-diff` the answer is that text alone.",
		"Paths begin at the server's folder: `mpmissions`, the mission's folder, and the file below it.",
		"With `dry_run=1`, in the body or the address, nothing is changed, and `changes` tells for each record what would be different: at most 1,000 records, and " +
			"`changes_omitted` how many more. A record that would be added has a `sid` of the moment.",
		"More than 50 files, or more than 2 MiB unpacked, become a job, as does any import with `async=1`: the answer is 202 with the job and its address. " +
			"Five jobs of a user may wait at once; one more answers 429.",
		"A ZIP may hold 10,000 files of 32 MiB each, and all ZIPs of a request 256 MiB unpacked. Archives in it, encrypted files, links, paths that lead out of it, two files " +
			"of one path, and files that unpack to more than 200 times their size are refused, and nothing is imported.",
		"Each file stands for itself: its `status` is `imported`, `skipped` (no file that is read) or `failed`, and of one that failed nothing is kept. " +
			"When all of them failed the answer has the status 422.",
	},
	"settings": settingNotes(),
	"market-traders": {
		"A line of `Currencies`, `Categories` or `Items` is one class name or category. In `Categories` and `Items` a colon and a number may follow: 0 for buying only, 1 for both, which counts without one, 2 for " +
			"selling only, 3 for what comes attached only.",
	},
	"market-categories": {
		"`items` is the whole list: a row that is left out is deleted, and without `items` all stay. Rows are known again by their `ClassName`; what one of them leaves out stays. `{item}` is the sid of an item, which follows from its class name and stands in the page of the category.",
		"The ZIP of the market holds `ExpansionMod/Market` and `ExpansionMod/Traders`, the same bytes for the same records.",
	},
	"ai-loadouts":  {"`data` is one JSON document, so that what is wrong with it answers 422 with the form, in a browser too."},
	"trader-zones": {"The stock of a zone is counted by the server: it is shown and kept, and nothing that is sent changes it."},
	"history": {
		"The list begins with the newest revision. With `resource` and `sid` it holds only what happened to that record, which may be gone, under `changes`. " +
			"`resource` is what follows the instance in the address of the resource's list, such as `types` or `expansion/settings`.",
		"`before` and `after` hold the fields that are different: all that are set of a record that was made or deleted, and `null` where the record is not there. " +
			"The pages of one revision are those of its `changes`.",
		"`diff` compares the revision of its address with `to`, or with the newest: one entry for each record that is `added`, `removed` or `changed`, " +
			"whatever happened to it in between.",
		"`revert` makes a new revision, so it can be reverted as well. Without a body the whole instance goes back, in one step: records made since are deleted, " +
			"deleted ones are there again under their `id` and `sid`, and the generated files are what they were. With `resource` and `sid` only that record goes back. " +
			"`dry_run` counts and changes nothing. A body that cannot be read counts as none: to try it, put `dry_run=1` into the query of the address. Passwords stay as " +
			"they are.",
		"References to categories, tags and the like that were deleted stay empty, and `warnings` tells so. A record that does not fit the others any more answers 422.",
		"The operator may limit how long the history is kept; revisions before that answer 404.",
	},
	"jobs": {
		"A job begins as `queued`. A worker makes it `running`, and it ends as `done`, with a `result`, or as `failed`, with an `error`. `result` is what `data` of the answer would " +
			"have been; lists hold it with `include=result`.",
		"A restart of the server does not end a job: it goes on with the file that it was about, and what had been imported by then is reported as unchanged.",
		"`events` is a stream of server-sent events: `progress` with `state`, `done`, `total` and `what`, as often as they change, and at last `end` with the same. A comment " +
			"every 15 seconds shows that the stream is alive. A user may follow eight streams at once; one more answers 429.",
		"Jobs that have ended are deleted after a week.",
	},
	"stored-files": {
		"An import stores what was uploaded, as it came, and a download of generated files what was generated. The same content under the same name is stored once.",
		"Your plan limits the number of uploads, the number of generated files and the size of all together. What would exceed it is answered with 413: `limit_type` is " +
			"`stored_uploads`, `stored_generates` or `total_storage`, `current` what is stored and `limit` what the plan allows, in files or bytes. Nothing has been imported then.",
		"Deleting a file makes room at once. It changes nothing in your instances.",
	},
	"lint": {
		"The findings come with the gravest first. `rule` has a page at `/docs/lint/` followed by its name, `resource` and `sid` name the record, and `fix` tells what the " +
			"automatic fix would do, or is `null`. Nothing is changed unless you ask for it.",
		"A fix names findings by `rule` and `sid`; without a `sid` it settles all findings of the rule that have a fix. Everything is done as one revision, which the history can " +
			"undo. With `dry_run`, a boolean, nothing is changed, and `changes` tells what would be. A finding that is settled already, or has no fix, answers 422, and " +
			"nothing is changed.",
		"`severities` sets the severity of rules in this instance: `error`, `warning`, `info` or `off`; `null` puts back the `default`. Rules that are left out stay. " +
			"`restart_interval` is how many seconds the server runs before it is restarted, which one of the rules goes by.",
	},
	"instance": {
		"This is the earlier API: records are not wrapped in `data`, and a list is a page with the links of a paginator. " +
			"It takes `page`, `amount` (1 to 100, 30 without it) and `like`, a part of the name.",
		"A new instance comes with an economy core of the defaults. Deleting one deletes everything in it.",
	},
	"economy-core": {
		"Each instance has exactly one. POST and PATCH do the same: they change the fields that are sent. DELETE puts the defaults back, under a new sid.",
		"Booleans are `0` and `1` in answers; `true` and `false` are taken too.",
	},
}

// batchable names the resources that a batch may write.
func batchable() string {
	var names []string
	for _, r := range endpoint.Batchable(endpoint.Table()) {
		names = append(names, "`"+r.Path+"`")
	}
	slices.Sort(names)
	return enumerate(names, "or")
}
