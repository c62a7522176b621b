package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/backup"
	"quartermaster/internal/store"
)

// phraseFlag is the flag of commands that write or read an encrypted backup.
type phraseFlag struct {
	Passphrase string `help:"Pass phrase to encrypt the backup with; - reads it from standard input."`
}

// archiveFlags are those of commands that write or read a backup.
type archiveFlags struct {
	dataFlags
	storageFlags
	phraseFlag
}

func (f archiveFlags) options(ctx context.Context, io streams) (backup.Options, error) {
	options, err := f.backup(io)
	if err != nil {
		return options, err
	}
	if options.Phrase, err = readPassword(io, f.Passphrase); err != nil {
		return options, err
	}
	options.Files, err = f.bucket(ctx)
	return options, err
}

type backupCmd struct {
	archiveFlags
	Out string `required:"" help:"File to write; an existing one is replaced once the new one is complete." placeholder:"FILE"`
}

// Run prints a line about the backup. The audit of the data has it afterwards.
func (c *backupCmd) Run(ctx context.Context, io streams) error {
	options, err := c.options(ctx, io)
	if err != nil {
		return err
	}
	made, err := backup.Write(ctx, options, c.Out)
	if err != nil {
		return c.advise(err)
	}
	if err := c.audit(ctx, made); err != nil {
		_, _ = fmt.Fprintf(io.err, "The backup is complete, but could not be noted in the audit: %v\n", err)
	}
	_, err = fmt.Fprintf(io.out, "%s: %s, %s\n", c.Out, contents(made), c.keyNote(made))
	return err
}

// audit keeps that everything was copied. Data of an earlier program are left as they are: to open them would migrate them.
func (c *backupCmd) audit(ctx context.Context, made backup.Manifest) error {
	if made.Migration != store.NewestMigration() {
		return nil
	}
	return c.with(ctx, func(db *store.DB) error {
		return db.Audit(ctx, store.Audited{What: store.AuditExport, About: "backup"})
	})
}

type restoreCmd struct {
	archiveFlags
	Force bool   `help:"Restore even if there is data already; it is moved aside."`
	File  string `arg:"" help:"File written by backup."`
}

// Run prints a line about the restored data and one about the earlier ones.
func (c *restoreCmd) Run(ctx context.Context, io streams) error {
	options, err := c.options(ctx, io)
	if err != nil {
		return err
	}
	done, err := backup.Restore(ctx, options, c.File, c.Force)
	if err != nil {
		return adviseRestore(err)
	}
	if done.Aside != "" {
		_, _ = fmt.Fprintf(io.out, "the previous data were kept as %s\n", done.Aside)
	}
	c.tellKey(io, done.SecretKey)
	_, err = fmt.Fprintf(io.out, "restored: %s, as of %s\n", contents(done.Manifest), done.MadeAt.Format(time.RFC3339))
	return err
}

// tellKey says which key the restored data need when the flags have another one.
func (c *restoreCmd) tellKey(io streams, inBackup bool) {
	switch given := c.SecretKey != ""; {
	case inBackup && given:
		_, _ = fmt.Fprintln(io.err, "The backup contained its own secret key: run serve without --secret-key.")
	case !inBackup && !given:
		_, _ = fmt.Fprintln(io.err, "The backup contained no secret key: run serve with the same --secret-key as before.")
	}
}

// adviseRestore says what to do when the key in the backup, or in the flag, is not that of its records.
func adviseRestore(err error) error {
	if errors.Is(err, store.ErrKeyOther) || errors.Is(err, store.ErrKeyDamaged) {
		return fmt.Errorf("%w: give the --secret-key that the records of the backup were used with, or none to restore them and decide about "+
			"the key later",
			err)
	}
	return err
}

// backup returns what to copy.
func (f dataFlags) backup(io streams) (backup.Options, error) {
	key, err := f.givenKey()
	return backup.Options{
		Store:   store.Config{Dir: f.Data, DatabaseURL: f.DatabaseURL},
		Storage: storageDir, KeyFile: keyFile, Key: key,
		Version: version, Progress: progress(io, time.Now),
	}, err
}

func contents(m backup.Manifest) string {
	return fmt.Sprintf("%d rows in %d tables, %d stored files", m.Rows(), len(m.Tables), m.Files())
}

func (c *backupCmd) keyNote(m backup.Manifest) string {
	switch {
	case m.SecretKey && c.Passphrase != "":
		return "with the secret key, encrypted: it cannot be restored without the pass phrase"
	case m.SecretKey:
		return "with the secret key: keep it away from others"
	}
	return "without a secret key: keep that of --secret-key yourself"
}

const (
	progressRows  = 5_000 // after so many rows a look at the clock is worth it
	progressEvery = 3 * time.Second
)

// progress returns a function that reports now and then how many rows are done.
func progress(io streams, now func() time.Time) func(rows int64) {
	told := now()
	return func(rows int64) {
		if rows%progressRows != 0 || now().Sub(told) < progressEvery {
			return
		}
		told = now()
		_, _ = fmt.Fprintf(io.err, "%d rows so far\n", rows)
	}
}
