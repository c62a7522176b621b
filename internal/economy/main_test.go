package economy

import (
	"testing"

	"quartermaster/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
