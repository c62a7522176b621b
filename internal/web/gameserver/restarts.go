package gameserver

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/cron"
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

// restartFields ask when the server restarts; every is the time in between, 0 where there is no regular one.
func restartFields(every time.Duration) ui.Fieldset {
	help := "Times of the day, such as 06:00, 12:00, 18:00, or a cron expression, such as 0 */6 * * *. Empty: the times above count."
	set := ui.Fieldset{Title: "Before each restart", Help: "Enter when the server restarts, and the times above follow from it."}
	if every > 0 {
		set.Help = "The server restarts every " + ui.HumanDuration(int64(every/time.Second)) +
			", as its messages or the settings of the check say. Enter when one of the restarts is, and the times above follow from it."
		help = "Times of the day, such as 06:00, from which the others follow, or 06:00, 12:00, 18:00 for no others, or a cron expression, " +
			"such as 0 */6 * * *. Empty: the times above count."
	}
	set.Fields = []ui.Field{
		{Name: "restart", Label: "Restarts", Kind: ui.Text, MaxLength: 255, Help: help},
		{Name: "before", Label: "So long before", Kind: ui.Number, Unit: "min", Value: "5", Min: "1", Max: "59"},
	}
	return set
}

// beforeRestarts returns the cron expression of the times before restarts that the form asks for; empty for none.
func beforeRestarts(r *site.Request) (expression string, problems validate.Errors) {
	text := r.Text("restart")
	if text == "" {
		return "", nil
	}
	every, err := restartOf(r.Context(), r)
	if err != nil {
		problems.AddSentence("restart", "The time between restarts cannot be read at present.")
	}
	times, wrong := restartsOf(text, every)
	if wrong != "" {
		problems.AddSentence("restart", wrong)
	}
	minutes, err := strconv.Atoi(r.Text("before"))
	if err != nil || minutes < 1 || minutes > 59 {
		problems.AddSentence("before", "It is between 1 and 59 minutes before.")
	}
	if len(problems) > 0 {
		return "", problems
	}
	if expression, wrong = expressionOf(times, time.Duration(minutes)*time.Minute); wrong != "" {
		problems.AddSentence("restart", wrong)
	}
	return expression, problems
}

// restartsOf reads the restarts of a day: a cron expression, times, or one time from which others follow. It returns what is wrong with
// them for people.
func restartsOf(text string, every time.Duration) (times []time.Time, wrong string) {
	if fields := strings.Fields(text); len(fields) == 5 && !strings.Contains(text, ":") {
		return restartsByCron(fields)
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(", ;", r) }) {
		at, err := time.Parse("15:04", part)
		if err != nil {
			return nil, "Times of the day are like 06:00; a cron expression has five fields."
		}
		times = append(times, at)
	}
	if len(times) == 1 && every > 0 {
		for after := every; after < day; after += every {
			times = append(times, times[0].Add(after))
		}
	}
	return times, ""
}

// restartsByCron returns the times of an expression that names the same ones every day.
func restartsByCron(fields []string) (times []time.Time, wrong string) {
	expression, err := cron.Parse(strings.Join(fields, " "))
	if err != nil {
		return nil, "The cron expression is not understood: " + err.Error() + "."
	}
	if strings.Join(fields[2:], " ") != "* * *" {
		return nil, "The restarts have to be at the same times every day. Otherwise, enter the times above yourself."
	}
	midnight := time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)
	for _, at := range expression.Upcoming(midnight.Add(-time.Minute), time.UTC, 24*60) {
		if at.Before(midnight.Add(day)) {
			times = append(times, at)
		}
	}
	return times, ""
}

// expressionOf names the times of the day that are so long before others, or returns why no expression can.
func expressionOf(times []time.Time, before time.Duration) (expression, wrong string) {
	var hours []int
	minute := 0
	for i, at := range times {
		at = at.Add(-before)
		if i > 0 && at.Minute() != minute {
			return "", "Restarts at different minutes of the hour need one schedule each."
		}
		minute = at.Minute()
		hours = append(hours, at.Hour())
	}
	slices.Sort(hours)
	var texts []string
	for _, hour := range slices.Compact(hours) {
		texts = append(texts, strconv.Itoa(hour))
	}
	return fmt.Sprintf("%d %s * * *", minute, strings.Join(texts, ",")), ""
}

// upcoming returns the next times of a schedule for people.
func upcoming(s record.Schedule) []string {
	list, err := s.Starts()
	if err != nil || !s.Enabled {
		return nil
	}
	return texts(list)
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
