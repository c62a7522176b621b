package cli

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/idp"
)

// providerFlags name a provider through which people sign in.
type providerFlags struct {
	OIDCIssuer        string   `name:"oidc-issuer" help:"OpenID Connect provider, as it names itself." placeholder:"URL"`
	OIDCClientID      string   `name:"oidc-client-id" help:"This service as a client of the provider." placeholder:"ID"`
	OIDCClientSecret  string   `name:"oidc-client-secret" help:"Its secret there." placeholder:"SECRET"`
	OIDCName          string   `name:"oidc-name" help:"Name of the provider on the pages." default:"single sign-on" placeholder:"NAME"`
	OIDCAdminGroup    string   `name:"oidc-admin-group" help:"Its members are administrators, and nobody else is." placeholder:"GROUP"`
	OIDCAllowedGroups []string `name:"oidc-allowed-groups" help:"Only members of one of these may log in." placeholder:"GROUP"`
	OIDCGroupsClaim   string   `name:"oidc-groups-claim" help:"What the provider calls the groups." default:"groups" placeholder:"CLAIM"`
	PasswordSignIn    bool     `name:"password-sign-in" help:"Whether people may log in with a password." default:"true" negatable:""`
}

func (f providerFlags) groups() account.Groups {
	return account.Groups{Admin: f.OIDCAdminGroup, Allowed: f.OIDCAllowedGroups}
}

// provider returns the provider, nil for none. It is not asked yet.
func (c *serveCmd) provider(clock func() time.Time) (*idp.Provider, error) {
	if c.OIDCIssuer == "" {
		if c.OIDCClientID != "" || c.OIDCClientSecret != "" || c.OIDCAdminGroup != "" || len(c.OIDCAllowedGroups) > 0 {
			return nil, usageError{errors.New("--oidc-issuer: the other flags of the provider need it")}
		}
		if !c.PasswordSignIn {
			return nil, usageError{errors.New("--password-sign-in=false needs --oidc-issuer: nobody could log in")}
		}
		return nil, nil
	}
	if c.OIDCClientID == "" {
		return nil, usageError{errors.New("--oidc-issuer needs --oidc-client-id, by which the provider knows this service")}
	}
	u, err := url.Parse(c.OIDCIssuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && (u.Scheme != "http" || !isThisMachine(u.Hostname())) {
		return nil, usageError{errors.New("--oidc-issuer: a URL that begins with https://, or one of this machine")}
	}
	public, err := c.publicURL("--oidc-issuer")
	if err != nil {
		return nil, err
	}
	return idp.New(idp.Config{
		Name: c.OIDCName, Issuer: c.OIDCIssuer, ClientID: c.OIDCClientID, ClientSecret: strings.TrimSpace(c.OIDCClientSecret),
		GroupsClaim: c.OIDCGroupsClaim, Redirect: public + "/login/oidc/callback", Clock: clock,
	}), nil
}
