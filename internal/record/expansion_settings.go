package record

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// ExpansionSetting is one settings file of the Expansion mod. Source: profiles/ExpansionMod/Settings and the settings folder of
// the mission.
type ExpansionSetting struct {
	Meta
	Setting string `field:"setting,required,unique,fixed" example:"general" help:"Which settings these are: the slug of the file."`
	Version *int64 `field:"version,readonly" help:"The version of the file's layout, as stated in the file."`
	Documented
	Stamps
}

// ExpansionSettings are the settings files of an instance, each at most once. Addresses name them by their slugs.
var ExpansionSettings = Define[ExpansionSetting]("expansion_settings", InInstance,
	at("expansion/settings"),
	called("expansion setting", "The settings files of the Expansion mod, each identified by its slug."),
	choosing("setting", expansion.Slugs()...),
	titled("setting"), keyed("setting"), addressedBy("setting"),
	searching("r.setting"),
	documenting(expansion.Setting, `{"m_Version":16,"EnableGravecross":0,"GravecrossTimeThreshold":1200.0,"UseNewsFeedInGameMenu":1}`,
		func(document *jsontree.Object, values map[string]any) {
			values["version"] = nil
			if version, ok := expansion.VersionOf(document, "m_Version"); ok {
				values["version"] = version
			}
		}))
