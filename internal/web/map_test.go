package web

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestMapPicture lays a picture under the map, moves it and takes it away; nobody else sees it, and no file but a picture is taken.
func TestMapPicture(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, other := s.user("Ada", false), s.user("Eve", false)
	instance := owner.instance("Mapped")
	var data bytes.Buffer
	if err := png.Encode(&data, image.NewGray(image.Rect(0, 0, 20, 10))); err != nil {
		t.Fatal(err)
	}
	lay := func(fields map[string]string, files ...uploaded) {
		t.Helper()
		if a := owner.uploading(instance+"/map", instance+"/map/picture", fields, files...); a.Code != 302 || !strings.HasSuffix(a.Header().Get("Location"), instance+"/map") {
			t.Fatalf("%d to %s", a.Code, a.Header().Get("Location"))
		}
	}
	lay(nil, uploaded{"map.png", "<svg/>"})
	if page := owner.get(instance + "/map").Body.String(); !strings.Contains(page, "no PNG or JPEG picture") || owner.get(instance+"/map/picture").Code != 404 {
		t.Error("a file that is no picture was taken")
	}
	lay(nil, uploaded{"map.png", data.String()})
	if page := owner.get(instance + "/map").Body.String(); !strings.Contains(page, `data-east="15360"`) || !strings.Contains(page, `data-north="15360"`) {
		t.Error("the picture does not cover the map")
	}
	if got := owner.get(instance + "/map/picture"); got.Body.String() != data.String() || got.Header().Get("Content-Type") != "image/png" {
		t.Errorf("%d: %s", got.Code, got.Header().Get("Content-Type"))
	}
	if got := other.get(instance + "/map/picture"); got.Code != 403 && got.Code != 404 {
		t.Errorf("somebody else gets %d", got.Code)
	}
	lay(map[string]string{"a_left": "0", "a_top": "10", "a_x": "100", "a_z": "200", "b_left": "10", "b_top": "0", "b_x": "200", "b_z": "300"})
	if page := owner.get(instance + "/map").Body.String(); !strings.Contains(page, `data-west="100" data-south="200" data-east="300" data-north="300"`) {
		t.Error("the picture is not where its points say")
	}
	owner.submit(instance+"/map", instance+"/map/picture/delete", nil)
	if owner.get(instance+"/map/picture").Code != 404 {
		t.Error("the picture is still there")
	}
	if rows, err := s.db.All(t.Context(), record.StoredFiles, owner.scope(instance), ""); err != nil || len(rows) != 1 {
		t.Errorf("%d stored files, %v", len(rows), err)
	}
}

// TestMapGround: who has the ground of a map is told so until a file that it is drawn from is another one.
func TestMapGround(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner := s.user("Ada", false)
	instance := owner.instance("Mapped")
	houses := func(x string) uploaded {
		return uploaded{"mapgrouppos.xml", `<map><group name="Land_House" pos="` + x + ` 1 20" a="90" /></map>`}
	}
	owner.importing(instance, nil, houses("10"))
	first := owner.get(instance + "/map/ground")
	tag := first.Header().Get("ETag")
	if !strings.Contains(first.Body.String(), `"buildings":[10,20,0,0]`) || tag == "" {
		t.Fatalf("tag %q: %s", tag, first.Body)
	}
	ask := func() answer {
		request := httptest.NewRequest(http.MethodGet, instance+"/map/ground", nil)
		request.Header.Set("If-None-Match", tag)
		return owner.do(request)
	}
	if again := ask(); again.Code != 304 || again.Body.Len() != 0 {
		t.Errorf("%d: %s", again.Code, again.Body)
	}
	owner.importing(instance, nil, houses("30"))
	if other := ask(); other.Code != 200 || !strings.Contains(other.Body.String(), "[30,20,0,0]") || other.Header().Get("ETag") == tag {
		t.Errorf("%d: %s", other.Code, other.Body)
	}
}
