package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/remote"
	"quartermaster/internal/shape"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
)

type connectCmd struct {
	remoteFlags
	URL         string `required:"" name:"url" help:"sftp://, ftps:// or ftp:// and user@host:port/dir, or folder:///dir." placeholder:"URL"`
	Password    string `help:"Password; - reads it from standard input. By default, the stored one stays."`
	Key         string `help:"File with a private SSH key, which is used instead of the password." placeholder:"FILE"`
	Passphrase  string `help:"Passphrase of the key."`
	GenerateKey bool   `help:"Make a key, and print its public half for the server's authorized keys."`
	Pin         string `xor:"pin" help:"Fingerprint that the server must show. Default: the pinned one, else any." placeholder:"FINGERPRINT"`
	Trust       bool   `xor:"pin" help:"Pin the fingerprint that the server shows now."`
	Mission     string `help:"The mission's folder, below the one of the URL; by default, it is looked for." placeholder:"DIR"`
	Profiles    string `help:"The folder of profiles." placeholder:"DIR"`
	BattlEye    string `name:"battleye" help:"BattlEye's folder." placeholder:"DIR"`
}

// Run sets the target of an instance, tests it and prints what it finds. It returns an error when there are problems.
func (c *connectCmd) Run(ctx context.Context, io streams) error {
	body, err := c.body(io)
	if err != nil {
		return err
	}
	return c.reach(ctx, func(r reached) error {
		set, err := r.connect(ctx, body)
		var wrong validate.Errors
		if errors.As(err, &wrong) {
			return usageError{errors.New(wrong.First())}
		}
		if err != nil {
			return plainError(err)
		}
		test, err := r.targets.Test(ctx, r.scope)
		if err != nil {
			return plainError(err)
		}
		return c.print(io, &set, test)
	})
}

// connect sets the target of an instance.
func (r reached) connect(ctx context.Context, body *jsontree.Object) (target.Target, error) {
	in, err := shape.Accept[target.TargetInput](ctx, body)
	if err != nil {
		return target.Target{}, err
	}
	return r.targets.Put(ctx, r.scope, in)
}

// body makes a body of the flags, as the API takes it.
func (c *connectCmd) body(io streams) (*jsontree.Object, error) {
	at, err := url.Parse(c.URL)
	if err != nil || at.Scheme == "" {
		return nil, usageError{fmt.Errorf("--url: %q is not a URL such as sftp://user@host/dir", c.URL)}
	}
	switch remote.Protocol(at.Scheme) {
	case remote.SFTP, remote.FTPS, remote.FTP, remote.Folder:
	default:
		return nil, usageError{fmt.Errorf("--url: the protocol must be sftp, ftps, ftp or folder, not %s", at.Scheme)}
	}
	if _, has := at.User.Password(); has {
		return nil, usageError{errors.New("--url: keep the password out of the URL, where others see it; use --password -")}
	}
	b := body("protocol", at.Scheme, "host", orNil(at.Hostname()), "port", orNil(at.Port()), "username", orNil(at.User.Username()), "dir",
		orNil(strings.TrimSuffix(at.Path, "/")),
		"implicit_tls", at.Scheme == "ftps" && at.Port() == implicitPort,
		"folders", body("mission", orNil(c.Mission), "profiles", orNil(c.Profiles), "battleye", orNil(c.BattlEye)))
	return b, c.addSecrets(io, b)
}

// implicitPort is where FTPS is encrypted from the first byte on.
const implicitPort = "990"

func (c *connectCmd) addSecrets(io streams, b *jsontree.Object) error {
	switch {
	case c.Pin != "":
		b.Set("pinned", c.Pin)
	case c.Trust:
		b.Set("pinned", nil)
	}
	if c.Password != "" {
		password, err := readPassword(io, c.Password)
		if err != nil {
			return err
		}
		b.Set("password", password)
	}
	if c.GenerateKey {
		b.Set("generate_key", true)
	}
	if c.Key != "" {
		key, err := os.ReadFile(c.Key)
		if err != nil {
			return err
		}
		b.Set("private_key", string(key))
		b.Set("passphrase", orNil(c.Passphrase))
	}
	return nil
}

// print prints what a test has found, a line each.
func (c *connectCmd) print(io streams, set *target.Target, test *target.Test) error {
	if c.JSON {
		_, _ = fmt.Fprintf(io.out, "%s\n", test.AppendJSON(nil))
	} else {
		printTest(io, set, test)
	}
	if !test.OK {
		return errors.New("the test has found problems")
	}
	return nil
}

func printTest(io streams, set *target.Target, test *target.Test) {
	folders := set.Folders.Or(test.Folders)
	for _, line := range [][2]string{
		{"server", set.Address()},
		{"public key", set.PublicKey},
		{"fingerprint", test.Fingerprint},
		{"layout", test.Layout},
		{"mission", test.Mission},
		{"mission folder", folders.Mission},
		{"profiles", folders.Profiles},
		{"battleye", folders.BattlEye},
		{"config", test.Config},
		{"files", filesFound(test)},
	} {
		if line[1] != "" {
			_, _ = fmt.Fprintf(io.out, "%-14s %s\n", line[0], line[1])
		}
	}
	for _, text := range target.Sentences(test.Notes) {
		_, _ = fmt.Fprintln(io.out, "note           "+text)
	}
	for _, text := range target.Sentences(test.Problems) {
		_, _ = fmt.Fprintln(io.err, "problem: "+text)
	}
}

// filesFound says how many files a test has found that went well.
func filesFound(test *target.Test) string {
	if !test.OK {
		return ""
	}
	return strconv.Itoa(test.Files)
}
