package account

// Requirement says who needs a second factor. Any other value stands for nobody.
type Requirement string

// The requirements.
const (
	AdministratorsNeed Requirement = "administrators"
	EverybodyNeeds     Requirement = "all"
)

// Lacks reports whether a user needs a second factor and has none.
func (r Requirement) Lacks(u User) bool {
	return !u.SecondFactor && (r == EverybodyNeeds || r == AdministratorsNeed && u.IsAdmin)
}
