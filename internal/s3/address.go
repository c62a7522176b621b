package s3

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"quartermaster/internal/blob"
)

// address is where a bucket is, and how it is spoken to.
type address struct {
	bucket, prefix string
	host           string // of the endpoint, with its port
	plain          bool   // http in place of https
	region         string
	pathStyle      bool   // the bucket is in the path, not in the name of the host
	encryption     string // of the server: "", "AES256" or "aws:kms"
	kmsKey         string
}

// defaultHost and defaultRegion are those of an address that names none.
const (
	defaultHost   = "s3.amazonaws.com"
	defaultRegion = "us-east-1"
)

// parse reads s3://bucket/prefix?endpoint=https://host:port&region=R&style=path&encryption=AES256.
func parse(text string) (a address, err error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return a, errors.New("the address of a storage is s3://bucket/prefix?endpoint=https://host&region=name")
	}
	if u.User != nil {
		return a, errors.New("the keys of a storage are not in its address: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	a = address{bucket: u.Host, prefix: strings.Trim(u.Path, "/"), host: defaultHost, region: defaultRegion}
	if a.prefix != "" {
		if err := blob.CheckKey(a.prefix); err != nil {
			return a, fmt.Errorf("the prefix of the storage: %w", err)
		}
	}
	for name, values := range u.Query() {
		if err := a.set(name, values[0]); err != nil {
			return a, err
		}
	}
	return a, nil
}

func (a *address) set(name, value string) error {
	switch name {
	case "endpoint":
		return a.setEndpoint(value)
	case "region":
		a.region = value
	case "style":
		a.pathStyle = value == "path"
		return oneOf(name, value, "path", "host")
	case "encryption":
		a.encryption = value
		return oneOf(name, value, "AES256", "aws:kms")
	case "kms_key":
		a.kmsKey = value
	default:
		return fmt.Errorf("the address of the storage has an unknown setting %q", name)
	}
	return nil
}

// setEndpoint takes a host or the URL of one. Servers other than Amazon's expect the bucket in the path.
func (a *address) setEndpoint(value string) error {
	scheme, host, found := strings.Cut(value, "://")
	if !found {
		scheme, host = "https", value
	}
	host = strings.TrimSuffix(host, "/")
	if scheme != "https" && scheme != "http" || host == "" || strings.ContainsAny(host, "/?#@ ") {
		return fmt.Errorf("the endpoint of the storage, %q, is not https://host or http://host", value)
	}
	a.host, a.plain = host, scheme == "http"
	if !strings.HasSuffix(host, ".amazonaws.com") {
		a.pathStyle = true
	}
	return nil
}

func oneOf(name, value string, allowed ...string) error {
	for _, text := range allowed {
		if value == text {
			return nil
		}
	}
	return fmt.Errorf("%s of the storage is %q, and must be %s", name, value, strings.Join(allowed, " or "))
}
