package hostiletest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// reaching are names of other packages by which a program reaches others.
var reaching = map[string]string{
	"net":                              `^(Dial.*|Dialer|ListenPacket|ListenUDP|ListenMulticastUDP)$`,
	"net/http":                         `^(Client|Transport|DefaultClient|DefaultTransport|Get|Head|Post|PostForm)$`,
	"net/smtp":                         `.`,
	"net/rpc":                          `.`,
	"os/exec":                          `^Command`,
	"crypto/tls":                       `^(Dial.*|Dialer)$`,
	"github.com/gomodule/redigo/redis": `^Dial`,
	"github.com/jackc/pgx/v5":          `^(Connect|ParseConfig)`,
	"github.com/jackc/pgx/v5/pgconn":   `^Connect(Config)?$`,
	"github.com/jackc/pgx/v5/stdlib":   `^Open`,
	"github.com/jlaffaye/ftp":          `^Dial$`,
	"golang.org/x/crypto/ssh":          `^(Dial|NewClientConn)$`,
	"quartermaster/internal/dialer":    `^Dialer$`,
}

// tried is where it is tried what a stranger can do who never stops, by the file or package that reaches him. The database, Redis and the
// bucket are the operator's own: there it is tried that everything else goes on.
var tried = map[string]string{
	"aipreset/endpoint.go":     "aipreset TestEndpointsThatNeverStop",
	"cli/servers.go":           "gameserver TestQueriesOfServersThatNeverStop",
	"dialer/dialer.go":         "remote TestServersThatNeverStop",
	"idp/discovery.go":         "idp TestProvidersThatNeverStop",
	"mail/mail.go":             "mail TestServersThatNeverStop",
	"gameserver/console.go":    "gameserver TestConsolesOfServersThatNeverStop",
	"gameserver/gameserver.go": "gameserver TestQueriesOfServersThatNeverStop",
	"gameserver/status.go":     "gameserver TestQueriesOfServersThatNeverStop",
	"remote/dial.go":           "remote TestServersThatNeverStop",
	"remote/ftp_conn.go":       "remote TestServersThatNeverStop",
	"remote/ssh.go":            "remote TestServersThatNeverStop",
	"s3":                       "cli TestAServerWhoseBucketFails",
	"shared":                   "cli TestAServerWhoseRedisHangs",
	"store":                    "api TestEveryEndpointWithoutItsDatabase",
	"store/conns":              "api TestEveryEndpointWithoutItsDatabase",
	"tracing/exporter.go":      "tracing TestCollectorsThatNeverStop",
}

// TestEveryStrangerIsTried: whatever reaches others has a test of what happens when they never stop.
func TestEveryStrangerIsTried(t *testing.T) {
	t.Parallel()
	found := map[string][]string{}
	err := filepath.WalkDir("..", func(name string, entry fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(filepath.ToSlash(name), "../")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && strings.HasSuffix(name, "test"):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(rel) != ".go" || strings.HasSuffix(rel, "_test.go"):
			return nil
		}
		if names := reached(t, name); len(names) > 0 {
			found[rel] = names
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if tried[file] == "" && tried[path.Dir(file)] == "" {
			t.Errorf("%s uses %s: where is it tried what happens when the other side never stops?", file, strings.Join(found[file], ", "))
		}
	}
	for file, test := range tried {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(f string) bool { return f == file || path.Dir(f) == file }) {
			t.Errorf("%s reaches nobody any more", file)
		}
		if dir, name, _ := strings.Cut(test, " "); !hasTest(t, dir, name) {
			t.Errorf("%s: there is no test %s in %s", file, name, dir)
		}
	}
}

// reached returns the names by which a file reaches others.
func reached(t *testing.T, name string) (names []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imported := map[string]*regexp.Regexp{}
	for _, each := range file.Imports {
		from, _ := strconv.Unquote(each.Path.Value)
		called := path.Base(strings.TrimSuffix(from, "/v5"))
		if each.Name != nil {
			called = each.Name.Name
		}
		if pattern := reaching[from]; pattern != "" {
			imported[called] = regexp.MustCompile(pattern)
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		selector, is := node.(*ast.SelectorExpr)
		if !is {
			return true
		}
		if strings.HasPrefix(selector.Sel.Name, "Dial") && selector.Sel.Name != "Dialer" {
			names = append(names, selector.Sel.Name)
		}
		if of, is := selector.X.(*ast.Ident); is && imported[of.Name] != nil && imported[of.Name].MatchString(selector.Sel.Name) {
			names = append(names, of.Name+"."+selector.Sel.Name)
		}
		return true
	})
	return names
}

func hasTest(t *testing.T, dir, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file) //nolint:gosec // of the project
		return err == nil && strings.Contains(string(text), "func "+name+"(t *testing.T)")
	})
}
