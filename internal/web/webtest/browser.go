package webtest

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Visitor returns a browser that is not signed in.
func (s *Site) Visitor() *Browser { return &Browser{Site: s, Cookies: map[string]string{}} }

// Browser keeps cookies between requests.
type Browser struct {
	*Site
	Cookies map[string]string
	User    account.User
	Header  map[string]string // sent with every request
}

// Do sends a request with the browser's cookies, and keeps those of the answer.
func (b *Browser) Do(request *http.Request) Answer {
	b.TB.Helper()
	for name, value := range b.Cookies {
		request.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for name, value := range b.Header {
		request.Header.Set(name, value)
	}
	recorder := httptest.NewRecorder()
	b.Handler.ServeHTTP(recorder, request)
	for _, cookie := range recorder.Result().Cookies() {
		b.Cookies[cookie.Name] = cookie.Value
	}
	return Answer{recorder, b.TB, request.URL.Path}
}

// Get asks for a page.
func (b *Browser) Get(path string) Answer {
	b.TB.Helper()
	return b.Do(httptest.NewRequest("GET", "http://qm.test"+path, nil))
}

// Send posts a form as it is, without a token of its own.
func (b *Browser) Send(method, path string, form url.Values) Answer {
	b.TB.Helper()
	request := httptest.NewRequest(method, "http://qm.test"+path, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.Do(request)
}

// TokenPattern finds the token of a page's forms.
var TokenPattern = regexp.MustCompile(`name="csrf-token" content="([^"]*)"`)

// Token reads the CSRF token of a page.
func (b *Browser) Token(page string) string {
	b.TB.Helper()
	return TokenPattern.FindStringSubmatch(b.Get(page).Body.String())[1]
}

// Submit posts a form with the token of the page that it stands on.
func (b *Browser) Submit(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_token", b.Token(page))
	return b.Send("POST", path, form)
}

// Put submits a form as a PUT.
func (b *Browser) Put(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_method", "PUT")
	return b.Submit(page, path, form)
}

// Delete submits a form as a DELETE.
func (b *Browser) Delete(page, path string, form url.Values) Answer {
	b.TB.Helper()
	form = Cloned(form)
	form.Set("_method", "DELETE")
	return b.Submit(page, path, form)
}

// Cloned returns a copy of a form.
func Cloned(form url.Values) url.Values {
	copied := url.Values{}
	for name, values := range form {
		copied[name] = values
	}
	return copied
}

// File is a file of a multipart form.
type File struct{ Name, Text string }

// Import posts files; fields that begin with "after " stand behind the files.
func (b *Browser) Import(instance string, fields map[string]string, files ...File) Answer {
	b.TB.Helper()
	return b.Upload(instance, instance+"/import", fields, files...)
}

// Upload posts files from a page to an address.
func (b *Browser) Upload(page, address string, fields map[string]string, files ...File) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	token := b.Token(page)
	if own, sent := fields["_token"]; sent {
		token = own
	}
	_ = form.WriteField("_token", token)
	for _, file := range files {
		part, err := form.CreateFormFile("files[]", file.Name)
		if err != nil {
			b.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, file.Text)
	}
	for name, value := range fields {
		if name != "_token" {
			_ = form.WriteField(name, value)
		}
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+address, &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}

// Instance makes an instance of the user and returns its address.
func (b *Browser) Instance(name string) string {
	b.TB.Helper()
	row, err := b.DB.CreateInstance(context.Background(), b.User.ID, record.Values{"name": name, "map_id": int64(1)})
	if err != nil {
		b.TB.Fatal(err)
	}
	return "/instances/" + record.Instances.SID(row)
}

// Scope returns the scope of an instance of the user, by its address.
func (b *Browser) Scope(instance string) store.Scope {
	b.TB.Helper()
	scope, err := b.DB.InstanceScope(context.Background(), b.User.ID, strings.TrimPrefix(instance, "/instances/"))
	if err != nil {
		b.TB.Fatal(err)
	}
	return scope
}

// Add stores a record and returns its address.
func (b *Browser) Add(instance string, res *record.Resource, values record.Values) string {
	b.TB.Helper()
	row, err := b.DB.Create(context.Background(), res, b.Scope(instance), values)
	if err != nil {
		b.TB.Fatal(err)
	}
	return instance + "/" + res.Path + "/" + res.SID(row)
}

// Stored reads a record by its address.
func (b *Browser) Stored(instance string, res *record.Resource, address string) record.Row {
	b.TB.Helper()
	sid := address[strings.LastIndex(address, "/")+1:]
	rows, err := b.DB.All(context.Background(), res, b.Scope(instance), "r.sid = $", sid)
	if err != nil || len(rows) != 1 {
		b.TB.Fatalf("%s: %d records, %v", address, len(rows), err)
	}
	return rows[0]
}

// UploadAs sends files in a field of a form, with a token.
func (b *Browser) UploadAs(field, address string, file url.Values, token string) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if token != "" {
		_ = form.WriteField("_token", token)
	}
	for name, text := range file {
		part, err := form.CreateFormFile(field, name)
		if err != nil {
			b.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, text[0])
	}
	_ = form.Close()
	request := httptest.NewRequest(http.MethodPost, "http://qm.test"+address, &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}

// Accepting returns the browser as one that accepts the types.
func (b *Browser) Accepting(types string) *Browser {
	other := *b
	other.Header = map[string]string{"Accept": types}
	return &other
}
