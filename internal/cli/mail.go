package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/mail"
	"quartermaster/internal/store"
)

// mailFlags say how mails are sent.
type mailFlags struct {
	SMTPURL  string `name:"smtp-url" help:"Mail server: smtp://user:password@host:587 (STARTTLS) or smtps://..." placeholder:"URL"`
	MailFrom string `name:"mail-from" help:"Address that mails come from, such as qm@example.org." placeholder:"ADDRESS"`
}

// sender returns what sends mails, nil where none are sent.
func (f mailFlags) sender() (*mail.Sender, error) {
	switch {
	case f.SMTPURL == "" && f.MailFrom == "":
		return nil, nil
	case f.SMTPURL == "" || f.MailFrom == "":
		return nil, usageError{errors.New("--smtp-url and --mail-from belong together: give both, or none")}
	}
	s, err := mail.New(f.SMTPURL, f.MailFrom)
	if err != nil {
		return nil, usageError{err}
	}
	return s, nil
}

// publicURL returns the address of the service for what is not an answer to a request, such as links in mails, without a slash at the end:
// requests could name any. flag is who needs it.
func (c *serveCmd) publicURL(flag string) (string, error) {
	if c.BaseURL != "" {
		u, err := url.Parse(c.BaseURL)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
			return "", usageError{errors.New("--base-url: a URL such as https://qm.example.org")}
		}
		return strings.TrimSuffix(c.BaseURL, "/"), nil
	}
	host, port, err := net.SplitHostPort(c.Addr)
	if err != nil || port == "0" || !isThisMachine(host) {
		return "", usageError{fmt.Errorf("%s needs --base-url, the address at which people reach the service", flag)}
	}
	return "http://" + c.Addr, nil // nobody else reaches it
}

func isThisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

type userResetLink struct {
	dataFlags
	Email   string `required:"" help:"Email address of the account."`
	BaseURL string `name:"base-url" help:"Public URL of the service." default:"http://127.0.0.1:8080" placeholder:"URL"`
}

// Run prints the link and nothing else.
func (c *userResetLink) Run(ctx context.Context, io streams) error {
	return c.withAccounts(ctx, func(_ *store.DB, service *account.Service) error {
		user, err := service.ByEmail(ctx, c.Email)
		if err != nil {
			return noAccount(err, c.Email)
		}
		code, err := service.NewReset(ctx, user.ID)
		if errors.Is(err, account.ErrDisabled) {
			return fmt.Errorf("%s is disabled: use user change --enable first", c.Email)
		}
		if err != nil {
			return noAccount(err, c.Email)
		}
		_, err = fmt.Fprintln(io.out, strings.TrimSuffix(c.BaseURL, "/")+account.ResetPath+code)
		return err
	})
}
