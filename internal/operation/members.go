package operation

import (
	"context"
	"errors"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Members are what one can do about who works on an instance.
var Members = []*Operation{
	defineList("list members", "members", record.Members, access.Read, "Who works on an instance, the owner first.", listMembers,
		tokensNeed(access.Manage),
		about("The owner of the instance and its members, with their roles. E-mail addresses are shown to who may manage the instance.")),
	define("change member", patch, "members/{member}", access.Manage, "Give a member another role.", changeMember, audited("member.changed"),
		later,
		about("Gives a member another role, which counts with the next request. The owner stays the owner: 422 on `member`.")),
	define("remove member", remove, "members/{member}", access.Read, "Remove a member, or leave.", removeMember,
		audited("member.removed"), refuses, tokensNeed(access.Manage),
		about("Ends a membership. To remove others needs the permission `manage`; everybody may leave. The owner cannot be removed: 422 on "+
			"`member`. Invitations that the member has made end too.")),
}

// Transfer is the hand-over of an instance.
var Transfer = []*Operation{
	define("transfer instance", post, "transfer", access.Own, "Hand the instance over to a member.", transfer, later,
		audited("instance.transferred"),
		about("Makes a member the owner; you stay a manager. Reference data of yours that the instance uses goes with it, or is copied where "+
			"others of your instances use it, too. Everything counts to the plan of the new owner from then on: 422 on `member` if that has "+
			"no room.")),
}

type transferInput struct {
	Member string `field:"member,required,sid" help:"Public identifier of the member." example:"k3Jd82Lq0x"`
}

func transfer(ctx context.Context, call *Call, _ transferInput) (memberView, error) {
	in, err := shape.Accept[transferInput](ctx, call.Sent)
	if err != nil {
		return memberView{}, err
	}
	m, err := call.DB.Member(ctx, call.Scope, in.Member)
	if errors.Is(err, store.ErrNotFound) || err == nil && m.Role == access.Owner {
		err = validate.Wrong("member", validate.SelectionIsInvalid)
	}
	if err == nil {
		err = call.Stored.Transfer(ctx, call.Scope, m)
	}
	m.Role = access.Owner
	return call.viewMember(m), err
}

// Invitations are what one can do about the links by which people become members of an instance.
var Invitations = []*Operation{
	defineList("list invitations", "invitations", record.Invitations, access.Manage,
		"The invitations that can still be accepted, the latest first.", listInvitations,
		about("The invitations that can still be accepted, without their codes.")),
	define("invite", post, "invitations", access.Manage, "Make an invitation.", invite, creates, audited("member.invited"),
		about("Makes a link by which people become members, with an account or by registering. Its `code` and `url` are shown only in this "+
			"response. With `email`, only the account with that address can accept.")),
	define("delete invitation", remove, "invitations/{invitation}", access.Manage, "End an invitation.", deleteInvitation,
		audited("member.invited"), about("Ends an invitation. Who has accepted it stays a member.")),
}

// Invited are what one can do with the code of an invitation.
var Invited = []*Operation{
	define("show invitation", get, "invitations/{code}", access.Read, "Who invites to what.", showInvitation, ofAccount,
		about("Who invites to which instance, and in which role. 404 for a code that is unknown, expired or used up.")),
	define("accept invitation", post, "invitations/{code}/accept", access.Read, "Become a member.", acceptInvitation, ofAccount, refuses,
		tokensNeed(access.Manage),
		audited("member.joined"),
		about("Makes you a member of the instance. Who may as much already stays what he is. 403 where the invitation is for another e-mail "+
			"address; 404 for a code that is unknown, expired or used up.")),
}

type memberView struct {
	SID        string      `field:"sid" example:"k3Jd82Lq0x"`
	Name       string      `field:"name" example:"Anna"`
	Email      string      `field:"email,null" help:"null for who may not manage the instance." example:"anna@example.com"`
	Role       access.Role `field:"role" example:"editor"`
	CreatedAt  time.Time   `field:"created_at" help:"Since when; of the owner, when the instance was made."`
	LastSeenAt time.Time   `field:"last_seen_at,null" help:"To within some minutes; null for never, and for the owner."`
}

func (c *Call) viewMember(m store.Member) memberView {
	view := memberView{SID: m.SID, Name: m.Name, Role: m.Role, CreatedAt: moment(m.CreatedAt), LastSeenAt: moment(m.LastSeenAt)}
	if c.Scope.Allows(access.Manage) {
		view.Email = m.Email
	}
	return view
}

func listMembers(ctx context.Context, call *Call, _ none) (list []memberView, err error) {
	members, err := call.DB.Members(ctx, call.Scope)
	for _, m := range members {
		list = append(list, call.viewMember(m))
	}
	return list, err
}

type memberInput struct {
	Role access.Role `field:"role,required" in:"viewer,moderator,editor,deployer,manager" example:"editor"`
}

// findMember returns the member of the path.
func (c *Call) findMember(ctx context.Context) (store.Member, error) {
	return c.DB.Member(ctx, c.Scope, c.Param("member"))
}

func changeMember(ctx context.Context, call *Call, in memberInput) (memberView, error) {
	m, err := call.findMember(ctx)
	if err == nil {
		in, err = shape.Accept[memberInput](ctx, call.Sent)
	}
	if err == nil && m.Role == access.Owner {
		err = validate.Refusal("member", "The owner of an instance stays its owner.")
	}
	if err == nil {
		err = call.DB.SetRole(ctx, call.Scope, m.UserID, in.Role)
	}
	m.Role = in.Role
	return call.viewMember(m), err
}

func removeMember(ctx context.Context, call *Call, _ none) (gone, error) {
	m, err := call.findMember(ctx)
	if err == nil && m.UserID != call.Scope.Person() {
		err = call.Scope.Demand(access.Manage)
	}
	if err == nil && m.Role == access.Owner {
		err = validate.Refusal("member", "The owner of an instance cannot be removed.")
	}
	if err == nil {
		err = call.DB.RemoveMember(ctx, call.Scope, m.UserID)
	}
	return gone{}, err
}

type invitationView struct {
	SID       string      `field:"sid" example:"k3Jd82Lq0x"`
	Role      access.Role `field:"role" example:"editor"`
	Email     string      `field:"email,null" help:"Of the account that alone can accept." example:"ben@example.com"`
	Uses      int64       `field:"uses" help:"How many can accept." example:"1"`
	Used      int64       `field:"used" help:"How many have." example:"0"`
	By        string      `field:"by" help:"Who has made it." example:"Anna"`
	CreatedAt time.Time   `field:"created_at"`
	ExpiresAt time.Time   `field:"expires_at"`
}

func viewInvitation(v store.Invitation) invitationView {
	return invitationView{
		SID: v.SID, Role: v.Role, Email: v.Email, Uses: v.Uses, Used: v.Used, By: v.By, CreatedAt: moment(v.CreatedAt),
		ExpiresAt: moment(v.ExpiresAt),
	}
}

func listInvitations(ctx context.Context, call *Call, _ none) (list []invitationView, err error) {
	all, err := call.DB.Invitations(ctx, call.Scope)
	for _, v := range all {
		list = append(list, viewInvitation(v))
	}
	return list, err
}

type invitationInput struct {
	Role  access.Role `field:"role,required" in:"viewer,moderator,editor,deployer,manager" example:"editor"`
	Email string      `field:"email,max=255" help:"Only the account with this address can accept." example:"ben@example.com"`
	Days  *int64      `field:"expires_in_days,min=1,max=30" help:"7 if it is left out." example:"7"`
	Uses  *int64      `field:"uses,min=1,max=100" help:"How many can accept; 1 if it is left out." example:"1"`
}

type invitationMade struct {
	invitationView
	Code string `field:"code" help:"Shown only here." example:"pX2cR7vWq9TzK4mNb8JdYh3LsGf6Ue1A"`
	URL  string `field:"url" help:"The page that accepts it. Shown only here." example:"https://qm.example.com/invitations/pX2cR7vWq9"`
}

func invite(ctx context.Context, call *Call, in invitationInput) (invitationMade, error) {
	v, code, err := call.DB.Invite(ctx, call.Scope, store.Invitation{
		Role: in.Role, Email: strings.ToLower(strings.TrimSpace(in.Email)), Uses: orElse(in.Uses, 1),
		ExpiresAt: call.DB.UntilDays(orElse(in.Days, 7)),
		By:        call.Caller.Name,
	})
	return invitationMade{viewInvitation(v), code, call.BaseURL + "/invitations/" + code}, err
}

func orElse(value *int64, usual int64) int64 {
	if value == nil {
		return usual
	}
	return *value
}

func deleteInvitation(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.DB.DeleteInvitation(ctx, call.Scope, call.Param("invitation"))
}

type invitedView struct {
	Instance  string      `field:"instance" help:"What the instance is called." example:"My server"`
	By        string      `field:"by" help:"Who invites." example:"Anna"`
	Role      access.Role `field:"role" example:"editor"`
	ExpiresAt time.Time   `field:"expires_at"`
}

func showInvitation(ctx context.Context, call *Call, _ none) (invitedView, error) {
	v, err := call.DB.Invited(ctx, call.Param("code"))
	return invitedView{v.Name, v.By, v.Role, moment(v.ExpiresAt)}, err
}

// acceptInvitation makes the caller a member, and answers with the instance.
func acceptInvitation(ctx context.Context, call *Call, _ none) (instanceSummary, error) {
	v, err := call.DB.Invited(ctx, call.Param("code"))
	if err == nil && !v.IsFor(call.Caller.Email) {
		err = problem.NoPermission.Saying("This invitation is for another e-mail address.")
	}
	if err == nil {
		err = call.DB.Join(ctx, v, call.Caller.ID)
	}
	if err != nil {
		return instanceSummary{}, err
	}
	rows, err := call.DB.Get(ctx, record.InstanceSummaries, v.Instance, v.SID)
	if err != nil {
		return instanceSummary{}, err
	}
	shared, err := call.shared(ctx, record.InstanceSummaries, []record.Row{rows})
	of, member := shared[v.Instance.InstanceID]
	if !member {
		of = whose{access.Owner, instanceOwner{call.Caller.Name}}
	}
	return instanceSummary{rows, of}, err
}
