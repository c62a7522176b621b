package api_test

import (
	"os"
	"testing"

	"quartermaster/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
