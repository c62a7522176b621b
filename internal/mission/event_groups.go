package mission

import "quartermaster/internal/ce"

// eventGroupsKind is the kind of cfgeventgroups.xml, which is stored as text. Event spawns refer to its groups.
type eventGroupsKind struct{ kindInfo }

var eventGroups = &eventGroupsKind{kindInfo{name: "eventgroups", label: "event groups", main: "cfgeventgroups.xml"}}

func (k *eventGroupsKind) read(data []byte) (storeFunc, error) {
	if len(data) == 0 {
		return nil, errEmpty
	}
	if err := ce.Check(data); err != nil {
		return nil, err
	}
	return readText(data)
}
