package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"
	"strings"
	"time"

	"quartermaster/internal/backup"
)

type moveCmd struct {
	From          []string `required:"" sep:"none" help:"A folder (default: ./data), postgres://... and s3://..." placeholder:"PLACE"`
	To            []string `required:"" sep:"none" help:"A folder takes everything; without it, what you leave out stays." placeholder:"PLACE"`
	SecretKey     string   `help:"The secret key, if it is not in the data folder." placeholder:"KEY"`
	StorageKey    string   `help:"Access key of the buckets; by default, as AWS's programs find it." placeholder:"KEY"`
	StorageSecret string   `help:"Secret of --storage-key." placeholder:"SECRET"`
	Force         bool     `help:"Move even if there are data already: records and key are moved aside, files of the same name are replaced."`
}

// location says where data are, with the flags of serve.
type location struct{ data, database, storage string }

// locationOf reads the values of a flag.
func locationOf(flag string, values []string) (p location, err error) {
	for _, value := range values {
		part := &p.data
		switch scheme, _, _ := strings.Cut(value, "://"); scheme {
		case "postgres", "postgresql":
			part = &p.database
		case "s3":
			part = &p.storage
		}
		if *part != "" || value == "" {
			return p, usageError{fmt.Errorf("%s: give one folder, one postgres:// and one s3:// address at most", flag)}
		}
		*part = value
	}
	return p, nil
}

// locations returns both, with what they have in common filled in.
func (c *moveCmd) locations() (from, to location, err error) {
	if from, err = locationOf("--from", c.From); err != nil {
		return from, to, err
	}
	from.data = cmp.Or(from.data, "./data")
	if to, err = locationOf("--to", c.To); err != nil || to.data != "" {
		return from, to, err
	}
	return from, location{from.data, cmp.Or(to.database, from.database), cmp.Or(to.storage, from.storage)}, nil
}

// Run prints what was moved, and how a server is started there.
func (c *moveCmd) Run(ctx context.Context, io streams) error {
	from, to, err := c.locations()
	if err != nil {
		return err
	}
	source, err := c.options(ctx, from, io)
	if err != nil {
		return err
	}
	defer closeFiles(source)
	target, err := c.options(ctx, to, io)
	if err != nil {
		return err
	}
	if from.storage == to.storage {
		target.Files = source.Files // which tells that it is the same
	} else {
		defer closeFiles(target)
	}
	began := time.Now()
	done, err := backup.Move(ctx, source, target, c.Force)
	if err != nil {
		return dataFlags{Data: from.data, DatabaseURL: from.database, SecretKey: c.SecretKey}.advise(err)
	}
	c.report(io.out, from, to, done, time.Since(began))
	return adopt(to.data)
}

func (c *moveCmd) options(ctx context.Context, p location, io streams) (backup.Options, error) {
	options, err := dataFlags{Data: p.data, DatabaseURL: p.database, SecretKey: c.SecretKey}.backup(io)
	if err == nil {
		options.Files, err = storageFlags{p.storage, c.StorageKey, c.StorageSecret}.bucket(ctx)
	}
	return options, err
}

func closeFiles(o backup.Options) {
	if o.Files != nil {
		_ = o.Files.Close() // a bucket has nothing that could be lost
	}
}

func (c *moveCmd) report(out io.Writer, from, to location, done backup.Moved, took time.Duration) {
	say := func(format string, values ...any) { _, _ = fmt.Fprintf(out, format+"\n", values...) }
	if done.Aside != "" {
		say("the previous data were kept as %s", done.Aside)
	}
	if done.Records {
		say("records: %d rows in %d tables, as of %s, from %s to %s; each row was compared", done.Rows, done.Tables,
			done.At.Format(time.RFC3339), from.records(), to.records())
	}
	if done.Files {
		say("stored files: %d copied, %d were there already, %d bytes in all, from %s to %s; each was compared", done.Copied, done.Present,
			done.Bytes, from.files(), to.files())
	}
	if done.Key {
		say("the secret key is in %s, too: keep it away from others", to.data)
	}
	say("moved in %s; %s is as it was. What servers write there from now on is not in the copy. Go on with:", took.Round(time.Millisecond),
		from.data)
	say("  quartermaster serve %s", to.flags(c.SecretKey != ""))
}

func (p location) records() string {
	if p.database == "" {
		return "SQLite in " + p.data
	}
	return redacted(p.database)
}

func (p location) files() string { return cmp.Or(p.storage, p.data) }

// flags are those of a server, without secrets.
func (p location) flags(key bool) string {
	list := []string{"--data " + p.data}
	if p.database != "" {
		list = append(list, "--database-url '"+redacted(p.database)+"'")
	}
	if p.storage != "" {
		list = append(list, "--storage-url '"+p.storage+"'")
	}
	if key {
		list = append(list, "--secret-key ...")
	}
	return strings.Join(list, " ")
}

// redacted is an address without its password.
func redacted(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "PostgreSQL"
	}
	return u.Redacted()
}
