package record_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"quartermaster/internal/record"
)

const spanLayout = "2006-01-02 15:04 -0700"

func moment(t *testing.T, text string) *record.Moment {
	t.Helper()
	at, err := time.Parse(spanLayout, text)
	if err != nil {
		t.Fatal(err)
	}
	return new(record.Moment(at.UnixMicro()))
}

// TestSpans: when layers go on and off. Clocks in Berlin go from 02:00 to 03:00 on 29 March 2026 and from 03:00 back to 02:00 on 25
// October. Deliveries are at 05:55 and 17:55 there.
func TestSpans(t *testing.T) {
	t.Parallel()
	const december = "2026-12-01 00:00 +0100"
	for _, c := range []struct {
		cron, at, until, lasts string
		before                 int64
		after, want            string
	}{
		{cron: "0 18 * * 5", lasts: "48h", after: "2026-03-24 00:00 +0100", want: "2026-03-27 18:00 +0100 to 2026-03-29 19:00 +0200"},
		{cron: "0 18 * * 5", lasts: "2d", after: "2026-03-24 00:00 +0100", want: "2026-03-27 18:00 +0100 to 2026-03-29 18:00 +0200"},
		{cron: "0 18 * * 5", lasts: "3d", after: "2026-10-20 00:00 +0200", want: "2026-10-23 18:00 +0200 to 2026-10-26 18:00 +0100"},
		{cron: "30 2 * * 0", lasts: "90m", after: "2026-03-24 00:00 +0100", want: "2026-03-29 03:00 +0200 to 2026-03-29 04:30 +0200"},
		{cron: "30 2 * * 0", lasts: "90m", after: "2026-10-20 00:00 +0200", want: "2026-10-25 02:30 +0200 to 2026-10-25 03:00 +0100"},
		{cron: "30 2 * * 6", lasts: "1d", after: "2026-03-24 00:00 +0100", want: "2026-03-28 02:30 +0100 to 2026-03-29 03:00 +0200"},
		{
			at: "2026-12-04 18:00 +0100", until: "2026-12-07 06:00 +0100", after: december,
			want: "2026-12-04 18:00 +0100 to 2026-12-07 06:00 +0100",
		},
		{at: "2026-12-04 18:00 +0100", lasts: "3d", before: 5, after: december, want: "2026-12-05 05:50 +0100 to 2026-12-08 05:50 +0100"},
		{at: "2026-12-04 17:55 +0100", lasts: "3d", before: 5, after: december, want: "2026-12-04 17:50 +0100 to 2026-12-07 17:50 +0100"},
		{at: "2026-12-04 18:00 +0100", lasts: "2h", before: 5, after: december, want: "2026-12-04 18:00 +0100 to 2026-12-04 20:00 +0100"},
		{cron: "0 18 * * *", until: "2026-12-04 18:00 +0100", after: "2026-12-04 17:00 +0100"},
		{at: "2026-12-04 18:00 +0100", lasts: "3d", after: "2026-12-04 18:00 +0100"},
	} {
		s := record.Schedule{TimeZone: "Europe/Berlin", Before: &c.before}
		if c.cron != "" {
			s.Cron = &c.cron
		} else {
			s.At = moment(t, c.at)
		}
		if c.lasts != "" {
			s.For = &c.lasts
		} else {
			s.Until = moment(t, c.until)
		}
		spans, problems := s.Spans()
		deliveries, wrong := record.ReadTimes("55 5,17 * * *", "Europe/Berlin")
		if len(problems)+len(wrong) > 0 {
			t.Fatal(problems, wrong)
		}
		span, got := spans.Before([]record.Times{deliveries}).Next(time.UnixMicro(int64(*moment(t, c.after)))), ""
		if !span.Start.IsZero() {
			zone := span.Planned.Location()
			got = span.Start.In(zone).Format(spanLayout) + " to " + span.End.In(zone).Format(spanLayout)
		}
		if got != c.want {
			t.Errorf("%s%s for %s%s after %s:\n got %s\nwant %s", c.cron, c.at, c.lasts, c.until, c.after, got, c.want)
		}
	}
}

// TestSpansNeverOverlap: whatever is planned, and whenever somebody looks, a layer is on in one span at most, the next one does not begin
// before it ends, and a span that is over never begins.
func TestSpansNeverOverlap(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		cron := rapid.SampledFrom([]string{"0 18 * * 5", "30 2 * * *", "0 */6 * * *", "15 1,2,3 * 3,10 0", "0 0 1 * *"}).Draw(rt, "cron")
		lasts := fmt.Sprint(rapid.IntRange(1, 99).Draw(rt, "n"), rapid.SampledFrom([]string{"m", "h", "d"}).Draw(rt, "unit"))
		zone := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe"}).Draw(rt, "zone")
		s := record.Schedule{Cron: &cron, For: &lasts, TimeZone: zone}
		spans, problems := s.Spans()
		if len(problems) > 0 {
			rt.Fatal(problems)
		}
		from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(rapid.IntRange(0, 400*24*60).Draw(rt, "minutes")) * time.Minute)
		first := spans.Next(from)
		now := first.Planned.Add(time.Duration(rapid.IntRange(-60, 200*24*60).Draw(rt, "later")) * time.Minute)
		under, next, missed := spans.At(first.Planned, now)
		switch {
		case !under.Start.IsZero() && (under.Start.After(now) || !under.End.After(now) || next.Start.Before(under.End)):
			rt.Fatalf("at %v: %v, then %v", now, under, next)
		case under.Start.IsZero() && !next.Start.After(now):
			rt.Fatalf("at %v nothing is on, and the next is %v", now, next)
		case missed && !first.End.Before(now.Add(1)):
			rt.Fatalf("at %v %v is missed", now, first)
		case !first.End.After(first.Start):
			rt.Fatalf("%v ends at once", first)
		}
	})
}
