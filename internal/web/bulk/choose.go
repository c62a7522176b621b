package bulk

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// choose shows what can be done with the chosen records.
func (c changes) choose(ctx context.Context, r *site.Request) (site.Response, error) {
	a := c.read(r)
	a.begin(r.Text("add"))
	a.wrong = map[entryKey]validate.Errors{}
	return a.ask(ctx, r)
}

// begin adds a change to those that were entered: a field and what to do with it, as the form offers them, in the first free round.
func (a *asked) begin(change string) {
	name, do, _ := strings.Cut(change, ":")
	for round, sent := range a.sent {
		if sent.Object(name).Text("do") != "" || do == "" {
			continue
		}
		begun, entered := sent.Clone(), sent.Object(name).Clone()
		entered.Set("do", do)
		begun.Set(name, entered)
		a.sent[round] = begun
		return
	}
}

// offered returns what can be done with each field, for the list of changes to add.
func (a *asked) offered() (groups []pages.BulkOffer) {
	for _, f := range a.fields() {
		offer := pages.BulkOffer{Label: f.Label}
		for _, c := range choicesOf(a.Resource, f) {
			offer.Options = append(offer.Options, ui.Option{Value: f.Name + ":" + c.key, Label: about(c.label, f)})
		}
		groups = append(groups, offer)
	}
	return groups
}

// ask draws the form, with what was entered and what is wrong with it.
func (a *asked) ask(ctx context.Context, r *site.Request) (site.Response, error) {
	if !a.chooses() {
		return r.Tell(a.list(r), ui.Notice{Tone: ui.Warn, Text: "Select the " + a.Many + " to change first, or change all that are found."}), nil
	}
	view := pages.BulkForm{
		Lead: a.lead(), Action: a.URL(r) + "/bulk/preview", Begin: a.URL(r) + "/bulk", Offers: a.offered(),
		Cancel: a.list(r), Delete: "Delete them …",
		Error: strings.Join(sentences(a.wrong[entryKey{}], ""), " "),
	}
	if a.Resource.Reviewed() {
		view.Bundle = r.Instance.URL + "/bundle/" + a.Resource.Path
	}
	for name, list := range a.selection() {
		for _, value := range list {
			view.Hidden = append(view.Hidden, pages.FormValue{Name: name, Value: value})
		}
	}
	for _, f := range a.fields() {
		drawn, err := a.draw(ctx, r, f, 0)
		if err != nil {
			return site.Response{}, err
		}
		view.Fields = append(view.Fields, *drawn)
	}
	copied, err := a.drawCopy(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if copied != nil {
		view.Fields = append(view.Fields, *copied)
	}
	page := r.Inside("Change many "+a.Many, ui.Link{Label: a.Title, URL: a.list(r)})
	return site.Response{Page: page, View: view}, nil
}

// lead says which records are chosen.
func (a *asked) lead() string {
	switch {
	case len(a.sids) > 0:
		return ui.Plural(len(a.sids), "selected "+a.One, "selected "+a.Many)
	case a.q == "*":
		return "All " + a.Many
	}
	return ui.Capital(a.Many) + " that this filter finds: " + a.q
}

// draw draws what can be done with a field in a round, with the round after it, which is folded until it is used.
func (a *asked) draw(ctx context.Context, r *site.Request, f *record.Field, round int) (drawn *pages.BulkField, err error) {
	at := entryKey{f.Name, round}
	list, entered := choicesOf(a.Resource, f), a.sent[round].Object(f.Name)
	key, id := parameter(round)+"["+f.Name+"]", parameter(round)+"-"+f.Name
	do := ui.Field{Label: f.Label + ": what to do", Kind: ui.Select, Options: []ui.Option{{Label: "no change"}}}
	if round > 0 {
		do.Label, do.Options[0].Label = f.Label+": what to do then", "nothing else"
	}
	for _, c := range list {
		do.Options = append(do.Options, ui.Option{Value: c.key, Label: about(c.label, f)})
	}
	do.Choose(entered.Text("do"))
	drawn = &pages.BulkField{
		Name: f.Name, Label: f.Label, Help: f.Help, With: "with",
		Open: entered.Text("do") != "", Do: ui.Control{Field: do, ID: id + "-do", Key: key + "[do]"},
	}
	if list.enters() {
		if drawn.Value, err = a.value(ctx, r, f); err != nil {
			return drawn, err
		}
		drawn.Value.ID, drawn.Value.Key = id+"-value", key+"[value]"
		a.enter(at, f, drawn.Value, "value")
	}
	if list.takesFind() {
		drawn.Find = a.find(f, drawn.Value)
		drawn.Find.ID, drawn.Find.Key = id+"-find", key+"[find]"
		a.enter(at, f, drawn.Find, "find")
	}
	if recordform.Numeric(f) {
		drawn.With = "and at most"
	}
	if drawn.Value == nil {
		drawn.Do.Error = strings.Join(sentences(a.wrong[at], f.Label), " ")
	}
	if round+1 < rounds && (round == 0 || drawn.Open) {
		drawn.Then, err = a.draw(ctx, r, f, round+1)
	}
	return drawn, err
}

// drawCopy draws the choice of another instance to copy values from; nil where there is none, or nothing can be copied.
func (a *asked) drawCopy(ctx context.Context, r *site.Request) (*pages.BulkField, error) {
	body := new(jsontree.Object)
	body.Set("op", string(record.OpCopy))
	body.Set("from", "x")
	can, problems := a.Resource.ReadOperation(body)
	rows, err := r.Site.DB.All(ctx, record.Instances, store.Scope{UserID: r.User.ID, Shared: true}, "r.id <> $", r.Instance.Scope.InstanceID)
	if err != nil || len(rows) == 0 || len(problems) > 0 {
		return nil, err
	}
	do := ui.Field{Label: "Copy from another instance", Kind: ui.Select, Options: []ui.Option{{Label: "no change"}}}
	for _, row := range rows {
		do.Options = append(do.Options, ui.Option{Value: record.Instances.SID(row), Label: "copy from " + record.Instances.TitleOf(row)})
	}
	do.Choose(a.copied.Text("do"))
	fields := ui.Field{Label: "Only these, or all of them", Kind: ui.Checks}
	for _, f := range can.Fields {
		if !slices.Contains(a.Omitted, f.Name) {
			fields.Options = append(fields.Options, ui.Option{Value: f.Name, Label: f.Label})
		}
	}
	sent, _ := a.copied.Get("value")
	fields.Choose(ui.MemberTexts(sent)...)
	value := ui.Control{Field: fields, ID: "copy-value", Key: copyField + "[value]"}
	drawn := &pages.BulkField{
		Label: "All values", With: "with", Open: true, Value: &value, Do: ui.Control{Field: do, ID: "copy-do", Key: copyField + "[do]"},
	}
	drawn.Do.Error = strings.Join(sentences(a.wrong[entryKey{field: copyField}], ""), " ")
	return drawn, nil
}

// value returns the control of the value that an operation takes.
func (a *asked) value(ctx context.Context, r *site.Request, f *record.Field) (*ui.Control, error) {
	field := recordform.Form{Resource: a.Resource}.Control(f)
	field.Required, field.Help, field.Label = false, "", f.Label+": value"
	switch {
	case recordform.Numeric(f):
		field.Kind = ui.Text // factors such as 0.5, and lengths of time
		if f.Unit == "s" {
			field.Kind = ui.Duration
		}
	case f.Type == record.Text && field.Kind != ui.Select, f == a.Resource.Title:
		field.Kind, field.Code = ui.Text, true
	case f.Type == record.Texts:
		field.Help = "One in each line."
	}
	var err error
	if f.Ref != "" {
		field.Options, err = r.References(ctx, record.Named(f.Ref))
	} else if len(f.In) > 0 {
		field.Options = recordform.TextOptions(f.In)
	}
	return &ui.Control{Field: field}, err
}

// find returns the control of what is to be replaced.
func (a *asked) find(f *record.Field, value *ui.Control) *ui.Control {
	field := ui.Field{Label: "Replace", Kind: ui.Text, Code: true}
	if recordform.Numeric(f) {
		field.Label, field.Code, field.Kind, field.Unit = "At least", false, value.Kind, value.Unit
	}
	if f == a.Resource.Title {
		field.Help = "Records that name it are changed with it."
	}
	if f.Ref != "" {
		field.Kind, field.Code, field.Options = ui.Select, false, append([]ui.Option{{Label: "choose one"}}, value.Options...)
	}
	return &ui.Control{Field: field}
}

// enter puts what was entered into a control, and beside it what is wrong.
func (a *asked) enter(at entryKey, f *record.Field, control *ui.Control, name string) {
	sent, _ := a.sent[at.round].Object(f.Name).Get(name)
	control.Value = ui.TextOf(sent)
	if control.Kind == ui.Checks || control.Kind == ui.Select {
		control.Choose(append(ui.MemberTexts(sent), control.Value)...)
	}
	mine := slices.DeleteFunc(slices.Clone(a.wrong[at]), func(e validate.FieldError) bool {
		return (e.Field == "find" || e.Field == "min") != (name == "find")
	})
	control.Error = strings.Join(sentences(mine, f.Label), " ")
}

// sentences returns what is wrong in words; label is what the value is called.
func sentences(problems validate.Errors, label string) (list []string) {
	for _, p := range problems {
		list = append(list, p.TextsFor(strings.ToLower(label))...)
	}
	return list
}
