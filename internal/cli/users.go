package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/store"
)

type userCmd struct {
	Add       userAdd       `cmd:"" help:"Create an account."`
	List      userList      `cmd:"" help:"Print the accounts: email, name, plan, role, API token, time of creation, disabled."`
	Delete    userDelete    `cmd:"" help:"Delete an account; its instances are handed over or deleted."`
	ResetLink userResetLink `cmd:"" help:"Print a link by which a new password is chosen, once and within an hour."`
	Change    userChange    `cmd:"" help:"Change the plan, the password or the rights of an account, or disable it."`
	Reset     userReset     `cmd:"" name:"reset-factors" help:"Remove the authenticator app, passkeys and recovery codes of an account."`
}

type userAdd struct {
	dataFlags
	Email    string `required:"" help:"Email address for logging in."`
	Name     string `required:"" help:"Displayed name."`
	Password string `required:"" help:"Password; - reads it from standard input."`
	Plan     string `enum:"free,platinum" default:"free" help:"free or platinum (with API access)."`
	Admin    bool   `help:"May see users and change plans."`
}

// Run creates the account.
func (c *userAdd) Run(ctx context.Context, io streams) error {
	password, err := readPassword(io, c.Password)
	if err != nil {
		return err
	}
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		_, err := service.Add(ctx, c.Name, c.Email, password, c.Plan, c.Admin)
		if errors.Is(err, store.ErrTaken) {
			return fmt.Errorf("there is already an account for %s", c.Email)
		}
		return err
	})
}

// readPassword returns the password of the flag, or reads it from standard input.
func readPassword(io streams, given string) (string, error) {
	if given != "-" {
		return given, nil
	}
	line, err := bufio.NewReader(io.in).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", fmt.Errorf("no password on standard input: %w", err)
	}
	return line, nil
}

type userList struct {
	dataFlags
	JSON bool `name:"json" help:"Print JSON instead of tab-separated lines."`
}

// listedUser is an account in the output of user list.
type listedUser struct {
	Email     string    `json:"email"`
	Name      string    `json:"name"`
	Plan      string    `json:"plan"`
	Admin     bool      `json:"admin"`
	Token     bool      `json:"token"` // whether there is an API token
	CreatedAt time.Time `json:"created_at"`
	Disabled  bool      `json:"disabled"`
}

// Run prints a line for each account, the oldest first, and nothing else.
func (c *userList) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		users, err := service.All(ctx)
		if err != nil {
			return err
		}
		listed := []listedUser{}
		for _, u := range users {
			listed = append(listed, listedUser{
				u.Email, u.Name, u.Plan.Name, u.IsAdmin, u.TokenMadeAt != 0, time.UnixMicro(u.CreatedAt).UTC(), u.DisabledAt != 0,
			})
		}
		if c.JSON {
			return json.NewEncoder(io.out).Encode(listed)
		}
		return printUsers(io.out, listed)
	})
}

// oneLine removes what would break the lines and columns.
var oneLine = strings.NewReplacer("\t", " ", "\n", " ", "\r", " ")

func printUsers(to io.Writer, users []listedUser) error {
	for _, u := range users {
		role, token := "user", "-"
		if u.Admin {
			role = "administrator"
		}
		if u.Token {
			token = "token"
		}
		made := u.CreatedAt.Format(time.RFC3339)
		if u.Disabled {
			made += "\tdisabled"
		}
		_, err := fmt.Fprintf(to, "%s\t%s\t%s\t%s\t%s\t%s\n", u.Email, oneLine.Replace(u.Name), u.Plan, role, token, made)
		if err != nil {
			return err
		}
	}
	return nil
}

type userChange struct {
	dataFlags
	Email    string `required:"" help:"Email address of the account."`
	Admin    *bool  `negatable:"" help:"Give or take away the right to see users and change plans. The last administrator keeps it."`
	Plan     string `enum:",free,platinum" default:"" help:"free or platinum (with API access)." placeholder:"PLAN"`
	Password string `help:"New password; - reads it from standard input. The account is logged out everywhere."`
	EndToken *bool  `negatable:"" help:"Revoke the API tokens of the account. A new password does so unless you say --no-end-token."`
	Disable  bool   `xor:"state" help:"End its sessions and tokens, and block logins. Its instances and schedules continue."`
	Enable   bool   `xor:"state" help:"Let a disabled account log in again."`
}

// Run changes the account and says on standard error what else it has ended.
func (c *userChange) Run(ctx context.Context, io streams) error {
	change, err := c.change(io)
	if err != nil {
		return err
	}
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		if err := service.Update(ctx, c.Email, change); err != nil {
			return noAccount(err, c.Email)
		}
		if change.EndToken && c.EndToken == nil {
			_, _ = fmt.Fprintln(io.err, "The API tokens of the account were revoked, too.")
		}
		return nil
	})
}

// change returns the update of the flags.
func (c *userChange) change(io streams) (change account.Update, err error) {
	change = account.Update{Admin: c.Admin, EndToken: c.EndToken != nil && *c.EndToken}
	if c.Disable || c.Enable {
		change.Disabled = &c.Disable
	}
	if c.Plan != "" {
		change.Plan = &c.Plan
	}
	if c.Password != "" {
		password, err := readPassword(io, c.Password)
		if err != nil {
			return change, err
		}
		change.Password, change.EndToken = &password, c.EndToken == nil || *c.EndToken
	}
	if change == (account.Update{}) {
		return change, usageError{errors.New("nothing to change: give --admin, --no-admin, --plan, --password, --end-token, --disable, --enable")}
	}
	return change, nil
}

type userReset struct {
	dataFlags
	Email string `required:"" help:"Email address of the account. It is logged out everywhere, and its API tokens are revoked."`
}

// Run removes the second factors of the account and says so on standard error.
func (c *userReset) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		had, err := service.ResetFactors(ctx, c.Email)
		if err != nil {
			return noAccount(err, c.Email)
		}
		text := "The account had no second factor."
		if had {
			text = "The account logs in with its password alone now, until a second factor is set up again."
		}
		_, err = fmt.Fprintln(io.err, text+" Its sessions and API tokens have ended.")
		return err
	})
}
