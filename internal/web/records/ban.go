package records

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const banForm = "ban"

func banURL(r *site.Request) string { return playerListPages().url(r) + "/ban" }

// forGood is the length of a ban without an end. The others are days.
const forGood = "ever"

func showBan(_ context.Context, r *site.Request) (site.Response, error) {
	length := ui.Field{Name: "length", Label: "For", Kind: ui.Radios, Options: []ui.Option{
		{Value: "1", Label: "1 day"}, {Value: "7", Label: "7 days"}, {Value: "30", Label: "30 days"}, {Value: forGood, Label: "good"},
	}}
	length.Choose(forGood)
	who := ui.Field{
		Name: "who", Label: "Who", Kind: ui.Text, Required: true, Wide: true, Code: true, MaxLength: 1000,
		Help: "A Steam64 id, a BattlEye GUID, the id from the server’s log, the address of a Steam profile with the id in it, or a whole line " +
			"of the log. A name works too; you will be asked about it.",
	}
	form := ui.Form{
		ID: banForm, Action: banURL(r), Submit: "Ban", Cancel: playerListPages().url(r), Asks: true, Anyway: "Ban the name",
		Sets: []ui.Fieldset{{Fields: []ui.Field{
			who, length,
			{Name: "name", Label: "Name", Kind: ui.Text, MaxLength: 255, Help: "If left out, the name in the line, or else the id."},
			{Name: "note", Label: "Reason", Kind: ui.Text, MaxLength: 255, Help: "Only you can see it."},
		}}},
	}
	form.Fill(r.Input)
	page := r.Inside("Ban a player", ui.Link{Label: playerListPages().title(), URL: playerListPages().url(r)})
	return site.Response{Page: page, View: ui.FormView{
		Lead: "The entry is in ban.txt until it expires.", Form: r.Restore(form),
	}}, nil
}

// ban makes an entry for whom the form names, or changes the one that there is.
func ban(ctx context.Context, r *site.Request) (site.Response, error) {
	who := recognize(r.Text("who"))
	until, problems := banEnd(r.Text("length"))
	if who.id == "" && len(problems) == 0 && isName(who.name) {
		if r.Text(ui.AnywayName) != "1" {
			return r.AskAgain(banForm, banURL(r), nameDoubts(who.name)), nil
		}
		who.id, who.kind = who.name, "name"
	}
	if who.id == "" {
		problems.AddSentence("who",
			"No id found. A Steam64 id has 17 digits and starts with 7656119, a GUID has 32 hexadecimal digits, and an id of the "+
				"log has 44 characters and ends with =.")
	}
	if len(problems) > 0 {
		return r.Invalid(banForm, banURL(r), problems), nil
	}
	row, err := storeBan(ctx, r, who, until)
	if err != nil {
		return site.Response{}, err
	}
	text := record.PlayerLists.TitleOf(row) + " is banned permanently (" + who.kind + ")."
	if until != nil {
		text = record.PlayerLists.TitleOf(row) + " is banned until " + ui.HumanTime(*until) + " (" + who.kind + ")."
	}
	return r.Done(playerListPages().url(r), text), nil
}

// nameDoubts say what the game makes of a ban of a name. Source: the comment at the head of its ban.txt.
func nameDoubts(name string) site.Doubts {
	var doubts validate.Errors
	doubts.AddSentence("who", "“"+name+"” is a name. The game turns away anyone with that name, and lets the same player in "+
		"under another one. "+
		"If you can, paste a line of the server’s log (.ADM), which has the id beside the name.")
	return site.Doubts(doubts)
}

// banEnd returns when a ban of that length ends, nil for one for good.
func banEnd(length string) (until *time.Time, problems validate.Errors) {
	if length == forGood {
		return nil, nil
	}
	days, err := strconv.Atoi(length)
	if err != nil || days < 1 || days > 36500 {
		return nil, validate.Wrong("length", validate.SelectionIsInvalid)
	}
	end := time.Now().UTC().AddDate(0, 0, days).Truncate(time.Second)
	return &end, nil
}

func storeBan(ctx context.Context, r *site.Request, who player, until *time.Time) (record.Row, error) {
	res := record.PlayerLists
	known, err := r.Site.DB.All(ctx, res, r.Scope(), "r.type = 'ban' AND r.player_id = $", who.id)
	if err != nil {
		return nil, err
	}
	values, problems, err := res.Accept(ctx, banBody(r, who, until, len(known) > 0), store.References{DB: r.Site.DB, Scope: r.Scope()},
		len(known) > 0)
	if err != nil || len(problems) > 0 {
		return nil, cmp.Or(err, problems.Err())
	}
	if len(known) > 0 {
		return r.Site.DB.Update(ctx, res, r.Scope(), res.SID(known[0]), values)
	}
	return r.Site.DB.Create(ctx, res, r.Scope(), values)
}

// banBody returns the fields of a ban. Of one that there is, those stay about which the form says nothing.
func banBody(r *site.Request, who player, until *time.Time, known bool) *jsontree.Object {
	body := new(jsontree.Object)
	put := func(name, text string) {
		if text != "" {
			body.Set(name, text)
		}
	}
	put("type", "ban")
	put("player_id", who.id)
	put("steam_id", who.steam)
	put("be_id", who.guid)
	put("note", r.Text("note"))
	put("name", cmp.Or(r.Text("name"), who.name))
	if !known && !body.Has("name") {
		put("name", who.id)
	}
	body.Set("expires_at", nil)
	if until != nil {
		put("expires_at", until.Format(time.RFC3339))
	}
	return body
}
