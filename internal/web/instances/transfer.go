package instances

import (
	"context"
	"errors"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func transferURL(r *site.Request) string { return r.Instance.URL + "/transfer" }

// handOver asks to whom the owner hands the instance over; nil for others, and without members.
func handOver(r *site.Request, members []store.Member) *ui.Confirm {
	to := ui.Field{Name: "member", Label: "New owner", Kind: ui.Select, Required: true, Wide: true}
	for _, m := range members {
		if m.Role != access.Owner {
			to.Options = append(to.Options, ui.Option{Value: m.SID, Label: m.Name + " (" + m.Email + ")"})
		}
	}
	if !r.May(access.Own) || len(to.Options) == 0 {
		return nil
	}
	return &ui.Confirm{
		Label: "Hand over", Title: "Hand over " + r.Instance.Name() + "?", Keep: "Keep it",
		Text: "The member becomes the owner, and the server counts toward their plan. You stay a manager and can’t take it back yourself.",
		Form: r.Restore(ui.PlainForm("transfer", transferURL(r), "Hand over", to)),
	}
}

func transfer(ctx context.Context, r *site.Request) (site.Response, error) {
	m, err := r.Site.DB.Member(ctx, r.Scope(), r.Text("member"))
	if errors.Is(err, store.ErrNotFound) || err == nil && m.Role == access.Owner {
		return r.Tell(membersURL(r), ui.Notice{Tone: ui.Bad, Text: "Choose one of the members."}), nil
	}
	if err == nil {
		err = r.Site.Stored.Transfer(ctx, r.Scope(), m)
	}
	var full validate.Errors
	if errors.As(err, &full) {
		return r.Tell(membersURL(r), ui.Notice{Tone: ui.Bad, Text: full.First()}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(membersURL(r), m.Name+" is the owner now, and you are a manager."), nil
}
