package api_test

import (
	"os"
	"testing"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) {
	storetest.Cases(20)
	os.Exit(pgtest.Main(m))
}
