package record

// File is the part of a file of an instance that is no record: the text between its entries, or, where no record
// stands for an entry, all of it.
type File struct {
	Meta
	Path      string  `field:"path"` // below the mission folder, or with a slash before it below the server's root
	Kind      string  `field:"kind"`
	Skeleton  *string `field:"skeleton,hidden,unlisted"` // JSON of the text between entries
	Content   *string `field:"content,hidden,unlisted"`  // the whole text, of a file that is read and kept
	ContentID *int64  `field:"content_id,hidden"`        // where file_contents holds a file that nothing reads

	// OriginalID is where file_contents holds the last file that was imported as a whole; one of a part leaves it as it is.
	OriginalID *int64  `field:"original_id,hidden"`
	Encoding   *string `field:"encoding,hidden"` // how the file is written; what is stored of it is UTF-8. Nil: in UTF-8 too
	Broken     *string `field:"broken,hidden"`   // why the file could not be read, which content_id holds as it came; nil of all others
	Stamps
}

// Files are the files that were imported into an instance.
var Files = Define[File]("instance_files", InInstance, at("files"),
	called("file", "Files that were imported into an instance."), titled("path"))
