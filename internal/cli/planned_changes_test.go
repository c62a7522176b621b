package cli

import (
	"slices"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/schedule"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// run does what a schedule starts, and returns how it has ended.
func (p *planner) run(what string, o schedule.Order) string {
	p.Helper()
	o.Scope, o.By = p.scope, "Anna"
	done, err := p.works()[what].Run(p.Context(), o, func(int, int, say.Message) {})
	return ended(done, err)
}

func (p *planner) says(what string, o schedule.Order, want string) {
	p.Helper()
	if got := p.run(what, o); got != want {
		p.Errorf("%s: %q, want %q", what, got, want)
	}
}

// nominal returns what the only type has, or -1.
func (p *planner) nominal() (n int64) {
	p.Helper()
	rows, err := p.db.All(p.Context(), record.Types, p.scope, "")
	if err != nil || len(rows) != 1 {
		p.Fatal(rows, err)
	}
	return rows[0][record.Types.Index("nominal")].(int64)
}

func (p *planner) layer(name, before, after string) string {
	p.Helper()
	rows := []layers.Row{{Resource: "types", Name: "AKM", State: layers.Changed, Changes: []layers.Change{
		{Field: "nominal", Before: []byte(before), After: []byte(after)},
	}}}
	l, err := layers.New(p.db, ownpacks.New(p.db, nil)).Make(p.Context(), p.scope, layers.About{Name: name}, layers.Off, rows, false)
	if err != nil {
		p.Fatal(err)
	}
	return l.SID
}

func TestPlannedLayers(t *testing.T) {
	t.Parallel()
	p := newPlanner(t)
	p.bring(plannedTypes, "<types>\n    <type name=\"AKM\">\n        <nominal>10</nominal>\n    </type>\n</types>\n")
	double, triple := p.layer("Double", "10", "20"), p.layer("Triple", "10", "30")
	on := func(sid string) schedule.Order { return schedule.Order{Layer: sid} }
	off := func(sid string) schedule.Order { return schedule.Order{Layer: sid, Off: true} }

	p.says(record.ScheduledLayer, on(double), "The layer Double is on.")
	p.says(record.ScheduledLayer, on(double), "The layer Double is on.") // after a crash
	p.says(record.ScheduledLayer, on(triple),
		"The layer Triple is on. “Double” changes some of the same values; the layer that was turned on "+
			"last counts.")
	if p.nominal() != 30 {
		t.Error("the later one does not count")
	}
	p.says(record.ScheduledLayer, off(triple), "The layer Triple is off again.")
	p.says(record.ScheduledLayer, off(triple), "The layer Triple is off again.")
	p.says(record.ScheduledLayer, off(double), "The layer Double is off again.")
	if p.nominal() != 10 {
		t.Errorf("nominal is %d in the end", p.nominal())
	}

	// two schedules have the same layer on: the one that ends first leaves it on
	p.says(record.ScheduledLayer, on(double), "The layer Double is on.")
	at := p.db.Time().UnixMicro()
	values := record.Values{"what": record.ScheduledLayer, "layer": double, "at": at, "until": at + 3_600_000_000}
	row, err := p.db.Create(t.Context(), record.Schedules, p.scope, values)
	if err == nil {
		_, err = p.db.Exec(t.Context(), `UPDATE schedules SET ends_at = until_time`)
	}
	if err != nil {
		t.Fatal(err)
	}
	p.says(record.ScheduledLayer, off(double), "The layer Double stays on: another schedule has it on until later.")
	if _, err := p.db.Delete(t.Context(), record.Schedules, p.scope, record.Schedules.SID(row)); err != nil {
		t.Fatal(err)
	}
	p.says(record.ScheduledLayer, off(double), "The layer Double is off again.")

	// what it stands on was changed, or deleted: nothing of it is done
	akm, err := p.db.All(t.Context(), record.Types, p.scope, "")
	if err == nil {
		_, err = p.db.Update(t.Context(), record.Types, p.scope, record.Types.SID(akm[0]), record.Values{"nominal": int64(11)})
	}
	if err != nil {
		t.Fatal(err)
	}
	held := "held: The layer Double was not turned on: " +
		"“AKM” changed or got deleted since it was made. Open the layer and " +
		"choose what counts."
	p.says(record.ScheduledLayer, on(double), held)
	if p.nominal() != 11 {
		t.Error("it was done by half")
	}
	if _, err := p.db.Delete(t.Context(), record.Types, p.scope, record.Types.SID(akm[0])); err != nil {
		t.Fatal(err)
	}
	p.says(record.ScheduledLayer, on(double), held)
	if err := layers.New(p.db, ownpacks.New(p.db, nil)).Delete(t.Context(), p.scope, double); err != nil {
		t.Fatal(err)
	}
	p.says(record.ScheduledLayer, on(double), "The layer has been deleted.")
}

// TestAPlannedRecipeRunsOnce, also where the service dies before it can note that, and players read what they are to read.
func TestAPlannedRecipeRunsOnce(t *testing.T) {
	t.Parallel()
	p := newPlanner(t)
	p.bring(plannedTypes, "<types>\n    <type name=\"AKM\">\n        <nominal>10</nominal>\n    </type>\n</types>\n")
	row, err := p.db.Create(t.Context(), record.Recipes, p.scope, record.Values{
		"name":  "Double",
		"steps": `[{"resource":"types","q":"*","operations":[{"op":"multiply","field":"nominal","value":2}]}]`,
	})
	if err != nil {
		t.Fatal(err)
	}
	job := func() string {
		sid, err := p.jobs.Add(t.Context(), queue.Job{
			SID: store.NewSID(), UserID: p.scope.UserID, InstanceID: p.scope.InstanceID, Kind: schedule.ChangeKind, Payload: []byte("{}"),
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return sid
	}
	o := schedule.Order{Recipe: record.Recipes.SID(row), Job: job()}
	for range 2 {
		p.says(record.ScheduledRecipe, o, "The recipe changed 1 record.")
		if p.nominal() != 20 {
			t.Fatalf("nominal is %d", p.nominal())
		}
	}
	o.Job = job()
	p.says(record.ScheduledRecipe, o, "The recipe changed 1 record.")
	if p.nominal() != 40 {
		t.Errorf("nominal is %d", p.nominal())
	}
	p.says(record.ScheduledRecipe, schedule.Order{Recipe: "nOtThErE01", Job: job()}, "The recipe has been deleted.")
	_, other := storetest.Instance(t, p.db, p.scope.UserID)
	if _, err := p.db.Update(t.Context(), record.Recipes, p.scope, record.Recipes.SID(row), record.Values{
		"steps": `[{"resource":"types","q":"*","operations":[{"op":"copy","fields":["nominal"],"from":"` + other + `"}]}]`,
	}); err != nil {
		t.Fatal(err)
	}
	o.Job = job()
	p.says(record.ScheduledRecipe, o, "The recipe copies from another instance, which a schedule cannot read. Run it yourself.")

	p.says(record.ScheduledAnnouncement, schedule.Order{Text: "Double loot!"}, "Players were told.")
	if got := p.server.Commands(); !slices.Contains(got, "say -1 Double loot!") {
		t.Errorf("the server was told %q", got)
	}
	kept, _, err := p.db.AuditThat(t.Context(), store.AuditFilter{InstanceID: p.scope.InstanceID, What: store.AuditRCon}, 0, 10)
	if err != nil || len(kept) == 0 || kept[0].By.Name != "schedule of Anna" || kept[0].Details["text"] != "Double loot!" {
		t.Errorf("the audit has %+v, %v", kept, err)
	}
}
