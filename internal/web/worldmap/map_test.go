package worldmap_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestMapPicture lays a picture under the map, moves it and takes it away; nobody else sees it, and no file but a picture is taken.
func TestMapPicture(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		owner, other := s.User("Ada", false), s.User("Eve", false)
		instance := owner.Instance("Mapped")
		var data bytes.Buffer
		if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 20, 10))); err != nil {
			t.Fatal(err)
		}
		lay := func(fields map[string]string, files ...webtest.File) {
			t.Helper()
			if a := owner.Upload(instance+"/map", instance+"/map/picture", fields,
				files...); a.Code != 302 || !strings.HasSuffix(a.Header().Get("Location"), instance+"/map") {
				t.Fatalf("%d to %s", a.Code, a.Header().Get("Location"))
			}
		}
		lay(nil, webtest.File{Name: "map.png", Text: "<svg/>"})
		if page := owner.Get(instance + "/map").Body.String(); !strings.Contains(page, "no PNG or JPEG image") ||
			owner.Get(instance+"/map/picture").Code != 404 {
			t.Error("a file that is no image was taken")
		}
		lay(nil, webtest.File{Name: "map.png", Text: data.String()})
		if page := owner.Get(instance + "/map").Body.String(); !strings.Contains(page, `data-east="15360"`) ||
			!strings.Contains(page, `data-north="15360"`) {
			t.Error("the image does not cover the map")
		}
		if got := owner.Get(instance + "/map/picture"); got.Body.String() != data.String() || got.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%d: %s", got.Code, got.Header().Get("Content-Type"))
		}
		if got := other.Get(instance + "/map/picture"); got.Code != 403 && got.Code != 404 {
			t.Errorf("someone else gets %d", got.Code)
		}
		lay(map[string]string{
			"a_left": "0",
			"a_top":  "10",
			"a_x":    "100",
			"a_z":    "200",
			"b_left": "10",
			"b_top":  "0",
			"b_x":    "200",
			"b_z":    "300",
		})
		if page := owner.Get(instance + "/map").Body.String(); !strings.Contains(page, `data-west="100" data-south="200" data-east="300" `+
			`data-north="300"`) {
			t.Error("the image is not where its points say")
		}
		owner.Submit(instance+"/map", instance+"/map/picture/delete", nil)
		if owner.Get(instance+"/map/picture").Code != 404 {
			t.Error("the image is still there")
		}
		if rows, err := s.DB.All(t.Context(), record.StoredFiles, owner.Scope(instance), ""); err != nil || len(rows) != 1 {
			t.Errorf("%d stored files, %v", len(rows), err)
		}
	})
}

// TestMapGround: who has the ground of a map is told so until a file that it is drawn from is another one.
func TestMapGround(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		owner := s.User("Ada", false)
		instance := owner.Instance("Mapped")
		houses := func(x string) webtest.File {
			return webtest.File{Name: "mapgrouppos.xml", Text: `<map><group name="Land_House" pos="` + x + ` 1 20" a="90" /></map>`}
		}
		owner.Import(instance, nil, houses("10"))
		first := owner.Get(instance + "/map/ground")
		tag := first.Header().Get("ETag")
		if !strings.Contains(first.Body.String(), `"buildings":[10,20,0,0]`) || tag == "" {
			t.Fatalf("tag %q: %s", tag, first.Body)
		}
		ask := func() webtest.Answer {
			request := httptest.NewRequest(http.MethodGet, instance+"/map/ground", nil)
			request.Header.Set("If-None-Match", tag)
			return owner.Do(request)
		}
		if again := ask(); again.Code != 304 || again.Body.Len() != 0 {
			t.Errorf("%d: %s", again.Code, again.Body)
		}
		owner.Import(instance, nil, houses("30"))
		if other := ask(); other.Code != 200 || !strings.Contains(other.Body.String(), "[30,20,0,0]") || other.Header().Get("ETag") == tag {
			t.Errorf("%d: %s", other.Code, other.Body)
		}
	})
}
