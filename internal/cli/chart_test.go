package cli

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"text/template"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"
)

// manifests are the objects for a cluster, by their kind.
type manifests map[string]map[string]any

// add adds the objects of a text, which may be none.
func (m manifests) add(t *testing.T, name string, text []byte) {
	t.Helper()
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var object map[string]any
		err := decoder.Decode(&object)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, text)
		}
		if kind, _ := object["kind"].(string); object != nil {
			m[kind] = object
		}
	}
}

// kustomized returns what `kubectl apply -k deploy/kubernetes` applies: the files that it names, with the name of the image.
func kustomized(t *testing.T) manifests {
	t.Helper()
	var own struct {
		Resources []string
		Images    []struct {
			Name    string
			NewName string `yaml:"newName"`
			NewTag  string `yaml:"newTag"`
		}
	}
	m := manifests{}
	readYAML(t, "../../deploy/kubernetes/kustomization.yaml", &own)
	for _, file := range own.Resources {
		text, err := os.ReadFile(filepath.Join("../../deploy/kubernetes", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, image := range own.Images {
			text = bytes.ReplaceAll(text, []byte("image: "+image.Name+"\n"), []byte("image: "+image.NewName+":"+image.NewTag+"\n"))
		}
		m.add(t, file, text)
	}
	return m
}

func readYAML(t *testing.T, path string, into any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

const chart = "../../deploy/helm"

// rendered returns what the chart makes for a release quartermaster with other values, a path such as metrics.enabled each. Of Helm's
// functions it knows those that the chart uses.
func rendered(t *testing.T, other map[string]any) manifests {
	t.Helper()
	var values map[string]any
	var about struct {
		AppVersion string `yaml:"appVersion"`
	}
	readYAML(t, chart+"/values.yaml", &values)
	readYAML(t, chart+"/Chart.yaml", &about)
	for path, value := range other {
		set(values, strings.Split(path, "."), value)
	}
	data := map[string]any{"Values": values, "Chart": about, "Release": map[string]string{"Name": "quartermaster"}}
	files, err := filepath.Glob(chart + "/templates/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m := manifests{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := template.Must(template.New(file).Funcs(helmFunctions).Parse(string(text))).Execute(&out, data); err != nil {
			t.Fatal(err)
		}
		m.add(t, file, out.Bytes())
	}
	return m
}

func set(values map[string]any, path []string, to any) {
	if len(path) == 1 {
		values[path[0]] = to
		return
	}
	set(values[path[0]].(map[string]any), path[1:], to)
}

var helmFunctions = template.FuncMap{
	"quote":     func(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) },
	"sha256sum": func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) },
	"toYaml": func(v any) (string, error) {
		text, err := yaml.Marshal(v)
		return strings.TrimSpace(string(text)), err
	},
	"nindent": func(n int, text string) string {
		margin := "\n" + strings.Repeat(" ", n)
		return margin + strings.ReplaceAll(text, "\n", margin)
	},
	"default": func(usual, given string) string {
		if given == "" {
			return usual
		}
		return given
	},
}

// TestChartMakesTheManifests: with its own values the chart makes what the files for Kustomize say, so that neither is forgotten.
func TestChartMakesTheManifests(t *testing.T) {
	t.Parallel()
	want := kustomized(t)
	if len(want) != 5 {
		t.Errorf("there are %d sorts of objects for Kustomize", len(want))
	}
	if difference := cmp.Diff(want, rendered(t, nil)); difference != "" {
		t.Errorf("-Kustomize +chart\n%s", difference)
	}
	if text, err := exec.CommandContext(t.Context(), "helm", "template", "--kube-version", "1.30.0", "quartermaster",
		chart).Output(); !errors.Is(err, exec.ErrNotFound) {
		byHelm := manifests{}
		byHelm.add(t, "helm template", text)
		if difference := cmp.Diff(want, byHelm); difference != "" {
			t.Errorf("%v\n-Kustomize +helm\n%s", err, difference)
		}
	}
}

// TestChartFollowsItsValues where they differ from those of the files for Kustomize.
func TestChartFollowsItsValues(t *testing.T) {
	t.Parallel()
	type values = map[string]any
	usual := rendered(t, nil)
	for _, test := range []struct {
		values     values
		kind, want string // an object, and what it says only then; nothing for one that is not made
	}{
		{values{"autoscaling.enabled": false, "replicas": 4}, "Deployment", `"replicas":4`},
		{values{"autoscaling.enabled": false}, "HorizontalPodAutoscaler", ""},
		{values{"autoscaling.max": 5}, "HorizontalPodAutoscaler", `"maxReplicas":5`},
		{values{"disruption.minAvailable": 1}, "PodDisruptionBudget", `"minAvailable":1`},
		{values{"metrics.namespace": "watch"}, "NetworkPolicy", `"kubernetes.io/metadata.name":"watch"`},
		{values{"metrics.enabled": false}, "NetworkPolicy", `"ingress":[{"ports":[{"port":"http"}]}]`},
		{values{"metrics.enabled": false}, "Deployment", `"ports":[{"containerPort":8080,"name":"http"}]`},
		{
			values{"metrics.enabled": false},
			"Deployment",
			`"env":[{"name":"QM_ADDR","value":"0.0.0.0:8080"},{"name":"QM_DATA","value":"/data"},{"name":"QM_DRAIN","value":"5s"},` +
				`{"name":"QM_MEMORY","value":"192MB"}]`,
		},
		{values{"secret.values": values{"QM_SECRET_KEY": "0123456789abcdef"}}, "Secret", `"stringData":{"QM_SECRET_KEY":"0123456789abcdef"}`},
		{values{"secret.values": values{"QM_SECRET_KEY": "0123456789abcdef"}}, "Deployment", `"checksum/secret":"`},
		{values{"secret.name": "addresses"}, "Deployment", `"secretRef":{"name":"addresses"}`},
		{values{"settings": values{"QM_RATE_LIMIT": 120}}, "Deployment", `{"name":"QM_RATE_LIMIT","value":"120"}`},
		{values{"image.tag": "2.0.0"}, "Deployment", `"image":"registry.example.org/quartermaster:2.0.0"`},
		{values{"resources.limits": values{"memory": "1Gi"}}, "Deployment", `"limits":{"memory":"1Gi"}`},
		{
			values{"ingress.host": "qm.example.org", "ingress.tlsSecret": "cert"},
			"Ingress",
			`"tls":[{"hosts":["qm.example.org"],"secretName":"cert"}]`,
		},
		{values{"ingress.host": "qm.example.org", "ingress.annotations": values{"a": "b"}}, "Ingress", `"annotations":{"a":"b"}`},
	} {
		made, ok := rendered(t, test.values)[test.kind]
		if text := jsonOf(t,
			made); ok != (test.want != "") || !strings.Contains(text, test.want) || test.want != "" &&
			strings.Contains(jsonOf(t, usual[test.kind]), test.want) {
			t.Errorf("%v: %s", test.values, text)
		}
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
