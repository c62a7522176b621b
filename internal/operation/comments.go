package operation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Comments are what members say about records, revisions, layers and drafts.
var Comments = []*Operation{
	definePages("list comments", "comments", record.Comments, access.Read, "What members have said, the oldest first.", listComments,
		about("What members have said about what `about` names: `layer:SID`, `draft:SID`, `revision:N`, or a record as `types:SID`, with the "+
			"name of its resource in URLs. Without it, all comments of the instance.")),
	define("create comment", post, "comments", access.Read, "Comment on a record, revision, layer or draft.", createComment, creates,
		asking("about=revision:1"), about("Adds a comment, which everybody can read who may read the instance.")),
	define("change comment", patch, "comments/{comment}", access.Read, "Change a comment of yours.", changeComment, refuses, later,
		about("Changes the text of a comment. Those of others cannot be changed: 403.")),
	define("delete comment", remove, "comments/{comment}", access.Read, "Delete a comment.", deleteComment, refuses,
		about("Deletes a comment of yours. To delete those of others needs the permission `manage`.")),
}

// commentView is a comment.
type commentView struct {
	SID       string    `field:"sid" example:"k3Jd82Lq0x"`
	About     string    `field:"about" example:"revision:12"`
	By        string    `field:"by,null" help:"Null where the account is gone." example:"Anna"`
	Text      string    `field:"text" example:"Why so many?"`
	CreatedAt time.Time `field:"created_at"`
	UpdatedAt time.Time `field:"updated_at" help:"When its text was changed last."`
}

func viewComment(c store.Comment) commentView {
	return commentView{c.SID, c.About, c.Author, c.Text, moment(c.CreatedAt), moment(c.UpdatedAt)}
}

type commentsInput struct {
	About string `field:"about,query,max=300" help:"layer:SID, draft:SID, revision:N or the resource and the sid of a record." example:"revision:1"`
}

type aboutInput struct {
	About string `field:"about,query,required,max=300" help:"layer:SID, draft:SID, revision:N or the resource and the sid of a record." example:"revision:1"`
}

type commentText struct {
	Text string `field:"text,required,max=4000" example:"Why so many?"`
}

type commentInput struct {
	aboutInput
	commentText
}

func listComments(ctx context.Context, call *Call, in commentsInput) (reader[commentView], error) {
	if in.About != "" {
		if err := call.discussed(ctx, in.About); err != nil {
			return nil, err
		}
	}
	return viewed(viewComment, func(offset, limit int) ([]store.Comment, int64, error) {
		return call.DB.Comments(ctx, call.Scope, in.About, offset, limit)
	}), nil
}

func createComment(ctx context.Context, call *Call, in commentInput) (commentView, error) {
	if err := call.discussed(ctx, in.About); err != nil {
		return commentView{}, err
	}
	sid, err := call.DB.AddComment(ctx, call.Scope, in.About, in.Text)
	if errors.Is(err, store.ErrFull) {
		err = validate.Refusal("about", fmt.Sprintf("There are %d comments about this, which is as many as there may be.", store.MostComments))
	}
	if err != nil {
		return commentView{}, err
	}
	c, err := call.DB.Comment(ctx, call.Scope, sid)
	return viewComment(c), err
}

func changeComment(ctx context.Context, call *Call, in commentText) (commentView, error) {
	sid := call.Param("comment")
	c, err := call.DB.Comment(ctx, call.Scope, sid)
	if err == nil {
		in, err = shape.Accept[commentText](ctx, call.Sent)
	}
	if err == nil && c.AuthorID != call.Scope.Person() {
		err = problem.NoPermission.Saying("This comment belongs to someone else.")
	}
	if err == nil {
		err = call.DB.SetComment(ctx, call.Scope, sid, in.Text)
	}
	if err == nil {
		c, err = call.DB.Comment(ctx, call.Scope, sid)
	}
	return viewComment(c), err
}

func deleteComment(ctx context.Context, call *Call, _ none) (gone, error) {
	c, err := call.DB.Comment(ctx, call.Scope, call.Param("comment"))
	if err == nil && c.AuthorID != call.Scope.Person() {
		err = call.Scope.Demand(access.Manage)
	}
	if err == nil {
		err = call.DB.DeleteComment(ctx, call.Scope, c.SID)
	}
	return gone{}, err
}

// discussed returns validate.Errors where about names nothing of the instance.
func (c *Call) discussed(ctx context.Context, about string) error {
	err := c.DB.IsThere(ctx, c.Scope, about)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("about", validate.SelectionIsInvalid)
	}
	return err
}
