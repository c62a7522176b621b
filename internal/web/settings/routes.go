package settings

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	s.Collect(settingCollection())
	addPresets(s)
	in := s.ForInstances(documents.Base, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("", listSettings)
	in.Get("/{setting}", showSetting)
	edit.Put("/{setting}", updateSetting)
	edit.Post("/{setting}/import", importSetting)
	in.Get("/{setting}/generate", generateSetting)
}

func addPresets(s *site.Site) {
	in := s.ForInstances(documents.Base+"/{setting}/ai-preset", access.Edit)
	in.Get("/generate", toPresets)
	in.ForPrograms().Post("/generate", previewPreset)
	in.Get("/preview", toPresets)
	in.Post("/preview", showPreset)
	in.Post("/apply", applyAIPreset)
}
