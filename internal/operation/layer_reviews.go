package operation

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/economy"
	"quartermaster/internal/layers"
	"quartermaster/internal/problem"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// LayerReviews are what members do about layers that others have proposed.
var LayerReviews = []*Operation{
	define("review layer", post, "layers/{layer}/review", access.Edit, "Approve or reject a layer.", reviewLayer, unreviewed, creates,
		refuses, later,
		about("Says whether what the layer does is wanted, and why. Who has made the layer, or changed it last, cannot: 403. An approved layer "+
			"can be turned on where the instance has its changes reviewed; other changes of the layer void the approval.")),
}

type reviewInput struct {
	Verdict string `field:"verdict,required" in:"approve,reject" example:"approve"`
	Comment string `field:"comment,required,max=4000" example:"Tried on the test server"`
}

// layerReviewView is what a member has said about a layer.
type layerReviewView struct {
	By        string    `field:"by,null" help:"Null where the account is gone." example:"Ben"`
	Verdict   string    `field:"verdict" in:"approve,reject" example:"approve"`
	Comment   string    `field:"comment" example:"Tried on the test server"`
	Void      bool      `field:"void" help:"What the layer does was changed since."`
	CreatedAt time.Time `field:"created_at"`
}

func (c *Call) layerReviews(ctx context.Context, l store.Layer) ([]layerReviewView, error) {
	list, err := c.DB.LayerReviews(ctx, c.Scope, l.ID)
	views := make([]layerReviewView, len(list))
	for i, v := range list {
		views[i] = layerReviewView{v.By, v.Verdict, v.Comment, v.Void, moment(v.CreatedAt)}
	}
	return views, err
}

func reviewLayer(ctx context.Context, call *Call, in reviewInput) (layerView, error) {
	sid := call.Param("layer")
	_, err := call.DB.LayerOf(ctx, call.Scope, sid)
	if err == nil {
		in, err = shape.Accept[reviewInput](ctx, call.Sent)
	}
	if err == nil {
		err = call.Layers.Review(ctx, call.Scope, sid, in.Verdict, in.Comment)
	}
	switch {
	case errors.Is(err, layers.ErrOwn):
		return layerView{}, problem.NoPermission.Saying("Someone else has to review this layer: you have made it, or changed it last.")
	case errors.Is(err, layers.ErrSettled):
		return layerView{}, validate.Refusal("layer", "What this layer did is settled.")
	case err != nil:
		return layerView{}, err
	}
	l, err := call.Layers.Get(ctx, call.Scope, sid)
	return viewLayer(l.Layer), err
}

// layerEconomy is what a layer does to the loot economy.
type layerEconomy struct {
	Totals economy.Totals       `field:"totals" help:"As they would be."`
	Now    economy.Totals       `field:"now"`
	Types  []economy.Difference `field:"types" help:"The first 200 types with other figures."`
}

// mostTypes is how many types an answer lists.
const mostTypes = 200

// wouldBe returns what the checks would find, and what the loot economy would come to, if a layer was on. Nothing is stored.
func (c *Call) wouldBe(ctx context.Context, l store.Layer) (problems problemsView, e layerEconomy, err error) {
	r, err := c.Lint.Rehearse(ctx, c.Scope, c.Economy, func(e *store.Edit) error { return c.Layers.Rehearse(ctx, e, l) })
	if err != nil {
		return problems, e, err
	}
	problems = problemsView{viewProblems(r.Added[:min(len(r.Added), mostProblems)]), viewProblems(r.Gone[:min(len(r.Gone), mostProblems)])}
	types := r.After.Differences(r.Before)
	return problems, layerEconomy{r.After.Totals, r.Before.Totals, types[:min(len(types), mostTypes)]}, nil
}
