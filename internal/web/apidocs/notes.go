package apidocs

import (
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// resourceNotes describe what is special about a resource and does not follow from its declaration.
var resourceNotes = map[string][]string{
	"health": {
		"No token is needed. Each IP address may send 60 requests a minute.",
		"`status` is `healthy` or `unhealthy`, each check is `ok` or `failed`. The checks do real work: they query the database, write a " +
			"value to the cache and " +
			"read it back, write, read and delete a file, and look at the last heartbeat of the background worker. If one fails, the response " +
			"has the status 503.",
	},
	"instances": {
		"The `sid` of an instance is the `{instance}` in all URLs below it.",
		"These are summaries. Instances are created, changed and deleted with the earlier API, or in the browser.",
		"`revision` grows with every change to anything in the instance.",
	},
	"classnames": {"The operator fills the catalog from a server's files; it may be empty."},
	"mods": {
		"Built-in mods are the same for everyone and read-only: changing one is answered with 403. Mods that you create are yours alone.",
	},
	"workshop-mods": {"The operator loads them from the Steam Workshop; there may be none."},
	"type-values":   {"The game's own are built in. Others that your files use are created for you when you import them."},
	"type-usages":   {"The game's own are built in. Others that your files use are created for you when you import them."},
	"type-tags":     {"The game's own are built in. Others that your files use are created for you when you import them."},
	"categories": {
		"Built-in categories are read-only: changing one is answered with 403. Those that you create, or that your imported files use, are " +
			"yours alone.",
	},
	"subcategories": {"Built-in ones are read-only: changing one is answered with 403. Those that you create are yours alone."},
	"instance-classnames": {
		"Types, spawnable types, trader items and currencies refer to a class name by its id, so create the class name first.",
		"Class names that an import creates get the values that the catalog has for them, unless `use_vanilla_classnames` of the instance is " +
			"off.",
	},
	"types": {
		"`null` means that the file does not set the value, which is not the same as 0.",
		"Numbers that a new type leaves out come from `default_type_values` of its class name. A value that is sent takes precedence, even " +
			"`null`.",
		"The filter `category` compares the type's own `category_id`, not that of its class name. `source_file` filters by file; the types of " +
			"the main file, for which it is `null`, cannot be listed on their own.",
		"`tag_id` is the first of `tag_ids`. Setting `tag_id` makes it the only tag; if both are sent, `tag_ids` takes precedence.",
	},
	"presets": {
		"Applying a preset writes all of its values to the types that match: the types of its category, going by the type's own category or " +
			"else by its class name's, " +
			"or all types if the preset has no category. Empty `usage_ids` and `value_ids` leave those of the types unchanged.",
		"The body of `apply` may have `dry_run`, a boolean, to count without changing anything, and `type_sids`, a list of texts, to apply " +
			"the preset to these types instead of those that match. " +
			"`[]` means none, `null` counts as not sent, and a sid that is not that of a type of the instance is answered with 422.",
		"Without `dry_run` the preset is applied immediately. A body that cannot be parsed, or whose `Content-Type` is neither JSON nor a " +
			"form, counts as empty, so for a preview put `dry_run=1` into the query of the URL, and check that the response says `dry_run`.",
		"Lists include `usage_ids` and `value_ids` without `include`.",
		"`matched` is the number of matching types, `updated` the number of those whose values change or, with `dry_run`, would change. " +
			"Either all are changed or none. A disabled preset is answered with 422.",
	},
	"events": {"Two events may have the same name, as the game's files do."},
	"spawnable-types": {
		"A block either names a preset or has its own chance and items. A block with both is stored and written as it is; it is not known " +
			"which of them the game uses.",
	},
	"trader-items": {
		"`quantity` and `quantity_code` say the same thing: changing one changes the other, and if both are sent, `quantity_code` takes " +
			"precedence. A code made of letters has the quantity -1. A new item without either gets -1 and `*`.",
		"`category_id` is the id of a trader category of the same seller, not of a category of types.",
	},
	"trader-categories": {"When the `seller_id` of a category changes, its items move with it."},
	"player-lists": {
		"`expired=1` lists the entries whose `expires_at` has passed, `expired=0` all others.",
		"If a new entry has no `be_id`, it is computed from a 17-digit `steam_id`. Changing the `steam_id` updates it, unless you set the " +
			"`be_id` yourself.",
	},
	"batch": {
		"`operations` is a list of 1 to 1,000 operations. They run in order in one transaction: each sees the effects of those before it, and " +
			"either all of them take effect or none. They are one revision in the instance's history.",
		"`op` is `create`, `update`, `upsert` or `delete`. `resource` is what follows the instance in the URL of the resource's list: " +
			batchable() + ". " +
			"`data` has the fields and is needed for every `op` except `delete`; like PATCH, `update` has no required fields. `sid` names the " +
			"record to update or delete; a `sid` inside `data` is ignored.",
		"`upsert` changes the record with that `sid`. Without a `sid` it looks for a record by the fields named on the resource's page, of " +
			"which those with a default " +
			"may be left out: if there is none, it creates one; if there is one, it changes it; if there are several, it fails. Class names are " +
			"found regardless of case, and are then written as sent.",
		"An operation cannot refer to a record that another operation of the same batch creates, because its `id` is not known before the " +
			"response.",
		"`results` has an entry for each operation, in the same order: its `op`, a `status` of 200 or 201, and the record under `data`, or " +
			"`result` and `deleted`.",
		"If anything is wrong, nothing is changed and the response is 422 with all errors, under names such as `operations.3.data.nominal`; " +
			"the first operation is number 0. An operation that is not an object is reported on its own, before the others are checked.",
		"The body may have up to 8 MB.",
	},
	"files": {
		"Files are generated from the records at the moment of the request. An entry that nobody has changed comes back as it was imported, " +
			"byte for byte.",
		"An import is a multipart body: one or more `files[]`, which may be ZIPs, and optionally `mode`. With `merge`, the default, records " +
			"that are missing from a file are kept; with `replace` they are deleted. Files are recognized by their content, not by their names.",
		"`state` compares a file with the last one that was imported as a whole: `unchanged`, `changed`, or `new` if there was none. With " +
			"`diff=1`, the URL of a file " +
			"returns the differences: `records` that were `added`, `removed` or `changed`, with the `old` and `new` value of each field and " +
			"names in place of ids, and `unified`, the difference of the texts. With `Accept: text/x-diff` the response is only that text.",
		"Paths start at the server's folder: `mpmissions`, the mission's folder, and the file inside it.",
		"With `dry_run=1`, in the body or in the query, nothing is changed, and `changes` lists what would change in each record: at most " +
			"1,000 records, with `changes_omitted` as the number of further ones. The `sid` of a record that would be added is temporary.",
		"An import of more than 50 files or more than 2 MiB unpacked becomes a job, as does any import with `async=1`: the response is 202 " +
			"with the job and its URL. A user may have five jobs waiting; one more is answered with 429.",
		"Files that seem to be from a server on another map than the instance's are imported with a sentence in `warnings`; with " +
			"`other_map=refuse` the response is 422 on `files`, and nothing is changed.",
		"A ZIP may contain 10,000 files of 32 MiB each, and all ZIPs of a request 256 MiB unpacked. Nested archives, encrypted files, links, " +
			"paths that lead out of the ZIP, duplicate paths " +
			"and files that unpack to more than 200 times their size are rejected, and nothing is imported.",
		"Each file is imported on its own: its `status` is `imported`, `skipped` (a file of no known kind) or `failed`, and nothing is kept " +
			"of a file that failed. If all files failed, the response has the status 422.",
	},
	"settings": settingNotes(),
	"market-traders": {
		"Each line of `Currencies`, `Categories` or `Items` is a class name or a category. In `Categories` and `Items` it may be followed by " +
			"a colon and a number: 0 for buying only, 1 for buying and selling (the default), 2 for selling only, 3 for attachments only.",
	},
	"market-categories": {
		"`items` is the whole list: rows that are left out are deleted; without `items` all of them stay. Rows are matched by `ClassName`, " +
			"and fields that a row leaves out keep their values. `{item}` is the sid of an item, which is derived from its class name and can be " +
			"found in the page of the category.",
		"The ZIP of the market contains `ExpansionMod/Market` and `ExpansionMod/Traders`. Equal records give exactly the same bytes.",
	},
	"ai-loadouts":  {"`data` is a single JSON document, so errors in it are answered with 422 and the form, even in a browser."},
	"trader-zones": {"The game server counts the stock of a zone. It is shown and kept, and requests cannot change it."},
	"history": {
		"The list starts with the newest revision. With `resource` and `sid` it has only the changes to that record, even if it has been " +
			"deleted, under `changes`. " +
			"`resource` is what follows the instance in the URL of the resource's list, such as `types` or `expansion/settings`.",
		"`before` and `after` have the fields that differ: for a record that was created or deleted, all fields that are set, with `null` on " +
			"the side where the record does not exist. `page` and `per_page` of a single revision divide its `changes`.",
		"`diff` compares the revision in the URL with `to`, or with the newest one: one entry for each record that was `added`, `removed` or " +
			"`changed`, whatever happened to it in between.",
		"`revert` makes a new revision, so it can itself be reverted. Without a body the whole instance goes back in one step: records " +
			"created since are deleted, " +
			"deleted records come back with their `id` and `sid`, and the generated files are what they were. With `resource` and `sid` only " +
			"that record goes back. " +
			"`dry_run` counts without changing anything. A body that cannot be parsed counts as empty, so for a preview put `dry_run=1` into the " +
			"query of the URL. Passwords are not reverted.",
		"References to categories, tags and the like that have been deleted stay empty, with an entry in `warnings`. If a record is no longer " +
			"compatible with the others, the response is 422.",
		"The operator may limit how long the history is kept; older revisions are answered with 404.",
	},
	"recipes": {
		"Each step changes the records of a `resource` that the filter `q` finds by its `operations`, as `bulk` of that resource does. Steps " +
			"are checked when a recipe is saved.",
		"`run` makes the changes of all steps, each on what those before it have left, as one revision that can be undone: all of them or " +
			"none. Its body may have `dry_run`, and `instance`, " +
			"the sid of another of your instances on which it is run. What takes longer than a client waits becomes a job: the response is 202 " +
			"with the job.",
		"Recipes that come with the program are listed by `built-in`, apart from your own. Their `sid` works in `run` and `copy`, with " +
			"`factor` as what they multiply by; they cannot be changed.",
		"`POST .../recipes/run` runs up to 20 of them in the order of `recipes`, as one revision; steps are then counted over all of them.",
	},
	"instance-jobs": {
		"The jobs of one instance; `/jobs` has those of all. A change of 10,000 records or more, such as a bulk change, a recipe, an undo or " +
			"a revert, is answered with 202 and the job, " +
			"whose `result` is later what `data` of the response would have been. It changes everything or nothing, and once only, also when the " +
			"server is restarted.",
	},
	"game-server": {
		"The status comes from the `ip` and the `query_port` of the instance, who plays by name from RCon. A game server is asked at most " +
			"every ten seconds.",
		"Where the service runs in a data centre, addresses of private networks are refused, unless its operator has allowed them " +
			"(`--private-targets`).",
	},
	"schedules": {
		"`deliver` sends what differs, unless problems or the running game hold it back (with `while_running` the game does not); what " +
			"someone has changed on the server stays there; `lists` sends the lists of players alone, so that bans that have expired end, and " +
			"has the server read them (`loadBans`); `pull` takes in what has changed on the server, as a safety copy.",
		"`layer` turns a layer on, and off at the end of its span: `until` a time or `for` so long, of which days are those of the clock in " +
			"`time_zone`. With `before` it goes on so many minutes before the first delivery that is planned from its time on. `recipe` makes the " +
			"changes of a recipe of the instance, `announce` shows players a `text`. They need what the thing itself needs as well: `edit`, or " +
			"`players` for an announcement. `planned_by` names who has planned it; it runs as the instance, also when he has left.",
		"`at` is one time, in place of `cron`. What a layer stands on may be gone or changed by then: it is `held` then, with the reason, and " +
			"nothing of it is done. A start that was missed is made up while the span lasts, else it is `skipped`; so is an announcement that is " +
			"more than ten minutes late. While a layer is on, `ends_at` says until when; times of the expression that lie in the span do nothing.",
		"Times that a time zone leaves out in spring come at once behind the gap; those that it has twice in autumn come once, unless the " +
			"hour is `*`. A run that was missed is made up once. Schedules are no part of the instance: saving one makes no revision.",
	},
	"views": {
		"A view is a list with its filter `q`, what it is `sort`ed by and, as a `grid`, its `columns`. Its page is " +
			"`/instances/{instance}/views/{view}`, which leads to that list.",
		"Views are seen by their owner alone unless they are `shared`. They are no part of the instance: saving one makes no revision.",
	},
	"jobs": {
		"A job starts as `queued`. A worker makes it `running`, and it ends as `done`, with a `result`, or as `failed`, with an `error`. " +
			"`result` is what `data` of the response would have been; lists have it with `include=result`.",
		"Jobs survive a restart of the server: a job continues with the file it was working on, and everything imported before is reported as " +
			"unchanged.",
		"`events` is a stream of server-sent events: `progress` with `state`, `done`, `total` and `what` whenever they change, and finally " +
			"`end` with the same. A comment " +
			"every 15 seconds keeps the stream alive. A user may have eight streams open; one more is answered with 429.",
		"Finished jobs are deleted after a week.",
	},
	"stored-files": {
		"An import stores the uploaded files as they were, and a download of generated files stores what was generated. The same content " +
			"under the same name is stored once.",
		"Your plan limits the number of uploads, the number of generated files and their total size. A request that would exceed a limit is " +
			"answered with 413: `limit_type` is " +
			"`stored_uploads`, `stored_generates` or `total_storage`, `current` is what is stored and `limit` what the plan allows, in files or " +
			"bytes. Nothing is imported in that case.",
		"Deleting a file frees its space immediately. It changes nothing in your instances.",
	},
	"lint": {
		"The most severe problems come first. Each `rule` is described at `/docs/lint/` followed by its name, `resource` and `sid` name the " +
			"record, and `fix` describes the automatic fix, or is `null`. Nothing changes unless you ask for it.",
		"`vanilla` says that the unmodified files of the game have the same problem: the pages fold those away. `summary` counts the problems " +
			"by rule.",
		"A fix names problems by `rule` and `sid`; without a `sid` it fixes all problems of the rule that can be fixed automatically, with " +
			"`own` only those that are not `vanilla`. All changes are one revision, which you can " +
			"undo. With `dry_run`, a boolean, nothing is changed, and `changes` lists what would change. A problem that has already been fixed, " +
			"or that has no fix, is answered with 422, and nothing is changed.",
		"`severities` sets the severity of rules in this instance: `error`, `warning`, `info` or `off`; `null` restores the `default`. Rules " +
			"that are left out keep theirs. " +
			"`restart_interval` is the time in seconds between restarts of the server, which one of the rules uses. As long as it is `null`, the " +
			"messages that shut the server down say it; without any, the rule finds nothing.",
	},
	"geo": {
		"The answer is GeoJSON, whose coordinates are metres of the game's map: from the west edge, from the south edge and, where it is " +
			"known, the height. `layers` and `bbox` narrow it.",
		"`resource`, `sid` and `path` of a feature name the record that has the position and the place in it: change it there. Positions of " +
			"documents of the mod are in their `document`; those of " +
			"`files` are in a file without records. Ids are those of one state of the instance: when a list loses a member, the members behind " +
			"it get other paths.",
	},
	"logs": {
		"A log is read while it arrives, and only what it says about classes, events, presets and files is kept: no players, ids or " +
			"addresses. What it says about records is among the " +
			"problems of the instance, under the rules whose names begin with `log-`, until a newer log of the same `sort` is sent or the log is " +
			"deleted. Records that have changed since are left out.",
	},
	"instance": {
		"This is the earlier API: records are not wrapped in `data`, and a list is a page with the links of a paginator. " +
			"Its parameters are `page`, `amount` (1 to 100, default 30) and `like`, part of the name.",
		"A new instance has an economy core with default values. Deleting an instance deletes everything in it.",
	},
	"economy-core": {
		"Each instance has exactly one. POST and PATCH do the same: they change the fields that are sent. DELETE restores the defaults, under " +
			"a new sid.",
		"Booleans are `0` and `1` in responses; `true` and `false` are accepted too.",
	},
}

// batchable names the resources that a batch may write.
func batchable() string {
	var names []string
	for _, r := range record.Batchable() {
		names = append(names, "`"+r.Path+"`")
	}
	slices.Sort(names)
	return ui.Enumerate(names, "or")
}
