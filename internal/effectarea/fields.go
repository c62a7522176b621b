package effectarea

import (
	"math"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/say"
)

// The keys of a zone in the usual order, and of what it holds.
func areaKeys() []string {
	return []string{"AreaName", "Type", "TriggerType", "Data", "PlayerData"}
}

func dataKeys() []string {
	return []string{
		"Pos", "Radius", "PosHeight", "NegHeight", "InnerRingCount", "InnerPartDist", "OuterRingToggle", "OuterPartDist", "OuterOffset",
		"VerticalLayers", "VerticalOffset", "ParticleName", "EffectInterval", "EffectDuration", "EffectModifier",
	}
}

func playerKeys() []string {
	return []string{"AroundPartName", "TinyPartName", "PPERequesterType"}
}

// isOwn reports whether a key of Data has a field of its own.
func isOwn(key string) bool {
	return key == "Pos" || key == "Radius" || key == "PosHeight" || key == "ParticleName"
}

// fields reads the keys of a zone.
type fields struct{ warn func(say.Message) }

func (f fields) area(tree *jsontree.Object) Area {
	a := Area{Type: f.text(tree, "Type"), Trigger: f.text(tree, "TriggerType"), Player: f.object(tree, "PlayerData")}
	if name := f.text(tree, "AreaName"); name != nil {
		a.Name = *name
	}
	data := f.object(tree, "Data")
	for i, coordinate := range f.position(data) {
		*a.position()[i] = coordinate
	}
	a.Radius, a.Height = f.number(data, "Radius"), f.number(data, "PosHeight")
	a.Particles = f.text(data, "ParticleName")
	a.Data = rest(data)
	return a
}

func (a *Area) position() []**float64 { return []**float64{&a.X, &a.Y, &a.Z} }

// rest returns what Data holds beside the keys with fields of their own.
func rest(data *jsontree.Object) *jsontree.Object {
	others := new(jsontree.Object)
	for key, value := range data.All() {
		if !isOwn(key) {
			others.Set(key, value)
		}
	}
	if others.Len() == 0 {
		return nil
	}
	return others
}

// get returns a value; null counts as missing.
func (f fields) get(o *jsontree.Object, key string) any {
	value, _ := o.Get(key)
	return value
}

func (f fields) text(o *jsontree.Object, key string) *string {
	value := f.get(o, key)
	text, ok := value.(string)
	if !ok {
		f.refuse(value, say.New("wants-text", "key", key))
		return nil
	}
	return &text
}

func (f fields) number(o *jsontree.Object, key string) *float64 {
	value := f.get(o, key)
	number, ok := numberOf(value)
	if !ok {
		f.refuse(value, say.New("wants-number", "key", key))
		return nil
	}
	return &number
}

func numberOf(value any) (float64, bool) {
	literal, _ := value.(jsontree.Number)
	number, err := strconv.ParseFloat(string(literal), 64)
	return number, err == nil && !math.IsInf(number, 0)
}

// object returns an object; an empty one counts as missing.
func (f fields) object(o *jsontree.Object, key string) *jsontree.Object {
	value := f.get(o, key)
	object, ok := value.(*jsontree.Object)
	if !ok {
		f.refuse(value, say.New("wants-object", "key", key))
	}
	if object.Len() == 0 {
		return nil
	}
	return object
}

// position returns x, y and z, or nothing.
func (f fields) position(data *jsontree.Object) []*float64 {
	value := f.get(data, "Pos")
	list, _ := value.([]any)
	var found []*float64
	for _, element := range list {
		number, ok := numberOf(element)
		if ok {
			found = append(found, &number)
		}
	}
	if len(found) != len(list) || len(found) != len((&Area{}).position()) {
		f.refuse(value, say.New("wants-position", "key", "Pos"))
		return nil
	}
	return found
}

// refuse adds a warning about a value of the wrong type.
func (f fields) refuse(value any, problem say.Message) {
	if value != nil {
		f.warn(say.New("kept", "problem", problem))
	}
}
