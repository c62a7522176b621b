package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

type userCmd struct {
	Add userAdd `cmd:"" help:"Create an account."`
}

type userAdd struct {
	dataFlags
	Email    string `required:"" help:"E-mail address to sign in with."`
	Name     string `required:"" help:"Name to show."`
	Password string `required:"" help:"Password; - reads it from standard input."`
	Plan     string `enum:"free,platinum" default:"free" help:"free or platinum (with API access)."`
	Admin    bool   `help:"May see users and change plans."`
}

// Run creates the account.
func (c *userAdd) Run(ctx context.Context, io streams) error {
	password, err := c.password(io)
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

func (c *userAdd) password(io streams) (string, error) {
	if c.Password != "-" {
		return c.Password, nil
	}
	line, err := bufio.NewReader(io.in).ReadString('\n')
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", fmt.Errorf("no password on standard input: %w", err)
	}
	return line, nil
}

type tokenCmd struct {
	New tokenNew `cmd:"" help:"Print a new API token; the previous one stops working."`
}

type tokenNew struct {
	dataFlags
	Email string `required:"" help:"E-mail address of the account."`
}

// Run prints the token and nothing else.
func (c *tokenNew) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		token, err := service.TokenForEmail(ctx, c.Email)
		if err != nil {
			return noAccount(err, c.Email)
		}
		_, err = fmt.Fprintln(io.out, token)
		return err
	})
}

// noAccount says whose account was not found.
func noAccount(err error, email string) error {
	if errors.Is(err, store.ErrNotFound) {
		return fmt.Errorf("there is no account for %s", email)
	}
	return err
}

type instanceCmd struct {
	Add instanceAdd `cmd:"" help:"Create an instance and print its sid."`
}

type instanceAdd struct {
	dataFlags
	Email   string `required:"" help:"E-mail address of its owner."`
	Name    string `required:"" help:"Name of the server."`
	Map     string `required:"" help:"Map, as in chernarusplus, enoch or sakhal."`
	Mission string `help:"Folder below mpmissions; without it the one that the map brings."`
}

// Run prints the sid and nothing else.
func (c *instanceAdd) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(db *store.DB, service *account.Service) error {
		row, err := c.create(ctx, db, service)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(io.out, record.Instances.SID(row))
		return err
	})
}

func (c *instanceAdd) create(ctx context.Context, db *store.DB, service *account.Service) (record.Row, error) {
	user, err := service.ByEmail(ctx, c.Email)
	if err != nil {
		return nil, noAccount(err, c.Email)
	}
	mapID, err := mapNamed(ctx, db, c.Map)
	if err != nil {
		return nil, err
	}
	values, err := c.checked(ctx, db, user.ID, mapID)
	if err != nil {
		return nil, err
	}
	return db.CreateInstance(ctx, user.ID, values)
}
