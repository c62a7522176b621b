package record

// File holds the parts of a file of an instance that are not records: the text between its entries or, if the file has no records,
// all of it.
type File struct {
	Meta
	Path      string  `field:"path,closed"` // relative to the mission folder or, with a leading slash, to the server's root
	Kind      string  `field:"kind,closed"`
	Skeleton  *string `field:"skeleton,hidden,unlisted"` // JSON of the text between entries
	Content   *string `field:"content,hidden,unlisted"`  // the whole text, of a file that is stored as text
	ContentID *int64  `field:"content_id,hidden"`        // in file_contents, of a file that is stored as uploaded

	// OriginalID is the content of the last import of the whole file; importing only a part does not change it. Slots are places in it.
	// Of a file with records it is the last text that was saved, or what an update has left as it was, too: then BaseID is the last import.
	OriginalID *int64  `field:"original_id,hidden"`
	BaseID     *int64  `field:"base_id,hidden"`
	ByUpdate   bool    `field:"by_update,hidden" default:"0"` // the last import was an update: the next one begins with what it took in
	Encoding   *string `field:"encoding,hidden"`              // of the generated file; nil for UTF-8, in which the parts are stored
	Broken     *string `field:"broken,hidden"`                // why the file could not be read; content_id holds it as uploaded
	Stamps
}

// Files are the files that were imported into an instance.
var Files = Define[File]("instance_files", InInstance, at("files"),
	called("file", "Files that were imported into an instance."), titled("path"))
