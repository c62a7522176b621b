package grid

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"quartermaster/internal/lint"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Computed is what a grid shows of rows besides their fields, by sid. Who has changed most of them is said once.
type Computed struct {
	Author   string                      `json:"author"`
	By       map[string]string           `json:"by"`           // the others
	At       map[string]string           `json:"at,omitempty"` // when they were changed, where no field says it: UTC in the form of the wire
	Problems map[string][]Finding        `json:"problems"`
	Uses     map[string]map[string]int64 `json:"uses"` // how many records of which sort; null where that is not known
}

// Finding is a problem of a row.
type Finding struct {
	Severity lint.Severity `json:"severity"`
	Text     string        `json:"text"`
}

// Formula is a column whose values follow from other columns of the row, also while these are edited.
type Formula struct {
	Key   string  `json:"key"`
	Label string  `json:"label"`
	Help  string  `json:"help"`
	Kind  string  `json:"formula"` // share: By percent of the price Of; margin: Of less By; trade: whether one can be bought for Of and sold for By
	Of    string  `json:"of"`
	By    string  `json:"by"`
	Usual float64 `json:"usual"` // the share where By is negative
}

// showComputed answers with what takes longer to find than the rows themselves.
func (g *Grid) showComputed(ctx context.Context, r *site.Request) (site.Response, error) {
	all, err := g.source.Computed(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error { return json.NewEncoder(out).Encode(all) })
	}}, nil
}
