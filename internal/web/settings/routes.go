package settings

import (
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	s.Collect(settingCollection())
	addPresets(s)
	in := s.ForInstances(documents.Base)
	in.Get("", listSettings)
	in.Get("/{setting}", showSetting)
	in.Put("/{setting}", updateSetting)
	in.Post("/{setting}/import", importSetting)
	in.Get("/{setting}/generate", generateSetting)
}

func addPresets(s *site.Site) {
	in := s.ForInstances(documents.Base + "/{setting}/ai-preset")
	in.Get("/generate", toPresets)
	in.ForPrograms().Post("/generate", previewPreset)
	in.Get("/preview", toPresets)
	in.Post("/preview", showPreset)
	in.Post("/apply", applyAIPreset)
}
