package site

import (
	"cmp"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
)

// Sides reads from a form which side counts in conflicts: in all, and in single ones. What is no side is left out.
func (r *Request) Sides() (prefer mission.Side, choices mission.Choices) {
	choices = mission.Choices{}
	sent, _ := r.Input.Get("choices")
	if object, ok := sent.(*jsontree.Object); ok {
		for key, value := range object.All() {
			if side := sideOf(value); side != "" {
				choices[key] = side
			}
		}
	}
	return cmp.Or(sideOf(r.Text("prefer")), mission.Mine), choices
}

func sideOf(value any) mission.Side {
	text, _ := value.(string)
	if side := mission.Side(text); side == mission.Mine || side == mission.Theirs {
		return side
	}
	return ""
}
