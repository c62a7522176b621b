package operation

import (
	"context"
	"errors"

	"quartermaster/internal/docset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/shape"
	"quartermaster/internal/validate"
)

type documentPatch struct {
	documentFile
	Values any `field:"document,verbatim" help:"Merged into the values." example:"{\"dynamic\":{\"respawn\":0}}"`
	Patch  any `field:"patch,verbatim" help:"In its place: operations of RFC 6902 on document, which a body of their media type is."`
}

// PatchMember is what a body of the media type application/json-patch+json is in an input.
const PatchMember = "patch"

// patchDocument merges what was sent into a document. What was sent is checked when the document is found.
func patchDocument(ctx context.Context, call *Call, in documentPatch) (documentWithValues, error) {
	isList := false
	f, _, err := call.Documents.Save(ctx, call.Scope, call.Param("document"), in.File, func(f *docset.File) (*jsontree.Object, error) {
		isList = f.List
		patch, err := shape.Accept[documentPatch](ctx, call.Sent)
		if err == nil {
			err = call.unmet(withValues(f))
		}
		if err != nil {
			return nil, err
		}
		return patch.applied(f)
	})
	var rejected docset.Rejection
	if isList && errors.As(err, &rejected) {
		for i := range rejected.Problems {
			rejected.Problems[i].Path = pathIn(isList, rejected.Problems[i].Path)
		}
	}
	if err != nil {
		return documentWithValues{}, documentError(err)
	}
	call.tagData()
	return withValues(f), nil
}

// applied returns the values of a file with what was sent.
func (p documentPatch) applied(f *docset.File) (*jsontree.Object, error) {
	var wrong validate.Errors
	operations, isList := p.Patch.([]any)
	switch {
	case p.Values != nil:
		return merged(f, p.Values)
	case p.Patch == nil:
		wrong.AddFailure("document", validate.MustBePresent)
		return nil, wrong.Err()
	case !isList:
		wrong.AddFailure(PatchMember, validate.MustBeArray)
		return nil, wrong.Err()
	}
	var now any = f.Tree
	if f.List {
		now = f.Tree.List(document.ListKey)
	}
	next, err := document.Patch(now, operations)
	if err != nil {
		return nil, validate.Refusal(PatchMember, err.Error())
	}
	if tree, isObject := next.(*jsontree.Object); isObject {
		return tree, nil
	}
	return merged(f, next)
}

// merged returns the values of a file with what was sent merged into them. A list as a whole is replaced.
func merged(f *docset.File, sent any) (*jsontree.Object, error) {
	var wrong validate.Errors
	switch values := sent.(type) {
	case *jsontree.Object:
		if !f.List {
			return document.Merge(f.Tree, values).(*jsontree.Object), nil
		}
		wrong.AddFailure("document", validate.MustBeArray)
	case []any:
		if f.List {
			next := new(jsontree.Object)
			next.Set(document.ListKey, values)
			return next, nil
		}
		wrong.AddFailure("document", validate.MustBeObject)
	default:
		wrong.AddFailure("document", validate.MustBeObject)
	}
	return nil, wrong.Err()
}
