// Package validate checks what a client sent against the rules of a resource, with the messages
// of the wire, and converts accepted values.
//
// What is wrong with a value stays data until it is shown: validate.Message holds the rule that is broken (validate.Failure) and its
// parameter, in the errors of a body, of a document and of a preset alike. Programs get the rule (AppendCodes; problem.Rules explains
// each, and every test that gets a problem asks for it there). Text makes the sentence, with the name that the field has on the wire, in a
// form or in a document.
package validate
