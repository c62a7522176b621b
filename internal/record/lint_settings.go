package record

// LintSetting holds how the records of an instance are checked.
type LintSetting struct {
	Meta
	RestartInterval *int64 `field:"restart_interval,min=60,max=604800" example:"14400" unit:"s" label:"Time between restarts"`
	Severities      JSON   `field:"severities" example:"{\"unused-preset\":\"off\"}" help:"The rules whose severity differs from the default."`
	Stamps
}

// LintSettings holds at most one record for each instance; without one, the defaults apply.
var LintSettings = Define[LintSetting]("lint_settings", InInstance,
	called("lint setting", "How the records of an instance are checked. Each instance has at most one such record."),
	unshown)
