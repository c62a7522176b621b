package operation

import (
	"context"
	"errors"
	"reflect"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Instances are what one can read of instances as a whole.
var Instances = []*Operation{
	defineRecords("list instances", "instances", record.InstanceSummaries, access.Read, "List your instances.", summaryOf,
		ofAccount, stated, asking("per_page=50"),
		about("A page of your instances with their maps, their settings and how much they hold. Passwords are never shown.")),
	define("get instance", get, "", access.Read, "One instance.", getInstance, of(record.InstanceSummaries), stated,
		about("One of your instances with its map, its settings and how much it holds. Passwords are never shown.")),
}

// EarlierInstances are what one can do with instances in the earlier API.
var EarlierInstances = []*Operation{
	defineEarlierPage("page instances", "", record.Instances, access.Read, "A page of your instances.", instanceOf,
		stated, asking("amount=30"),
		about("A page of your instances in the form of the earlier API, without their maps.")),
	defineRecord("create instance", post, "", record.Instances, false, access.Manage, "Create an instance.", createInstance,
		earlier, ofAccount, bare, creates, stated, audited("instance.created"),
		about("Creates an instance with a map and an economy core with default values.")),
	define("show instance", get, "", access.Read, "One instance with its map.", showInstance, of(record.Instances), earlier, bare, stated,
		about("One of your instances with its map, as a bare record. Its password is never shown.")),
	defineRecord("update instance", patch, "", record.Instances, true, access.Manage, "Change any fields of an instance.", updateInstance,
		earlier, bare, stated,
		about("Changes only those fields of the instance that are sent.")),
	define("delete instance", remove, "", access.Own, "Delete an instance and everything in it.", deleteInstance,
		of(record.Instances), earlier, stated, audited("instance.deleted"),
		about("Deletes the instance and everything in it: records, files and history. This cannot be undone.")),
}

// whose says what the caller is on an instance, and who owns it.
type whose struct {
	Role  access.Role   `field:"role" help:"What you are on it: viewer, moderator, editor, deployer, manager or owner." example:"owner"`
	Owner instanceOwner `field:"owner" help:"Who owns it."`
}

type instanceOwner struct {
	Name string `field:"name" example:"Anna"`
}

// whose is that of the instance of the path.
func (c *Call) whose() whose {
	return whose{c.Scope.Role(), instanceOwner{c.Caller.Instance.Owner}}
}

// shared returns of those among instances that others own what the caller is on them, by their ids.
func (c *Call) shared(ctx context.Context, r *record.Resource, rows []record.Row) (map[int64]whose, error) {
	var others []int64
	for _, row := range rows {
		if row[r.Index("user_id")] != c.Caller.ID {
			others = append(others, r.ID(row))
		}
	}
	list, err := c.DB.Memberships(ctx, c.Caller.ID, others)
	found := map[int64]whose{}
	for _, m := range list {
		found[m.InstanceID] = whose{m.Role, instanceOwner{m.Owner}}
	}
	return found, err
}

// onMap is what an instance is shown with.
type onMap struct {
	Map instanceMap `field:"map" help:"The map that the instance runs. In the earlier API neither in lists nor in the answer to creating one."`
}

type instanceMap struct {
	ID        int64  `field:"id" example:"1"`
	Name      string `field:"name" example:"Chernarus"`
	NameShort string `field:"name_short" help:"As in the mission folder's name." example:"chernarusplus"`
	URL       string `field:"url"`
	IsModded  bool   `field:"is_modded"`
}

// mapOf is the map of an instance, which its row holds in hidden fields.
func mapOf(r *record.Resource, row record.Row) onMap {
	text := func(name string) string { return row[r.Index(name)].(string) }
	return onMap{instanceMap{
		ID: row[r.Index("map_id")].(int64), Name: text("map_name"), NameShort: text("map_name_short"), URL: text("map_url"),
		IsModded: row[r.Index("map_is_modded")] == int64(1),
	}}
}

// instanceSummary is an instance with counts and its map.
type instanceSummary struct {
	row record.Row
	whose
}

func summaryOf(row record.Row, of whose) instanceSummary { return instanceSummary{row, of} }

// whoseOnMap is what stands beside the fields of an instance.
type whoseOnMap struct {
	onMap
	whose
}

func (instanceSummary) Record() *record.Resource { return record.InstanceSummaries }

func (instanceSummary) Beside() reflect.Type { return reflect.TypeFor[whoseOnMap]() }

func (i instanceSummary) AppendJSON(b []byte) []byte {
	return shape.AppendRecord(b, record.InstanceSummaries, i.row, whoseOnMap{mapOf(record.InstanceSummaries, i.row), i.whose})
}

// plainInstance is an instance of the earlier API.
type plainInstance struct{ row record.Row }

// sharedInstance is an instance of the earlier API in a list.
type sharedInstance struct {
	plainInstance
	whose
}

func instanceOf(row record.Row, of whose) sharedInstance {
	return sharedInstance{plainInstance{row}, of}
}

func (sharedInstance) Beside() reflect.Type { return reflect.TypeFor[whose]() }

func (i sharedInstance) AppendJSON(b []byte) []byte {
	return shape.AppendRecord(b, record.Instances, i.row, i.whose)
}

func (plainInstance) Record() *record.Resource { return record.Instances }

func (i plainInstance) AppendJSON(b []byte) []byte { return record.Instances.AppendJSON(b, i.row) }

// instanceWithMap is an instance of the earlier API with its map.
type instanceWithMap struct{ sharedInstance }

func (instanceWithMap) Beside() reflect.Type { return reflect.TypeFor[whoseOnMap]() }

func (i instanceWithMap) AppendJSON(b []byte) []byte {
	return shape.AppendRecord(b, record.Instances, i.row, whoseOnMap{mapOf(record.Instances, i.row), i.whose})
}

func getInstance(ctx context.Context, call *Call, _ none) (instanceSummary, error) {
	row, err := call.DB.Get(ctx, record.InstanceSummaries, store.Scope{UserID: call.Scope.UserID}, call.Instance)
	return instanceSummary{row, call.whose()}, err
}

func showInstance(ctx context.Context, call *Call, _ none) (instanceWithMap, error) {
	row, err := call.DB.Get(ctx, record.Instances, store.Scope{UserID: call.Scope.UserID}, call.Instance)
	return instanceWithMap{instanceOf(row, call.whose())}, err
}

// createInstance makes an instance of the caller, with an economy core of the defaults, where the plan has room for one more.
func createInstance(ctx context.Context, call *Call, values record.Values) (plainInstance, error) {
	row, err := call.DB.CreateInstanceWithin(ctx, call.Scope.UserID, call.Plan.MaxInstances, values)
	if errors.Is(err, store.ErrFull) {
		return plainInstance{}, validate.Refused("name", validate.IsOverPlan.Saying(call.Plan.NoInstanceLeft()))
	}
	return plainInstance{row}, Taken(record.Instances, err)
}

func updateInstance(ctx context.Context, call *Call, values record.Values) (instanceWithMap, error) {
	row, err := call.DB.UpdateInstance(ctx, call.Scope, call.Instance, values)
	return instanceWithMap{instanceOf(row, call.whose())}, Taken(record.Instances, err)
}

func deleteInstance(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.DB.DeleteInstance(ctx, call.Scope.UserID, call.Instance)
}
