// Package imports reads uploaded files into the records of an instance: at once, or as a job where that takes longer than a
// client waits.
//
// Unless a comment says otherwise, an error is one of the database, of the storage (package outage) or of the context.
//
// An upload that raises a question waits (imports/held.go). mission.Recognize reads from the names of folders, serverDZ.cfg, positions,
// areaflags.map and a few names that only some maps have, what server an upload is from; mission.OtherMap compares that with the instance.
// The API and the command line import such files with a warning, or refuse them where they are asked to; the pages ask before anything
// changes: the files are stored, a row in held_uploads says what is asked, and the answer makes a job of them, under the same identifier.
// A folder that is dropped on the home page waits in the same way until its user has confirmed name and map. Without an answer it is given
// up after a day.
package imports
