package lab_test

import (
	"testing"

	"quartermaster/internal/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }
