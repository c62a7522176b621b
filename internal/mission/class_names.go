package mission

import (
	"context"
	"strings"

	"quartermaster/internal/record"
)

// class is a class name in a file, with the category that the file gives it.
type class struct {
	name       string
	categoryID *int64
}

// classnames returns the ids of the instance's class names for the wanted classes, by name in lower case. Missing ones are created with
// the values of the catalog.
func (im *importer) classnames(ctx context.Context, wanted []class) (map[string]int64, error) {
	res := record.InstanceClassnames
	known, err := im.Named(ctx, res, namesOf(wanted))
	if err != nil {
		return nil, err
	}
	missing := missingClasses(known, wanted)
	catalog, err := im.known(ctx, missing)
	if err != nil {
		return nil, err
	}
	added := make([]record.Row, len(missing))
	for i, c := range missing {
		added[i] = newClassname(c, catalog[strings.ToLower(c.name)])
		known[strings.ToLower(c.name)] = added[i]
	}
	if err := checkLengths(res, added); err != nil {
		return nil, err
	}
	if err := im.InsertAll(ctx, res, added); err != nil {
		return nil, err
	}
	ids := make(map[string]int64, len(known)) // of many, the rows take much more
	for name, row := range known {
		ids[name] = res.ID(row)
	}
	return ids, nil
}

// known returns the catalog's entries for the classes, or nothing if the instance does not use the catalog.
func (im *importer) known(ctx context.Context, classes []class) (map[string]record.Row, error) {
	if !im.mission.useCatalog {
		return nil, nil
	}
	return im.Catalog(ctx, namesOf(classes))
}

func missingClasses(known map[string]record.Row, wanted []class) []class {
	var missing []class
	seen := map[string]bool{}
	for _, c := range wanted {
		key := strings.ToLower(c.name)
		if known[key] == nil && !seen[key] {
			seen[key] = true
			missing = append(missing, c)
		}
	}
	return missing
}

func namesOf(classes []class) []string {
	names := make([]string, len(classes))
	for i, c := range classes {
		names[i] = c.name
	}
	return names
}

// newClassname makes a class name of an instance; entry is its row in the catalog, or nil.
func newClassname(c class, entry record.Row) record.Row {
	made := record.InstanceClassname{
		Name: c.name, CategoryID: c.categoryID, Payload: "{}", DefaultTypeValues: "{}", IsCreature: IsCreature(c.name), Enabled: true,
	}
	if entry != nil {
		var known record.Classname
		record.Classnames.Decode(entry, &known)
		made.ClassnameID, made.DisplayName = &known.ID, &known.DisplayName
		made.SubCategoryID, made.ModID = known.SubCategoryID, known.ModID
		made.Payload, made.DefaultTypeValues = known.Payload, known.DefaultTypeValues
		made.Value, made.HasImage, made.IsCreature = known.Value, known.HasImage, known.IsCreature
		if made.CategoryID == nil {
			made.CategoryID = known.CategoryID
		}
	}
	return record.InstanceClassnames.Encode(&made)
}

// IsCreature reports whether a class name is that of an animal or an infected.
func IsCreature(name string) bool {
	return strings.HasPrefix(name, "Animal_") || strings.HasPrefix(name, "Zmb")
}
