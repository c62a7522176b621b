// Package cli is the command line of Quartermaster and the wiring of the program.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"quartermaster/internal/access"

	"github.com/alecthomas/kong"
)

// The exit codes of the program.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
	exitStays   = 3 // files stay as somebody has changed them on the game server
)

// streams are the standard streams of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
	clock    func() time.Time // of this machine; nil for its own
}

// serving is the part of the command line that a server is started with.
type serving struct {
	Serve serveCmd `cmd:"" help:"Serve the API and the web interface."`
}

// commands is the command line. Every flag has an environment variable QM_<FLAG>.
type commands struct {
	serving  `embed:""`
	User     userCmd     `cmd:"" help:"Accounts."`
	Token    tokenCmd    `cmd:"" help:"API tokens."`
	Catalog  catalogCmd  `cmd:"" help:"The catalog for all users: class names and workshop mods."`
	Instance instanceCmd `cmd:"" help:"Instances: the servers of a user."`
	Import   importCmd   `cmd:"" help:"Import game files into an instance."`
	Update   updateCmd   `cmd:"" help:"Import the files of an update of the game or of a mod, and keep your own changes."`
	Generate generateCmd `cmd:"" help:"Export the files of an instance."`
	Connect  connectCmd  `cmd:"" help:"Set where the game server's files are, and test that."`
	Pull     pullCmd     `cmd:"" help:"Fetch the files that were changed on the game server, and import them."`
	Status   statusCmd   `cmd:"" help:"Show what differs from the game server, and what holds a delivery back."`
	Diff     diffCmd     `cmd:"" help:"Show how files differ from those that were imported, or with --remote from the game server's."`
	Push     pushCmd     `cmd:"" help:"Send the files that differ to the game server."`
	Rollback rollbackCmd `cmd:"" help:"Bring the game server's files back to before a delivery."`
	Lint     lintCmd     `cmd:"" help:"Report problems in the records of an instance."`
	Log      logCmd      `cmd:"" help:"Read logs of the game server: what they say about records becomes problems."`
	Bulk     bulkCmd     `cmd:"" help:"Change many records at once, as one revision that can be undone."`
	Recipe   recipeCmd   `cmd:"" help:"Recipes: bulk changes that are kept."`
	History  historyCmd  `cmd:"" help:"Show the history of an instance, or go back to a revision."`
	Backup   backupCmd   `cmd:"" help:"Copy all data into one file, even while a server is running."`
	Restore  restoreCmd  `cmd:"" help:"Restore the data of a backup."`
	Move     moveCmd     `cmd:"" help:"Copy all data to another folder, database or bucket, and compare what has arrived."`
	Key      keyCmd      `cmd:"" help:"The secret key that encrypts the passwords of game servers."`
	Versions versionsCmd `cmd:"" help:"The versions of the game: what updates begin with, and own changes are told by."`
	Pack     packCmd     `cmd:"" help:"Packs, which describe the files of mods."`
	Version  versionCmd  `cmd:"" help:"Print version, commit and Go version."`
}

// Run runs the command in args and returns the exit code of the program.
func Run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(access.From(ctx, access.Origin{Name: "command line"}), args, streams{in: os.Stdin, out: os.Stdout, err: os.Stderr})
}

func run(ctx context.Context, args []string, io streams) int {
	parser, err := kong.New(grammar(args),
		kong.Name("quartermaster"), kong.Description("Keeps the configuration of DayZ servers."),
		kong.DefaultEnvars("QM"), kong.Writers(io.out, io.err), kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(io))
	if err != nil {
		return failed(io, err)
	}
	command, err := parser.Parse(joined(args))
	if err != nil {
		_, _ = fmt.Fprintf(io.err, "quartermaster: %v\nTry \"quartermaster --help\".\n", err)
		return exitUsage
	}
	err = command.Run()
	var usage usageError
	var stay staysError
	switch {
	case errors.As(err, &stay):
		_, _ = fmt.Fprintf(io.err, "quartermaster: %v\n", err)
		return exitStays
	case errors.As(err, &usage):
		_, _ = fmt.Fprintf(io.err, "quartermaster: %v\n", err)
		return exitUsage
	case err != nil:
		return failed(io, err)
	}
	return exitOK
}

// grammar returns the commands that the arguments may mean. To go through all of them takes a tenth of the start of a server.
func grammar(args []string) any {
	if len(args) > 0 && args[0] == "serve" {
		return &serving{}
	}
	return &commands{}
}

func failed(io streams, err error) int {
	_, _ = fmt.Fprintf(io.err, "quartermaster: %v\n", err)
	return exitFailure
}

// usageError is a wrong call that the flags alone do not reveal.
type usageError struct{ error }
