package bundles

import (
	"cmp"
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/outage"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Said is what whoever exports says of a bundle.
type Said struct{ Name, Version, About, Licence string }

// File is a bundle as a file.
type File struct {
	Name string // to save it under
	Data []byte
}

// Export returns a layer as a bundle. It returns store.ErrNotFound, and validate.Errors for what no bundle holds.
func (s *Service) Export(ctx context.Context, scope store.Scope, layer string, said Said) (File, error) {
	l, err := s.layers.Get(ctx, scope, layer)
	if err != nil {
		return File{}, err
	}
	said.Name, said.About = cmp.Or(said.Name, l.Name), cmp.Or(said.About, l.Note)
	return s.export(ctx, scope, said, l.List)
}

// ExportRecords returns records as a bundle that adds them where they are not.
func (s *Service) ExportRecords(
	ctx context.Context, scope store.Scope, r *record.Resource, where []record.Condition, said Said,
) (File, error) {
	list, err := s.db.View(scope).Whole(ctx, r, where)
	if err != nil {
		return File{}, err
	}
	if len(list) == 0 || len(list) > layers.MostRows {
		return File{}, validate.Refusal("q", "A bundle has between 1 and 20,000 records: the filter finds another number.")
	}
	changes := make([]layers.Version, len(list))
	for i, row := range list {
		changes[i] = layers.Version{Resource: r, Is: row}
	}
	rows, err := s.layers.RowsOf(ctx, scope, changes)
	if err != nil {
		return File{}, err
	}
	return s.export(ctx, scope, said, rows)
}

func (s *Service) export(ctx context.Context, scope store.Scope, said Said, rows []layers.Row) (File, error) {
	mission, err := s.layers.Mission(ctx, scope)
	if err != nil {
		return File{}, err
	}
	for i := range rows {
		if err := checkResource(&rows[i]); err != nil {
			return File{}, err
		}
	}
	trees := make([]any, len(rows))
	for i, row := range rows {
		trees[i] = treeOf(row, mission)
	}
	m := bundle.Manifest{Name: said.Name, Version: said.Version, About: said.About, Licence: said.Licence}
	if m.Needs.Classes, err = s.classesIn(ctx, scope, rows, trees); err != nil {
		return File{}, err
	}
	if slices.ContainsFunc(rows, func(row layers.Row) bool { return isPlaced(row.Resource) }) {
		m.Needs.Map = mapOf(mission)
	}
	return s.pack(ctx, scope, m, trees, nil)
}

// pack signs a bundle with the key of the installation, and notes in the audit that something leaves.
func (s *Service) pack(ctx context.Context, scope store.Scope, m bundle.Manifest, rows, steps []any) (File, error) {
	public, secret, err := s.db.BundleKey(ctx, bundle.NewKey)
	if err != nil {
		return File{}, err
	}
	data, err := bundle.Pack(m, rows, steps, public, secret)
	if err != nil {
		return File{}, refused(err)
	}
	f := File{fileName(m), data}
	if scope.InstanceID == 0 {
		return f, nil
	}
	err = s.db.Audit(ctx, store.Audited{What: store.AuditExport, InstanceID: scope.InstanceID, About: f.Name})
	if errors.Is(err, outage.ErrFull) { // reading goes on where nothing can be stored
		err = nil
	}
	return f, err
}

var noFileName = regexp.MustCompile(`[^\pL\pN]+`)

func fileName(m bundle.Manifest) string {
	name := strings.Trim(noFileName.ReplaceAllString(strings.ToLower(m.Name), "-"), "-")
	return cmp.Or(name, "bundle") + "-" + m.Version + ".qmb"
}

// treeOf is a row as a bundle has it.
func treeOf(row layers.Row, mission string) *jsontree.Object {
	value, _ := jsontree.Parse(row.AppendJSON(nil)) // of this program
	tree := value.(*jsontree.Object)
	for _, name := range []string{"sid", "conflict", "now"} {
		tree.Delete(name)
	}
	if row.File == "" {
		tree.Delete("file")
	}
	if row.Place <= 1 {
		tree.Delete("place")
	}
	if row.Resource == "documents" || row.Resource == "texts" {
		tree.Set("name", strings.Replace(row.Name, "mpmissions/"+mission+"/", bundle.MissionFolder, 1))
	}
	return tree
}

// classesIn returns the class names of the instance that rows say somewhere and do not add.
func (s *Service) classesIn(ctx context.Context, scope store.Scope, rows []layers.Row, trees []any) ([]string, error) {
	said, spelled := map[string]bool{}, map[string]string{}
	for i, tree := range trees {
		row := tree.(*jsontree.Object)
		if rows[i].State == layers.Added && bundle.NamesClass(row.Text("resource")) {
			said[strings.ToLower(row.Text("name"))] = true
		}
		collect(row, spelled)
	}
	texts := make([]string, 0, len(spelled))
	for _, text := range spelled {
		texts = append(texts, text)
	}
	slices.Sort(texts)
	known, err := s.layers.ClassNames(ctx, scope, texts)
	var names []string
	for _, text := range texts {
		if key := strings.ToLower(text); known[key] && !said[key] {
			names = append(names, text)
		}
	}
	return names, err
}

func collect(value any, into map[string]string) {
	switch v := value.(type) {
	case string:
		if len(v) <= 100 && !strings.ContainsAny(v, " \n/.") {
			into[strings.ToLower(v)] = v
		}
	case []any:
		for _, one := range v {
			collect(one, into)
		}
	case *jsontree.Object:
		for _, one := range v.All() {
			collect(one, into)
		}
	}
}

// notInBundles are resources whose records are a server's own: who may play, what is done at times, and how people look at it.
func notInBundles() []*record.Resource {
	return []*record.Resource{
		record.PlayerLists, record.Schedules, record.Recipes, record.Views, record.LintSettings, record.ServerMods, record.TypePresets,
	}
}

func checkResource(row *layers.Row) error {
	if slices.ContainsFunc(notInBundles(), func(r *record.Resource) bool { return r.Path == row.Resource }) {
		return validate.Refusal("file", "A bundle holds no "+strings.ReplaceAll(row.Resource, "-", " ")+": they are a server’s own.")
	}
	return nil
}

// isPlaced reports whether what a resource has lies on a map.
func isPlaced(resource string) bool {
	r := record.InInstanceAt(resource)
	return slices.Contains([]*record.Resource{record.EventSpawns, record.PlayerSpawns, record.EffectAreas, record.TraderZones}, r) && r != nil
}

// mapOf is the map of a mission's folder: what stands behind the dot.
func mapOf(mission string) string {
	_, name, _ := strings.Cut(mission, ".")
	return strings.ToLower(name)
}
