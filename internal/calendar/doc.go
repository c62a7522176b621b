// Package calendar says what will happen with an instance, and when: layers that go on and off, recipes, announcements, deliveries and
// safety copies, each with what would hold it back, as a list and as iCalendar (RFC 5545).
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// What is planned comes from the schedules. What holds it back is looked for as things are now: whether a layer fits, which other layer
// that is on by then changes the same values, and for deliveries the errors that the last one did not have.
// Nothing is kept: whoever asks gets what is true now.
package calendar
