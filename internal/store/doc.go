// Package store keeps the records of Quartermaster in SQLite or PostgreSQL.
//
// Unless a comment says otherwise, an error is one of package outage, of the context or of the database. A function that calls one that it
// is given returns the error of that, too.
//
// Both databases hold the same tables: booleans are 0 and 1, times are microseconds since 1970 in UTC, nested values are
// their JSON text. Whatever can be derived from a resource's declaration is derived (package record); statements are built
// from it once and prepared once.
//
// Two databases, one code. SQLite has one connection that writes, with its statements kept prepared, and four that read (write-ahead log);
// PostgreSQL has a pool (package conns). What differs stands in dialect.go. Times are microseconds since 1970, booleans 0 and 1, nested
// lists JSON text as it goes over the wire.
//
// Authorization is part of the query. visible adds the owner's condition to every statement; a row that is not yours is not there.
//
// An edit (store.Edit) is one transaction on one instance. As soon as something differs it raises the instance's revision, makes a row in
// revisions (who, when, what) and a row in changes for each record (which fields, before and after). Writing equal values changes nothing.
//
// The history is filtered by who, resource, record and days (history_filter.go): revision_resources holds how many records of each
// resource a revision has touched, so that neither a list nor a count goes through the changes. Exports read a few hundred changes at a
// time, the oldest first, and hold nothing while a client is slow.
//
// The way back (revert*.go) is read from the history: the first change after a revision that names a field says what it was then. What is
// to be made again, changed back and deleted is planned and counted first, and then written in an order in which nothing refers to what is
// not there.
//
// Undo (undo*.go) is a revert of one revision's changes. Of the later ones it reads only those of the same records. It is refused where
// later ones have touched the same fields, or where a record that stays refers to one that would go; the conflicts name the records.
//
// Items of a market category have no rows: they are in its document, and addresses name them by record.MarketItemIDs, which follow from
// the category and the class name. A form lays what was sent over the document (web/market/form.go): what it leaves out, or shows
// unchanged, stays as written.
//
// Documents (files of the Expansion mod) stand in the history compressed, before and after: a small change of one of 310 KB takes 50 KB.
// Resource.DiffDocument makes of two documents the values that differ, by their paths; the history, comparisons and dry runs show these.
//
// A page costs the same in a long list. The total of an instance's records is counted once a revision and kept in memory with it
// (totals.go). The second half of a list is read from its end, and where rows are skipped or sorted their ids are found first (list.go).
// Searches and filters go through all records of the instance once (search.go), on SQLite through an index of what is searched; so does
// sort. What finds very many is counted by the database, and its first pages are found in the order of the ids. Revisions have no gaps, so
// that pages of the history cost the same however long it is.
//
// Filters (q) are parsed by filter, compiled against the declaration by record.Resource.Where, and become SQL with bound arguments in
// store/where.go. What the database cannot tell, problems and uses, bulk.Service.Where replaces by the sids of the records. Facets are
// declared too (record.Resource.Facets): one statement counts what a list has found by the values of all of them (store/facets.go).
//
// Sorting: the API sorts by one field, references by their ids. Pages sort by several (record.Resource.Sortings), references and links by
// the names of what they refer to.
//
// Views are beside the instance (record.Resource.Beside): they make no revision, and who sees one is a condition of each query.
//
// The palette looks for beginnings of names in the indexes that lists are searched by, in one statement over all instances of the user,
// and for parts of names where those are few (store/find.go).
//
// Bulk is the only way. A single create is a bulk write of one row: InsertAll, UpdateAll and DeleteAll use as few statements as the
// database takes arguments: an import of 2,000 types is some hundred statements on SQLite, and fewer round trips on PostgreSQL. The public
// identifiers of records that are made together begin alike and ascend, so that their index entries fill few pages.
//
// A batch (DB.Batch) divides its operations into runs that write to one resource. What a run needs to know is read first: a trial check of
// each body notes the ids and names that it asks for. Then the operations are carried out in memory, each on what those before it have
// left, and written together.
//
// Errors of the drivers become domain errors by code (errors.go): not found, taken, refers to something that is not there, and those of
// outage: not available at the moment (503 with Retry-After), no room left (507). Each surface turns them into its own form in one place
// (errors.go).
//
// A full disk stops what writes. Downloads go out without being stored, from memory where not even a temporary file can be made. Deletions
// and sign-ins (DB.Freeing) use the room that SQLite's folder keeps back in reserve.
//
// Statements travel to PostgreSQL together. A transaction begins with its first statement, in the same round trip (conns/transaction.go).
// What is asked at once is one flight (conns/flight.go): a record with its links, a page with its total, all that a validation asks
// (ahead.go). What an edit of one record writes waits for the COMMIT (Tx.write), so that it locks and reads in one flight and writes in the
// next. A new record is one flight: only the database knows the number of its revision until then (together.go). SQLite, which is in the
// same process, takes the same statements one by one.
//
// A draft (drafts*.go) is copied by the database, table by table, with the ids of the original and the gaps between them, moved on: so each
// side knows what the records of the other one are. On SQLite it takes slices, and is withdrawn until it is whole. Who works on an instance
// works on its drafts (Home). What its drafts have not taken in yet stays in the history.
//
// What lies below the layers that are on is kept for each record as it was stored (layers.go). Put stores what records are to be, in the
// order of an undo; package layers says what that is.
//
// A panic leaves nothing behind. Files, folders, connections, turns and rows are given back by deferred calls, a goroutine begins with
// parallel.Caught, and the driver of SQLite, which panics when a connection has used up its memory, is wrapped (conns/sqlite_conn.go): such
// a connection is replaced. TestNothingIsLeftAfterPanics (api) has each step of many operations panic.
//
// Secrets (passwords and keys of game servers) are sealed with AES-256-GCM under the key in the data folder; API and session tokens are
// stored as SHA-256 digests, passwords of users as argon2id. key_prints holds a fingerprint of the key (key.go): another one is refused
// before it seals anything. So is an empty database beside the key or files of another. Contents of files that may hold passwords, by the
// words in them, are sealed as a whole (seal_content.go): Rows.Scan opens them, so that nobody else knows of it, and the background work
// seals what an older process has stored. file_contents.sha256 stays that of what is stored unsealed.
//
// SQLite has one writer, whose turns go round the accounts (store/conns/turns.go). No large edit has it for long: one of 2,000 changes and
// more (store.DB.EditOf: bulk edits, recipes, undo, revert, fixes, prices, CSV), and a file of a megabyte or of 4,000 entries or more whose
// entries are records, is stored in slices of 400 records (store.DB.EditInSlices), and others write between two of them. What is stored so
// far has its ids in a range that the table unpublished names, and what changes waits in a temporary table (store/staged.go): every query,
// of any process, passes that over. To publish is one short transaction, which forgets the ranges, raises the revision, copies what has
// changed, and names what goes in the table withdrawn, whose rows follow in slices. What an undo or revert brings back has the ids that it
// had, anywhere among others: they stand in withdrawn as well, until the publishing takes them out (store/sliced_back.go). So it is all or
// nothing at every moment, in one revision, and a crash leaves rows that nobody sees, which the next start removes. Edits of the same
// instance wait meanwhile. An edit in slices does not see what it has written, so it reads all that it needs first. An update of a megabyte
// and more, whose files need what others of it bring along, runs on a copy of the instance as a dry run does, with ids that nobody else
// gets; what differs there in the end is stored like an undo, records and contents of files in slices (store/carry_over.go). A slice holds
// a megabyte of text at most, and a record with more of it is staged too. Links are not staged: to write four links of each of three fields
// of 20,000 types takes half a second. The new ones stand below position 0 of their own tables (store/relinked.go), beside the old ones,
// until the publishing makes them the ones that people see (record.Link.Seen); then they take the places of the old ones, in slices. What
// reads rows of an instance has the condition that people see them (record.Published), and tests hold it for every statement that
// operations and pages send (storetest.Unguarded). Two other ways were weighed: new records in tables beside the real ones, from which an
// INSERT ... SELECT would take as long as the import's own statements, since the indexes are what takes the time; and slices that are seen
// at once, with a way back, where every reader would have to be kept out. The names of usages, values, tags and categories that a file
// brings along belong to the user and are there at once. PostgreSQL, where writers do not wait for each other, needs none of this.
package store
