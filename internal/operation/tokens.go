package operation

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Tokens are what one can do about the tokens of one's own, beside the personal one.
var Tokens = []*Operation{
	defineList("list tokens", "tokens", record.Tokens, access.Manage, "Your tokens, the latest first.", listTokens, ofAccount,
		about("Your tokens beside the personal one, with their last use, to within a minute. The tokens themselves are never shown.")),
	define("create token", post, "tokens", access.Manage, "Make a token.", createToken, ofAccount, creates, byPeople, audited("token.created"),
		about("Makes a token with limits: the permissions, instances and addresses that you choose, up to the time that you choose. On an "+
			"instance it can do what both its permissions and your role there allow. Your own reference data is changed only by a token "+
			"for all instances. `token` is shown only in this response.")),
	define("delete token", remove, "tokens/{token}", access.Manage, "End a token.", deleteToken, ofAccount, audited("token.deleted"),
		about("Ends a token with the next request.")),
}

// InstanceTokens are what one can do about the tokens of an instance itself.
var InstanceTokens = []*Operation{
	defineList("list instance tokens", "tokens", record.Tokens, access.Manage, "The tokens of the instance itself, the latest first.",
		listInstanceTokens, about("The tokens that belong to the instance and to nobody, with their last use, to within a minute.")),
	define("create instance token", post, "tokens", access.Manage, "Make a token of the instance itself.", createInstanceToken, creates,
		byPeople, audited("token.created"),
		about("Makes a token that works on this instance alone, belongs to nobody, and stays when people go. It can do at most what a "+
			"deployer can. The history shows its changes under its name. `token` is shown only in this response.")),
	define("delete instance token", remove, "tokens/{token}", access.Manage, "End a token of the instance.", deleteInstanceToken,
		audited("token.deleted"), about("Ends a token with the next request. Its name stays in the history.")),
}

type tokenView struct {
	SID         string              `field:"sid" example:"k3Jd82Lq0x"`
	Name        string              `field:"name" example:"Discord bot"`
	Permissions []access.Permission `field:"permissions" in:"read,players,edit,deliver,manage" example:"[\"read\",\"players\"]"`
	Instances   []string            `field:"instances,null" help:"Where it works; null for all instances, also future ones." example:"[\"k3Jd82Lq0x\"]"`
	Addresses   []string            `field:"addresses" help:"Networks from which it works; none for all." example:"[\"192.0.2.0/24\"]"`
	CreatedAt   time.Time           `field:"created_at"`
	ExpiresAt   time.Time           `field:"expires_at,null" help:"null for never."`
	LastUsedAt  time.Time           `field:"last_used_at,null" help:"To within a minute; null for never."`
	LastUsedIP  string              `field:"last_used_ip,null" example:"192.0.2.7"`
	LastUsedTo  string              `field:"last_used_to,null" help:"What it did then, as the audit calls it." example:"list-tokens"`
}

// moment is a time in microseconds since 1970, which is none at 0.
func moment(micros int64) (t time.Time) {
	if micros != 0 {
		t = time.UnixMicro(micros).UTC()
	}
	return t
}

func viewToken(t store.Token) tokenView {
	view := tokenView{
		SID: t.SID, Name: t.Name, Permissions: t.May.List(), Addresses: []string{}, CreatedAt: moment(t.CreatedAt),
		ExpiresAt: moment(t.ExpiresAt), LastUsedAt: moment(t.Used.At), LastUsedIP: t.Used.IP, LastUsedTo: t.Used.To,
	}
	if !t.Everywhere {
		view.Instances = append([]string{}, t.Instances...)
	}
	for _, p := range t.Addresses {
		view.Addresses = append(view.Addresses, p.String())
	}
	return view
}

func viewTokens(tokens []store.Token, err error) ([]tokenView, error) {
	list := make([]tokenView, len(tokens))
	for i, t := range tokens {
		list[i] = viewToken(t)
	}
	return list, err
}

func listTokens(ctx context.Context, call *Call, _ none) ([]tokenView, error) {
	return viewTokens(call.DB.Tokens(ctx, call.Caller.ID))
}

func listInstanceTokens(ctx context.Context, call *Call, _ none) ([]tokenView, error) {
	return viewTokens(call.DB.InstanceTokens(ctx, call.Scope))
}

// limits are what both sorts of tokens are made with.
type limits struct {
	Addresses []string       `field:"addresses,max=50" help:"Networks from which it works, or single addresses; all if it is left out." example:"[\"192.0.2.0/24\"]"`
	ExpiresAt *record.Moment `field:"expires_at" help:"Until when it works; for ever if it is left out." example:"2027-02-01T12:00:00Z"`
}

type tokenInput struct {
	Name        string              `field:"name,required,max=255" example:"Discord bot"`
	Permissions []access.Permission `field:"permissions,required" in:"read,players,edit,deliver,manage" example:"[\"read\",\"players\"]"`
	Instances   []string            `field:"instances,sid,max=1000" help:"Public identifiers of where it works; all if it is left out." example:"[\"k3Jd82Lq0x\"]"`
	limits
}

type instanceTokenInput struct {
	Name        string              `field:"name,required,max=255" example:"Discord bot"`
	Permissions []access.Permission `field:"permissions,required" in:"read,players,edit,deliver" example:"[\"read\",\"players\"]"`
	limits
}

// tokenMade is a token with its text.
type tokenMade struct {
	tokenView
	Token string `field:"token" help:"Shown only here." example:"qm_pX2cR7vWq9TzK4mNb8JdYh3LsGf6Ue1AkQwErTy01aBcD"`
}

// NewToken reads what a token of a user is to be: name, permissions, instances, addresses and expires_at. It returns validate.Errors for
// what is not valid.
func NewToken(ctx context.Context, in *jsontree.Object, now time.Time) (store.Token, error) {
	input, err := shape.Accept[tokenInput](ctx, in)
	if err != nil {
		return store.Token{}, err
	}
	return input.token(now)
}

// NewInstanceToken is NewToken for a token of an instance itself, which has no instances to name.
func NewInstanceToken(ctx context.Context, in *jsontree.Object, now time.Time) (store.Token, error) {
	input, err := shape.Accept[instanceTokenInput](ctx, in)
	if err != nil {
		return store.Token{}, err
	}
	return input.token(now)
}

func (in tokenInput) token(now time.Time) (store.Token, error) {
	t := store.Token{Name: in.Name, May: access.NewSet(in.Permissions...), Instances: in.Instances, Everywhere: in.Instances == nil}
	if !t.Everywhere && len(in.Instances) == 0 {
		return t, validate.Refusal("instances", "Name an instance, or leave this out for all of them.")
	}
	return t, in.limit(&t, now)
}

func (in instanceTokenInput) token(now time.Time) (store.Token, error) {
	t := store.Token{Name: in.Name, May: access.NewSet(in.Permissions...)}
	return t, in.limit(&t, now)
}

// limit sets the limits of a token. Its errors name the fields.
func (in limits) limit(t *store.Token, now time.Time) (err error) {
	if t.Addresses, err = networks(in.Addresses); err != nil || in.ExpiresAt == nil {
		return err
	}
	t.ExpiresAt = int64(*in.ExpiresAt)
	if t.ExpiresAt <= now.UnixMicro() {
		err = validate.Refusal("expires_at", "The end of a token must lie ahead.")
	}
	return err
}

// networks reads networks as CIDR, and single addresses. It returns validate.Errors for what is neither.
func networks(texts []string) (list []netip.Prefix, err error) {
	for _, text := range texts {
		p, err := netip.ParsePrefix(strings.TrimSpace(text))
		if err != nil {
			var ip netip.Addr
			ip, err = netip.ParseAddr(strings.TrimSpace(text))
			p = netip.PrefixFrom(ip, ip.BitLen())
		}
		if err != nil {
			return nil, validate.Refusal("addresses", "“"+text+"” is no address and no network such as 192.0.2.0/24.")
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

func createToken(ctx context.Context, call *Call, in tokenInput) (tokenMade, error) {
	t, err := in.token(call.DB.Time())
	if err != nil {
		return tokenMade{}, err
	}
	made, text, err := call.DB.MakeToken(ctx, call.Caller.ID, t)
	return tokenMade{viewToken(made), text}, RefusedToken(err)
}

func createInstanceToken(ctx context.Context, call *Call, in instanceTokenInput) (tokenMade, error) {
	t, err := in.token(call.DB.Time())
	if err != nil {
		return tokenMade{}, err
	}
	made, text, err := call.DB.MakeInstanceToken(ctx, call.Scope, t)
	made.Instances = []string{call.Instance}
	return tokenMade{viewToken(made), text}, RefusedToken(err)
}

// RefusedToken returns validate.Errors for a token that cannot be made, and any other error as it is.
func RefusedToken(err error) error {
	switch {
	case errors.Is(err, store.ErrFull):
		return validate.Refusal("name", fmt.Sprintf("There are %d tokens already. Delete one that is not needed.", store.MaxTokens))
	case errors.Is(err, store.ErrReference):
		return validate.Refusal("instances", "You do not work on one of these instances.")
	}
	return err
}

func deleteToken(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.DB.DeleteToken(ctx, call.Caller.ID, call.Param("token"))
}

func deleteInstanceToken(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.DB.DeleteInstanceToken(ctx, call.Scope, call.Param("token"))
}
