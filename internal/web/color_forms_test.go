package web

import "testing"

func TestColorsHaveASwatchInEveryForm(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	category := s.imported(categories, "Ammo", categoryJSON)
	s.get(category+"/edit").status(200).says(`data-color`, `fill="#8A3DC1"`, `type="text" id="market-category-color" name="color" value="8A3DC1FF"`)
	s.get(s.gui+"/chat").status(200).says(`data-color`, `fill="#EB45EB"`, `type="text" id="setting-ChatColors-SystemChatColor"`)
}
