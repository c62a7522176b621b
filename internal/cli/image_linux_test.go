package cli

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// imageEnv has TestImage build the program as the Dockerfile does, which takes minutes. By default this test program plays it.
const imageEnv = "QM_TEST_IMAGE"

// image is a container image, made without Docker.
type image struct {
	t           *testing.T
	build, root string // the files of the first stage, as far as they are needed, and those of the last one
	command     []string
	user        syscall.Credential
}

// TestImage assembles the files of the container image and runs it in namespaces of its own, as the user and with the command that the
// Dockerfile names, until it is told to stop.
func TestImage(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can run a container image")
	}
	i := &image{t: t, build: t.TempDir(), root: t.TempDir()}
	first, last := stagesOf(t)
	i.takeCertificates()
	for _, instruction := range first {
		i.run(instruction)
	}
	for _, instruction := range last {
		i.follow(instruction)
	}
	i.addLibraries()
	server := i.start()
	for _, path := range []string{"/healthz", "/readyz", "/api/v1/health", "/"} {
		if got := status(t, "http://"+server.address+path); got != 200 {
			t.Errorf("%s answers %d", path, got)
		}
	}
	if code := server.stop(); code != 0 {
		t.Errorf("it ends with %d", code)
	}
}

// stagesOf returns the instructions of the Dockerfile.
func stagesOf(t *testing.T) (first, last []string) {
	t.Helper()
	text, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(string(text), "\\\n", ""), "\n") {
		switch {
		case strings.HasPrefix(line, "FROM "):
			first, last = last, nil
		case line != "" && !strings.HasPrefix(line, "#"):
			last = append(last, line)
		}
	}
	return first, last
}

func (i *image) must(err error) {
	i.t.Helper()
	if err != nil {
		i.t.Fatal(err)
	}
}

// sh runs commands in the repository.
func (i *image) sh(commands string) {
	i.t.Helper()
	cmd := exec.CommandContext(i.t.Context(), "sh", "-ec", commands)
	cmd.Dir = "../.."
	if out, err := cmd.CombinedOutput(); err != nil {
		i.t.Fatalf("%s: %v\n%s", commands, err, out)
	}
}

// takeCertificates takes them from this machine, in place of the image that the first stage begins with.
func (i *image) takeCertificates() {
	i.t.Helper()
	const folder = "/etc/ssl/certs"
	if _, err := os.Stat(folder + "/ca-certificates.crt"); err != nil {
		i.t.Skip("this machine has no certificates for the image")
	}
	i.sh(fmt.Sprintf("mkdir -p %[1]s%[2]s && cp %[2]s/ca-certificates.crt %[1]s%[2]s", i.build, folder))
}

// run carries out an instruction of the first stage.
func (i *image) run(instruction string) {
	i.t.Helper()
	command, ok := strings.CutPrefix(instruction, "RUN ")
	switch builds := strings.Contains(command, "go build"); {
	case !ok || command == "go mod download":
	case builds && os.Getenv(imageEnv) == "":
		i.sh(fmt.Sprintf("ln %[1]s %[2]s/quartermaster || cp %[1]s %[2]s/quartermaster", os.Args[0], i.build))
	default:
		i.sh(strings.ReplaceAll(command, " /", " "+i.build+"/"))
	}
}

// follow carries out an instruction of the last stage.
func (i *image) follow(instruction string) {
	i.t.Helper()
	name, rest, _ := strings.Cut(instruction, " ")
	switch name {
	case "COPY":
		i.copy(strings.Fields(rest))
	case "USER":
		_, err := fmt.Sscanf(rest, "%d:%d", &i.user.Uid, &i.user.Gid)
		i.must(err)
	case "ENTRYPOINT", "CMD":
		var words []string
		i.must(json.Unmarshal([]byte(rest), &words))
		i.command = append(i.command, words...)
	case "VOLUME", "EXPOSE":
	default:
		i.t.Fatalf("the test does not know %s", instruction)
	}
}

// copy carries out COPY.
func (i *image) copy(words []string) {
	i.t.Helper()
	from, owner := ".", "0:0"
	for strings.HasPrefix(words[0], "--") {
		if strings.HasPrefix(words[0], "--from") {
			from = i.build
		}
		if chown, ok := strings.CutPrefix(words[0], "--chown="); ok {
			owner = chown
		}
		words = words[1:]
	}
	source, target := filepath.Join(from, words[0]), i.root+words[1]
	if strings.HasSuffix(target, "/") {
		i.sh("mkdir -p " + target)
	}
	if at, err := os.Stat(source); err == nil && at.IsDir() { // whose content is meant
		i.sh("mkdir -p " + target)
		source += "/."
	}
	i.sh(fmt.Sprintf("cp -r --preserve=mode %[1]s %[2]s && chown %[3]s %[2]s", source, target, owner))
}

// addLibraries adds what this test program needs where it is not static, as the image's own is.
func (i *image) addLibraries() {
	i.t.Helper()
	program := filepath.Join(i.root, i.command[0])
	file, err := elf.Open(program)
	i.must(err)
	defer file.Close()
	needed, err := file.ImportedLibraries()
	i.must(err)
	if len(needed) == 0 {
		return
	}
	if os.Getenv(imageEnv) != "" {
		i.t.Errorf("the program of the image needs %v", needed)
	}
	i.sh("for f in $(ldd " + program + ` | grep -o '/[^ ]*'); do mkdir -p ` + i.root + "$(dirname $f); cp -L $f " + i.root + "$f; done")
}

// start runs the image, and returns when it serves.
func (i *image) start() started {
	i.t.Helper()
	args := strings.Split(strings.ReplaceAll(strings.Join(i.command, "\n"), "0.0.0.0:8080", "127.0.0.1:0"), "\n")
	cmd := exec.CommandContext(i.t.Context(), args[0], args[1:]...)
	cmd.Dir, cmd.Env = "/", []string{}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Chroot: i.root, Credential: &i.user,
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
	}
	out, err := cmd.StderrPipe()
	i.must(err)
	if err := cmd.Start(); err != nil {
		i.t.Skipf("this machine does not let root make namespaces: %v", err)
	}
	i.t.Cleanup(func() { _ = cmd.Process.Kill() })
	var said bytes.Buffer
	for lines := bufio.NewScanner(io.TeeReader(out, &said)); lines.Scan(); {
		if found := readyLine.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return started{address: found[1], stop: func() int {
				_ = cmd.Process.Signal(syscall.SIGTERM)
				_ = cmd.Wait()
				return cmd.ProcessState.ExitCode()
			}}
		}
	}
	i.t.Fatalf("the image does not serve: %v\n%s", cmd.Wait(), &said)
	return started{}
}
