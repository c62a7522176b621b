// Package record declares the records of the domain, one file a resource.
//
// A resource is declared once, as a Go struct whose tags say what a field accepts and how it is shown. SQL, checks, JSON,
// forms, tables and history are derived from that declaration by Define, once, when the program starts.
//
// var Events = DefineEvent, searching("r.name"), filtering(byFlag("active", "active")), preparing(keepOrigin))
//
// Define reads the tags once, when the program starts, and a mistake in one panics then. Derived from the declaration are the columns of
// every SQL statement, the checks of a body and their messages, the JSON of a response, the parameters of a list, the history, and the
// labels, help and controls of the forms and tables in the browser. What is special about a resource is ordinary code in its file:
// prepareType keeps tag_id and tag_ids in step.
//
// A record in motion is a record.Row: the stored values in the order of the fields. Lists go from the database to JSON as rows, without
// passing through the struct; code that wants names and types (imports, generation) uses Decode and Encode.
package record
