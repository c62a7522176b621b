package worldmap

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"quartermaster/internal/clash"
	"quartermaster/internal/geo"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/say"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// save carries all changes of the page out as one revision, or none: what is wrong with them is a 422, and positions that somebody else
// has changed since the page has shown them are a 409.
func save(ctx context.Context, r *site.Request) (site.Response, error) {
	asked := readChanges(r.Input)
	saved, err := service(r).Save(ctx, r.Scope(), asked, summary(asked))
	if err != nil {
		return refusal(ctx, r, err)
	}
	text, err := json.Marshal(map[string]any{"revision": saved.Revision, "note": noteOf(saved.Heights)})
	return site.Response{JSON: text}, err
}

// noteOf says which heights were not sent.
func noteOf(h geo.Heights) string {
	switch {
	case h.Taken > 0:
		return "The height of " + ui.Plural(h.Taken, "point", "points") + " comes from the nearest building. Check it on steep ground."
	case h.Unknown > 0:
		return "The height of " + ui.Plural(h.Unknown, "point is", "points are") + " unknown and set to 0."
	}
	return ""
}

func summary(asked geo.Changes) say.Message {
	rule := "map"
	if len(asked.Added) > 0 {
		rule += "-new"
	}
	if len(asked.Removed) > 0 {
		rule += "-removed"
	}
	return say.New(rule, "moved", len(asked.Moved), "new", len(asked.Added), "removed", len(asked.Removed))
}

// conflict is a position that another one has changed since the page has shown it; without points it is gone.
type conflict struct {
	ID     string       `json:"id"`
	Points [][3]float64 `json:"points,omitempty"`
	Radius *float64     `json:"radius,omitempty"`
	By     string       `json:"by,omitempty"`
}

// refusal answers with what a save has failed for.
func refusal(ctx context.Context, r *site.Request, err error) (site.Response, error) {
	var others geo.Conflicts
	var wrong geo.Refused
	var seconds geo.Seconds
	switch {
	case errors.As(err, &seconds):
		return refuseSeconds(r, seconds)
	case errors.As(err, &others):
		list, err := conflictsOf(ctx, r, others)
		if err != nil {
			return site.Response{}, err
		}
		text, err := json.Marshal(map[string]any{"conflicts": list})
		return site.Response{Status: http.StatusConflict, JSON: text}, err
	case errors.As(err, &wrong):
		return unprocessable(wrong.Text)
	}
	if text := clash.Sentence(err, clash.Map); text != "" {
		return unprocessable(text)
	}
	return site.Response{}, err
}

// refuseSeconds answers with the records that are there already.
func refuseSeconds(r *site.Request, seconds geo.Seconds) (site.Response, error) {
	texts := make([]string, len(seconds))
	for i, s := range seconds {
		_, many := r.NounsOf(s.Resource)
		texts[i] = site.AlreadyThere(s.Resource, s.There, r.NameOf(s.Resource, s.There), many)
	}
	text, err := json.Marshal(map[string]any{"doubles": texts})
	return site.Response{Status: http.StatusConflict, JSON: text}, err
}

func unprocessable(text string) (site.Response, error) {
	return site.Response{Status: http.StatusUnprocessableEntity, JSON: site.MessageJSON(text)}, nil
}

func conflictsOf(ctx context.Context, r *site.Request, others geo.Conflicts) ([]conflict, error) {
	sids := make([]string, len(others))
	for i, o := range others {
		sids[i] = o.SID
	}
	authors, err := r.Site.DB.LastAuthors(ctx, r.Scope(), sids)
	list := make([]conflict, len(others))
	for i, o := range others {
		list[i] = conflict{ID: o.ID, By: authors[o.SID]}
		if o.Now != nil {
			list[i].Points, list[i].Radius = pointsFor(o.Now.Points), o.Now.Radius
		}
	}
	return list, err
}

// pointsFor returns points as the page holds them: x, z and the height.
func pointsFor(points []geo.Point) (list [][3]float64) {
	for _, p := range points {
		var height float64
		if p.Y != nil {
			height = *p.Y
		}
		list = append(list, [3]float64{p.X, p.Z, height})
	}
	return list
}

func readChanges(in *jsontree.Object) (asked geo.Changes) {
	again, _ := in.Get("again")
	asked.Again = again == true
	for _, o := range in.Objects("moved") {
		asked.Moved = append(asked.Moved, geo.Moved{ID: o.Text("id"), Was: positionIn(o.Object("was")), Now: positionIn(o.Object("now"))})
	}
	for _, o := range in.Objects("removed") {
		asked.Removed = append(asked.Removed, geo.Removed{ID: o.Text("id"), Was: positionIn(o.Object("was"))})
	}
	for _, o := range in.Objects("added") {
		asked.Added = append(asked.Added, geo.Added{
			Layer: o.Text("layer"), Sort: o.Text("sort"), Name: o.Text("name"), File: o.Text("file"), Position: positionIn(o.Object("now")),
		})
	}
	return asked
}

// positionIn reads points, each a list of x, z and perhaps the height.
func positionIn(o *jsontree.Object) (p geo.Position) {
	for _, point := range o.List("points") {
		numbers, _ := point.([]any)
		var read []float64
		for _, n := range numbers {
			if f, ok := number(n); ok {
				read = append(read, f)
			}
		}
		switch len(read) {
		case 2:
			p.Points = append(p.Points, geo.Point{X: read[0], Z: read[1]})
		case 3:
			p.Points = append(p.Points, geo.Point{X: read[0], Z: read[1], Y: &read[2]})
		}
	}
	radius, _ := o.Get("radius")
	if f, ok := number(radius); ok {
		p.Radius = &f
	}
	return p
}

func number(value any) (float64, bool) {
	text, ok := value.(jsontree.Number)
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseFloat(string(text), 64)
	return n, err == nil
}
