package api_test

import (
	"flag"
	"os"
	"testing"

	"quartermaster/internal/pgtest"
)

func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "20") // unless the command line says otherwise
	os.Exit(pgtest.Main(m))
}
