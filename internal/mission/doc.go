// Package mission imports the files of the game into the records of an instance, and writes them from the records.
//
// Functions with a scope return store.ErrNotFound if the user has no such instance. Unless a comment says otherwise, an error is one of the
// database or of the context.
//
// The files of the package form layers, each of which uses those above it in this list:
//   - instances, paths, references and reports (instance.go, paths.go, references.go, report.go)
//   - the work on one instance: importer stores a file, generator reads the data of files, fileRecord compares
//   - the kinds of files: the interface (kind.go), kinds with a record for each entry (entries.go) or each file (documents.go), and one
//     file for every kind; kinds.go lists them
//   - imports, generation and comparison of files, whatever their kinds
//
// A kind of files is one declaration in mission, in a file of its own, that satisfies the interface fileKind (kind.go): what it is called,
// where its files belong, and how they are read, stored, written and compared. Most are an entryKind (entries.go), which declares its
// codec and how an entry becomes a record and back, or a documentKind (documents.go). The list of them (kinds.go) is also the order in
// which the files of an upload are imported. What no kind claims is other: stored as it came, each content once (file_contents). The files
// of mission are in layers, and none uses one above it: what an instance is and what names mean; importer and generator, which do the work
// on one instance; the kinds; and above them imports, generation and comparison, which know no kind in particular.
//
// Files are read and stored in UTF-8, whatever they are written in: charset decodes each before anything looks into it, instance_files
// keeps what it was, and generation encodes what it has written. Bytes that are no characters pass through as private ones, so that every
// file comes back byte for byte.
//
// A codec takes a file apart into a *skeleton* (all text between the entries, verbatim) and *entries* (value, original text, line). An
// import stores the skeleton in instance_files and each entry as a record with its slot in the skeleton and its raw text. mission matches
// entries with records by file and by the fields of the resource's key: those first that say the same, then the nth of a key with the nth,
// and last those that no file holds because they are disabled. When a file names everything that is stored of it, its skeleton replaces
// the stored one; when it names only a part, the stored skeleton stays, changed entries keep their places and new ones follow at the end,
// player spawns in their section and group. What is generated is read back as unchanged, whatever was done before. A text that is longer
// than a request may send it is refused with its line (record.TooLong).
//
// Generation walks the skeleton: an entry whose values are what its raw text says is written as it was; otherwise only the pieces that
// differ are replaced. So an unchanged file comes back byte for byte, and a change of one record changes that record's lines. Usages,
// values, tags and categories are compared as sets without regard to letter case, so that doubled names and a spelling stay with their
// file; what is written anew is spelled as the instance's own definitions do. Records made by hand have no slot and are written in the
// usual layout at the end. Files that are read and still kept whole (cfgeconomycore.xml, the limits definitions, TraderObjects.txt) take
// changes when they are written. A record that its file cannot hold is left out, with a warning at the file.
//
// Files are made one after the other while they are written, so that no more than one is in memory with its records. A server remembers
// for each instance what its files were written as (cache.go): size, digest, number of records. An entry is valid until the history shows
// changes to what the file is made of. What is as it was imported is then written from its original, and no record is read. A kind that
// names no resources (from) is always written anew: what lists of players hold changes with the time. Of a file whose records have
// changed, what is known of the other entries still holds (entry_memory.go), so only the changed records are read. A text that is not the
// original depends on the layout of the file, so the codec compares that (textfile.Written); and when the revision has moved on meanwhile,
// the file is written from all of its records. The memory is bounded in bytes (Service.Remembering); the least recently used instance goes
// first.
//
// What goes wrong with one file stays with it (mission/guard.go): each step of the work on a file, at import and at generation, runs
// apart, an error or a panic there is that file's, and nothing is written of a file before all of it is there. Only failures of the
// database or of the request are failures of the whole.
//
// An import remembers which files are settled (settled.go): those whose records say what the entries of the upload say, each in its place,
// with the digest of the upload and the revision. The next import reads from the history which of them are settled still (settling.go). An
// upload with such a digest is not parsed, compared or written: its report follows, for an update by what it begins with. A content that
// is stored already is not compressed again.
//
// A file does not tell all that a record can: prices have no decimals in it, a note is one line. A record that is written as what an entry
// says is what the entry means, and stays as it is (entryRules), so that importing what was generated changes nothing. What a file cannot
// hold at all is refused where it is sent, such as a trader's vehicle spawn without a position.
//
// In TraderConfig.txt every line is an entry and belongs to the trader and the category before it, so that writing takes the parts in the
// order of the file, and what has no place of its own follows the part before it. The order of the traders is their identity:
// TraderObjects.txt calls them by number, so the numbers are written anew when a trader comes or goes. The order is worked out from the
// files for each list (trader_order.go), so that no import, undo or revert has to keep it up to date.
//
// The files that <OpenFile> joins are one text in the game's reading order: each line stands in its own file, and no line goes before the
// one that the game reads before it (trader_text.go). The first lines of a file belong to what is open at the end of the file before it,
// so an import that opens something else there gives them to that (trader_reparent.go).
//
// The last file that was imported as a whole is kept too, compressed, in file_contents. mission.Compare reads it again and pairs its
// entries with the records: by their slot in the skeleton, so that a renamed record is one that changed, else by name and key. Both sides
// pass through the codec's values, so that both have the same fields, and stand there with names in the place of ids.
//
// An update (mission.Update) merges three versions of a file: the base, the stored records, and the upload. The base (update_choose.go) is
// a text, such as what was last delivered, which the kind reads as it reads the upload; or a version of the game, of which gameversion
// knows by fingerprints whether it has an entry with a value, so that its rows are found by trying the values at hand (update_base.go); or
// nothing, and then every difference is a conflict. All three are rows (update_entries.go, update_trader.go), which change.Join brings
// together, by what an entry says, was and is called, and threeWay merges field by field; values of JSON, such as documents, go through
// change.Merge. So do the values of a file without records that is a document (update_whole.go); of any other such
// file one version counts. The skeleton and the raw texts are those of the upload, or the owner's where he has something of his own in
// them (update_layout.go), so that generation changes only the pieces in which a record keeps its own value. update decides conflicts and
// notes them in the report. All files are parts of one edit (store.DB.EditInParts), which makes one revision.
//
// originsOf (origins.go) finds the version of the game that the last import of each file is nearest to by its values, whatever the shape
// of its lists is; Origins counts what differs from it now, and ByGame says it of each record, for the filter vanilla: and the form. What
// was found out is remembered by the digests of contents, and of records by the revision. The fingerprints are in
// gameversion/versions.bin: for a new version of the game see scripts/versions; an operator adds one of his own with quartermaster
// versions add, which goes into the table game_versions.
//
// An upload may begin anywhere and hold folders of several servers: roots.go looks for what the instance's own are, by the folders that
// hold missions, by names and by files that only missions have. Folders that are known to lie elsewhere (Trader, ExpansionMod, BattlEye)
// are found beside them at any depth. What is in a mod's folder, of another server or of a whole mission elsewhere, and what is no
// configuration by name or content (left_out.go), is skipped with the reason; logs are read (logs.go). A mission beside the instance's
// own, a copy beside the original, or a trader's file that no <OpenFile> names (copies.go), is stored unchanged. What begins like a file
// of the game is one only if its entries are the game's (ce/shape.go), and it lies where the game looks (checkPath). No two files of an
// upload are stored at one path (twins.go); TestEveryFileOfAnUploadIsAccountedFor makes uploads at random and holds each file to its
// report and to the download.
//
// One file is edited through the same import (mission.EditFile): the caller gets the file as it is generated and returns its new bytes,
// which are stored at the revision that was read, or else it is asked again. A text (text.go) is that with an encoding. What the importer
// cannot read then takes the place of the file (brokenRule): instance_files holds it as it came, and the records stay behind it, are not
// written, and match the entries of the next text that can be read. DeleteFile and RenameFile ask the kind of the file for its records.
//
// A file that is a copy of another one by its name (copy_names.go) has no records where the game reads files of its kind only if the
// economy core names them and it does not (copies_named.go). The list of files marks copies and notes by their names (File.CopyOf,
// File.Note); nothing about them is stored.
//
// Each file is one transaction: what is wrong with a file stands in its report, and nothing of it becomes records. Files that are kept as
// they came are one transaction together, up to 1,000 files or 8 MiB, so that a server folder is a few revisions and nobody waits for
// long: they are packed before, found by an index, and stored in as few statements as one file (unread_files.go). A dry run
// (store.DB.Rehearse) is one transaction with a part for each file. It is taken back in the end, and the history that it has written says
// what would be different. On SQLite, whose only writer it would hold, it works on a copy of what the instance is made of, in a database
// of its own that is removed afterwards (store/rehearsal_copy.go).
package mission
