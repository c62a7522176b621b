// Package stored stores the files that users upload, and those that are generated for them, within the limits of their plans.
//
// Unless a comment says otherwise, an error is one of the database, of the storage (package outage) or of the context.
//
// The files are rows in the database, and their contents are in the blob store: one for each user and digest, so that nobody
// learns what others have. A file begins as a draft, which counts as stored; then its content is written; then the draft
// becomes the file. A deleted file becomes a draft again, and its content is deleted when nothing else of the user has it. So
// there is no file without content, and a crash leaves only drafts, which Sweep finds.
//
// stored keeps uploads and downloads: a row in stored_files, and the content in the blob store under the user and its digest, so that
// equal contents of one user lie there once and nobody learns what others have. A file begins as a row in stored_drafts, which is where
// the plan is asked, under a lock on the user; then its content is written, then the draft becomes the file. A file that is deleted
// becomes a draft whose time is over, and the content goes when no other file or running draft of the user has it. Whatever the moment of
// a crash, there is no file without content, and what is left over is found by its draft. An import is one upload: of several files a ZIP
// is made. It stays a draft until one of its files is imported, or until the transaction that makes its job or the question about it, so
// that beyond a limit no record has been changed, and no upload is stored that nobody knows of, whenever a server dies.
//
// Memory does not grow with the number of clients. What is uploaded waits on the disk (stored.Spool, in the data folder, and without a name
// there from the start) until its turn: uploads share a part of serve --memory, or a larger one is alone. That total is divided in one
// place (cli/memory.go) among answers, generated files, pages of the database and uploads. Generated files and archives are made two at a
// time, on the disk too; who asks for one before it is begun shares it, so that nobody gets one that is older than the question. What would
// be the same as before is not made at all (again.go): a file whose digest is remembered, or an archive of such files, is sent as it is
// stored, as long as its user has not deleted it. A client that reads slowly holds a file and a small buffer; one that reads nothing for
// half a minute is cut off. More than 64 who wait, or a minute of it, are answered with 503 (gate). Kept contents of any size are read over
// one connection of SQLite, which keeps the memory that the largest one took until it rests.
package stored
