package docform_test

import (
	"testing"

	"quartermaster/internal/web/webtest"
)

func TestColorsHaveASwatchInEveryForm(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	category := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON)
	s.Get(category+"/edit").Status(200).Says(`data-color`, `fill="#8A3DC1"`,
		`type="text" id="market-category-color" name="color" value="8A3DC1FF"`)
	s.Get(s.Gui+"/chat").Status(200).Says(`data-color`, `fill="#EB45EB"`, `type="text" id="setting-ChatColors-SystemChatColor"`)
}
