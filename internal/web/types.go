package web

import (
	"context"
	"errors"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// className is the field of the form of a new type that takes the name of its class.
const className = "class_name"

func typePages() *resourcePages {
	return &resourcePages{
		recordForm: recordForm{
			resource: record.Types,
			sets: []fieldSet{
				{"", "", []string{"name", "category_id", "enabled"}},
				{"Count", "How many there are, and when more come.", []string{"nominal", "min", "lifetime", "restock", "cost"}},
				{"Place", "Where it may spawn.", []string{"usage_ids", "value_ids", "tag_ids"}},
				{
					"Counting", "What counts towards nominal, and how it comes into the world. “Not set” leaves the flag out of the file.",
					[]string{"count_in_cargo", "count_in_hoarders", "count_in_map", "count_in_players", "crafted", "deloot"},
				},
				{"Fill", "For what is stacked, drunk or loaded.", []string{"qmin", "qmax"}},
				{"File", "", []string{"source_file"}},
			},
			omit: []string{"instance_classname_id", "tag_id"},
			code: []string{"name", "source_file"},
		},
		one: "type", many: "types",
		columns:  []string{"name", "nominal", "min", "lifetime", "restock", "cost", "category_id", "usage_ids", "value_ids", "enabled"},
		status:   flagWords{"enabled", "enabled", "disabled"},
		empty:    "Import a types.xml or add the first one by hand.",
		deletion: "The type goes from the records and from the files that are written. Its class name stays.",
		firstFields: []Field{{
			Name: className, Label: "Class name", Kind: Text, Required: true, Code: true, MaxLength: 255,
			Help: "As the game writes it, for example AKM. A name that the instance does not know yet is added to it.",
		}},
		store: createType,
	}
}

// createType stores a new type and, where the instance does not know it yet, its class name.
func createType(ctx context.Context, r *Request, p *resourcePages) (row record.Row, err error) {
	refs := store.References{DB: r.web.DB, Scope: r.scope()}
	values, problems, err := p.accept(ctx, r, p.fresh(), refs, true)
	if err != nil {
		return nil, err
	}
	named, err := classNameProblems(ctx, r.text(className))
	if problems = append(named, problems...); err != nil || len(problems) > 0 {
		return nil, errors.Join(err, asError(problems))
	}
	err = r.web.DB.Edit(ctx, r.scope(), "create", func(e *store.Edit) error {
		e.Summary = record.Types.Path + ": " + r.text(className)
		if values["instance_classname_id"], err = r.web.Missions.ClassnameID(ctx, e, r.text(className)); err != nil {
			return err
		}
		row, err = e.Create(ctx, record.Types, values)
		return err
	})
	return row, err
}

// classNameProblems checks a class name as that of a new record, but for whether it is taken: then it is the one meant.
func classNameProblems(ctx context.Context, name string) (validate.Errors, error) {
	body := new(jsontree.Object)
	body.Set("name", nil)
	if name != "" {
		body.Set("name", name)
	}
	_, problems, err := record.InstanceClassnames.Accept(ctx, body, nobodyElse{}, false)
	for i := range problems {
		problems[i].Field = className
	}
	return problems, err
}

// nobodyElse answers a validation as if there were no other record.
type nobodyElse struct{}

func (nobodyElse) Missing(context.Context, string, []string) (map[string]bool, error) {
	return nil, nil
}

func (nobodyElse) Taken(context.Context, string, any) (bool, error) { return false, nil }
