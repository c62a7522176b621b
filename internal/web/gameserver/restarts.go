package gameserver

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const day = 24 * time.Hour

// restartOf returns the time between restarts, if the server restarts at the same hours every day; else 0.
func restartOf(ctx context.Context, r *site.Request) (time.Duration, error) {
	seconds, err := r.Site.Lint.Restart(ctx, r.Scope())
	every := time.Duration(seconds) * time.Second
	if every < time.Hour || every%time.Hour != 0 || day%every != 0 {
		every = 0
	}
	return every, err
}

func restartFields(every time.Duration) ui.Fieldset {
	return ui.Fieldset{
		Title: "Before each restart", Help: "The server restarts every " + ui.HumanDuration(int64(every/time.Second)) + ". Enter when one of the restarts is, and the times above follow from it.",
		Fields: []ui.Field{
			{Name: "restart", Label: "One of the restarts", Kind: ui.Text, MaxLength: 5, Help: "The time of day, such as 06:00. Empty: the times above count."},
			{Name: "before", Label: "So long before", Kind: ui.Number, Unit: "min", Value: "5", Min: "1", Max: "59"},
		},
	}
}

// beforeRestarts returns the cron expression of the times before restarts that the form asks for; empty for none.
func beforeRestarts(r *site.Request) (expression string, problems validate.Errors) {
	if r.Text("restart") == "" {
		return "", nil
	}
	at, err := time.Parse("15:04", r.Text("restart"))
	if err != nil {
		problems.AddSentence("restart", "The time of day is like 06:00.")
	}
	minutes, err := strconv.Atoi(r.Text("before"))
	if err != nil || minutes < 1 || minutes > 59 {
		problems.AddSentence("before", "It is between 1 and 59 minutes before.")
	}
	every, err := restartOf(r.Context(), r)
	if err != nil || every == 0 {
		problems.AddSentence("restart", "The time between restarts is not known.")
	}
	if len(problems) > 0 {
		return "", problems
	}
	return expressionOf(at.Add(-time.Duration(minutes)*time.Minute), every), nil
}

// expressionOf names a time of day and all that are a multiple of every after it.
func expressionOf(at time.Time, every time.Duration) string {
	var hours []int
	for after := time.Duration(0); after < day; after += every {
		hours = append(hours, at.Add(after).Hour())
	}
	slices.Sort(hours)
	texts := make([]string, len(hours))
	for i, hour := range hours {
		texts[i] = strconv.Itoa(hour)
	}
	return fmt.Sprintf("%d %s * * *", at.Minute(), strings.Join(texts, ","))
}

// upcoming returns the next times of a schedule for people.
func upcoming(s record.Schedule) []string {
	times, problems := record.ReadTimes(s.Cron, s.TimeZone)
	if len(problems) > 0 || !s.Enabled {
		return nil
	}
	return texts(times.Upcoming(time.Now()))
}

func texts(list []time.Time) (texts []string) {
	for _, at := range list {
		texts = append(texts, at.Format("Monday, 2 January 2006, 15:04 MST"))
	}
	return texts
}

// showTimes answers the next times of what a form says, as JSON.
func showTimes(_ context.Context, r *site.Request) (site.Response, error) {
	expression, problems := beforeRestarts(r)
	if expression == "" {
		expression = r.Text("cron")
	}
	var list []any
	if len(problems) == 0 {
		var times record.Times
		if times, problems = record.ReadTimes(expression, r.Text("time_zone")); len(problems) == 0 {
			for _, text := range texts(times.Upcoming(time.Now())) {
				list = append(list, text)
			}
		}
	}
	answer := new(jsontree.Object)
	answer.Set("cron", expression)
	answer.Set("times", list)
	answer.Set("problem", problems.First())
	return site.Response{JSON: jsontree.AppendValue(nil, answer)}, nil
}
