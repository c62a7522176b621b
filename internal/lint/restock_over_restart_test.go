package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestRestockOverRestart(t *testing.T) {
	t.Parallel()
	late := &record.Type{Name: "AKM", Restock: new(int64(7_201))}
	w := worldOf(late, &record.Type{Name: "Axe", Restock: new(int64(7_200))}, &record.Type{Name: "Rope"})
	w.Restart = 7_200
	try(t, restockOverRestart, w, "AKM: restock is 7201 s, longer than the server runs between two restarts. [Lower restock to 7200 s.]")
	if *late.Restock != 7_200 {
		t.Errorf("restock %d", *late.Restock)
	}
}
