package geo

import (
	"context"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// newFiles says how the files of a layer are made of which each is one position.
type newFiles struct {
	named    []string // the keys of the file that hold the name of the new position, beside those of its shape
	numbered string   // the key of the number that is also in the file's name; or else the name is
	cleared  []string // keys that a new file does not take over from another of its layer
	usual    string   // the values, as JSON, of the first file of its layer; others begin with those of the last one
}

// newFilesOf returns how files of a schema are made on the map; nil if they are not.
func newFilesOf(slug string) *newFiles {
	switch slug {
	case "mission-airdrop":
		return &newFiles{
			named: []string{"MissionName"},
			usual: `{"Enabled": 1, "Weight": 100, "MissionMaxTime": 1200, "ShowNotification": 1, "Height": 450,
			"DropZoneHeight": 450, "Speed": 25, "DropZoneSpeed": 25, "Container": "Random", "ItemCount": -1, "InfectedCount": -1}`,
		}
	case "mission-contaminated-area":
		return &newFiles{
			named: []string{"MissionName"},
			usual: `{"Enabled": 1, "Weight": 1, "MissionMaxTime": 900, "Data": {"Pos": [], "Radius": 100, "PosHeight": 26, "NegHeight": 10,
			"InnerRingCount": 1, "InnerPartDist": 50, "OuterRingToggle": 1, "OuterPartDist": 50, "OuterOffset": 0, "VerticalLayers": 0, ` +
				`"VerticalOffset": 0,
			"ParticleName": "graphics/particles/contaminated_area_gas_bigass", "EffectInterval": 0, "EffectDuration": 0, "EffectModifier": 0},
			"PlayerData": {"AroundPartName": "graphics/particles/contaminated_area_gas_around", ` +
				`"TinyPartName": "graphics/particles/contaminated_area_gas_around_tiny",
			"PPERequesterType": "PPERequester_ContaminatedAreaTint"}, "StartDecayLifetime": 600, "FinishDecayLifetime": 300}`,
		}
	case "p2p-market-trader":
		return &newFiles{
			numbered: "m_TraderID",
			cleared:  []string{"m_VehicleSpawnPosition", "m_WatercraftSpawnPosition", "m_AircraftSpawnPosition", "m_Waypoints"},
			usual: `{"m_ClassName": "ExpansionP2PTraderHelga", "m_DisplayIcon": "Deliver", "m_Faction": "InvincibleObservers", "m_EmoteID": 46,
				"m_MaxRequiredReputation": 2147483647, "m_RequiredCompletedQuestID": -1, "m_IsGlobalTrader": 1, "m_DisplayCurrencyValue": 1}`,
		}
	case "personal-storage-container":
		return &newFiles{
			numbered: "StorageID",
			usual:    `{"ClassName": "ExpansionPersonalStorageChest", "DisplayIcon": "Backpack", "QuestID": -1, "IsGlobalStorage": 1}`,
		}
	}
	return nil
}

// newFile returns a file that is to be made for a new position.
func (d *documents) newFile(ctx context.Context, l *Layer, a Added) (*changing, error) {
	tree, number, err := d.like(ctx, l)
	if err != nil {
		return nil, err
	}
	at := objectAt(tree, l.shapes[0].list)
	for _, key := range l.made.named {
		tree.Set(key, a.Name)
	}
	nameIt(at, l.shapes[0], a.Name)
	if l.schema.Field("Enabled") != nil {
		tree.Set("Enabled", jsontree.Number("1"))
	}
	part := fileName(a.Name)
	if l.made.numbered != "" {
		part = strconv.FormatInt(number, 10)
		tree.Set(l.made.numbered, jsontree.Number(part))
	}
	file := freeName.ReplaceAllLiteralString(strings.Replace(l.schema.Path, "<mission>", d.mission, 1), part)
	switch lower := strings.ToLower(file); {
	case part == "":
		return nil, Refused{Text: "The file of a new position is named after it: give it a name of letters and digits."}
	case d.file(file) != nil, slices.ContainsFunc(d.kept, func(k kept) bool { return strings.EqualFold(k.serverPath(), file) }),
		d.made[lower] != nil:
		return nil, Refused{Text: "There is a file " + path.Base(file) + " already. Give the new position another name."}
	default:
		d.made[lower] = l
	}
	return &changing{key: "new/" + file, layer: l, name: file, fields: l.schema.Fields(), before: new(jsontree.Object), tree: tree}, nil
}

// freeName is the part of a schema's path that is free.
var freeName = regexp.MustCompile(`\*|<n>`)

// like returns the values that a new file of the layer begins with, those of its last file or the usual ones, and a number that none has.
func (d *documents) like(ctx context.Context, l *Layer) (tree *jsontree.Object, number int64, err error) {
	tree, number, err = d.lastOf(ctx, l)
	for _, other := range d.made {
		if other == l {
			number++
		}
	}
	if err != nil {
		return nil, 0, err
	}
	if tree == nil {
		tree, err = l.usual()
		return tree, number, err
	}
	for _, key := range l.made.cleared {
		tree.Set(key, l.schema.Field(key).New())
	}
	return tree, number, nil
}

// lastOf returns the values of the last file of the layer, nil if there is none, and a number that no file has.
func (d *documents) lastOf(ctx context.Context, l *Layer) (tree *jsontree.Object, number int64, err error) {
	number = 1
	for _, k := range d.kept {
		if at, _ := layerOf(k.path); at != l {
			continue
		}
		c, err := d.open(ctx, l, k.sid)
		if err != nil {
			return nil, 0, err
		}
		if c == nil {
			continue
		}
		tree = c.tree
		if n, ok := numberAt(tree, l.made.numbered); ok {
			number = max(number, int64(n)+1)
		}
	}
	return tree, number, nil
}

// usual returns the values of the first file of the layer.
func (l *Layer) usual() (*jsontree.Object, error) {
	tree := l.schema.Default()
	usual, err := jsontree.Parse([]byte(l.made.usual))
	if err != nil {
		return nil, err
	}
	for key, value := range usual.(*jsontree.Object).All() {
		tree.Set(key, value)
	}
	return tree, nil
}

// objectAt returns the object at keys, each of which is made where there is none.
func objectAt(tree *jsontree.Object, keys []string) *jsontree.Object {
	for _, key := range keys {
		if tree.Object(key) == nil {
			tree.Set(key, new(jsontree.Object))
		}
		tree = tree.Object(key)
	}
	return tree
}

// fileName returns what a name leaves for that of a file.
func fileName(name string) string {
	return strings.Trim(notInNames.ReplaceAllLiteralString(name, "_"), "_")
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9-]+`)

// missionOf returns the mission folder of an instance.
func (s Service) missionOf(ctx context.Context, scope store.Scope) (folder string, err error) {
	err = s.DB.QueryRow(ctx, `SELECT mission FROM instances WHERE id = $1 AND user_id = $2`, scope.InstanceID, scope.UserID).Scan(&folder)
	return folder, err
}
