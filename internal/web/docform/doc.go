// Package docform draws forms for documents of the Expansion mod from their schemas, and lays the input over the documents.
//
// [Form] is the form of a whole document, or of a part of it. Pages with their own layout use [Box] and [Enter].
//
// Fields are sent under their keys, those of nested objects as HUDColors[StaminaBarColor]. What was not sent stays as it is, and so
// does a value that comes back as the form showed it, however the file spells it.
//
// internal/web/docform is the form of a document: Form.Draw shows it from the schema, a value that is not what the schema says as its
// JSON, and Form.Save lays what was sent over the document. A setting that the instance does not have is shown with the mod's defaults;
// the first save makes the record. What is not sent stays; so does what comes back as the form showed it, however the file spells it. A
// list takes the rows that were sent, each with the place of the element that it was (_row), and loses the others; a map takes rows of key
// and value. at (Patrols.3) names the part that a page shows, do an action after the save, such as add:Patrols, and new=1 a member that is
// stored with its first save.
package docform
