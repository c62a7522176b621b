#!/bin/sh
# Usage: test-setup.sh [front-end]
# Installs the programs that the tests use: PostgreSQL, Redis, a Chromium browser, haproxy and servers of SFTP, FTP and S3, or Node.js for the
# checks of the front end.
# It asks no questions and never fails: what cannot be installed is reported,
# and the tests that need it are skipped.
set -u
what=${1:-tests}

has_postgresql() {
	command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

# The shell without a window does what the tests need, with two thirds of the processor time.
has_chromium() {
	command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null
}

has_sshd() {
	[ -x /usr/sbin/sshd ]
}

has_vsftpd() {
	[ -x /usr/sbin/vsftpd ]
}

cache=${XDG_CACHE_HOME:-$HOME/.cache}/quartermaster

# ProFTPD and Pure-FTPd cannot be installed beside vsftpd: they are unpacked, as root only, since the tests start them as root.
unpacked=$cache/ftpd

# The version of versitygw, an S3 server, that is built where none is installed.
versitygw=v1.8.0

has_redis() {
	command -v redis-server >/dev/null
}

has_haproxy() {
	[ -x /usr/sbin/haproxy ]
}

has_unpacked() {
	[ "$(id -u)" -ne 0 ] || [ -x "$unpacked/usr/sbin/proftpd" ]
}

has_versitygw() {
	command -v versitygw >/dev/null || go version -m "$cache/versitygw" 2>/dev/null | grep -q "versitygw[[:space:]]$versitygw[[:space:]]"
}

# The commit that counts as the previous release. Its program is kept under its name; a clone without the history has none.
previous=$(cat "${0%/*}/previous-release")

has_previous() {
	[ -x "$cache/previous-$previous" ]
}

has_node() {
	command -v node >/dev/null && command -v npm >/dev/null
}

missing() {
	if [ "$what" = front-end ]; then
		has_node || echo nodejs npm
		return
	fi
	has_postgresql || echo postgresql
	has_chromium || echo chromium-headless-shell fonts-liberation
	has_sshd || echo openssh-server
	has_vsftpd || echo vsftpd
	has_redis || echo redis-server
	has_haproxy || echo haproxy
}

# as_root runs its arguments as root, and fails where that takes a password.
as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	else
		sudo -n "$@"
	fi
}

may_install() {
	if ! command -v apt-get >/dev/null; then
		echo "there is no apt-get here"
	elif [ "$(id -u)" -ne 0 ] && ! sudo -n true 2>/dev/null; then
		echo "it takes root or sudo without a password"
	else
		return 0
	fi
	return 1
}

# apt_get waits for another apt at work, and keeps quiet unless it fails.
apt_get() {
	log=$(as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get -q -y -o DPkg::Lock::Timeout=120 "$@" 2>&1 </dev/null) && return
	echo "test-setup: apt-get $* failed:"
	echo "$log" | tail -n 5
	return 1
}

install() {
	if ! reason=$(may_install); then
		echo "test-setup: not installing $*: $reason"
		return
	fi
	echo "test-setup: installing $* (once)"
	apt_get update || echo "test-setup: trying with the package lists as they are"
	keep_services_down
	# One by one: a package that is not to be had does not keep the others out.
	for package in "$@"; do
		apt_get install --no-install-recommends "$package"
	done
	[ -z "$policy" ] || as_root rm -f "$policy"
	case "$*" in
	*openssh-server*) as_root systemctl disable ssh >/dev/null 2>&1 ;; # without systemd nothing starts it
	esac
	case "$*" in
	*redis-server*) as_root systemctl disable redis-server >/dev/null 2>&1 ;;
	esac
	case "$*" in
	*vsftpd*) as_root systemctl disable vsftpd >/dev/null 2>&1 ;;
	esac
	case "$*" in
	*haproxy*) as_root systemctl disable haproxy >/dev/null 2>&1 ;;
	esac
}

# keep_services_down has the servers that are installed for tests not started, unless the machine has a policy of its own. PostgreSQL's is
# not needed either: the tests start theirs.
policy=
keep_services_down() {
	[ -e /usr/sbin/policy-rc.d ] && return
	policy=/usr/sbin/policy-rc.d
	printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null && as_root chmod 755 $policy
}

# unpack gets packages with what they need and unpacks them, without installing anything.
unpack() {
	may_install >/dev/null && command -v dpkg-deb >/dev/null || return
	echo "test-setup: unpacking ProFTPD and Pure-FTPd (once)"
	folder=$(mktemp -d) || return
	(
		cd "$folder" || exit
		# The names of some differ between releases.
		apt-cache show --no-all-versions proftpd-core proftpd-mod-crypto pure-ftpd libhiredis0.14 libhiredis1.1.0 libmemcached11 \
			libmemcached11t64 libmemcachedutil2 libmemcachedutil2t64 libhashkit2 libhashkit2t64 libpcre2-posix3 |
			sed -n 's/^Package: //p' | sort -u | xargs apt-get -q download
		mkdir root && for file in *.deb; do dpkg-deb -x "$file" root; done
		mkdir -p "$unpacked" && cp -a root/. "$unpacked"
	) >/dev/null 2>&1
	rm -rf "$folder"
}

# Programs that run for a moment are compiled in half the time without making them fast.
plain='-N -l'

# build_versitygw keeps one program, of the version that is asked for. With the project's toolchain it shares what the tests compile as well.
build_versitygw() {
	command -v go >/dev/null || return
	echo "test-setup: building versitygw, an S3 server (once)"
	mkdir -p "$cache" || return
	# The tests wait for it: better none than a network that is slow for minutes.
	log=$(GOTOOLCHAIN=$(go env GOVERSION) GOBIN=$cache timeout 300 go install -ldflags='-s -w' \
		-gcflags="github.com/...=$plain" -gcflags="golang.org/...=$plain" -gcflags="google.golang.org/...=$plain" "github.com/versity/versitygw/cmd/versitygw@$versitygw" 2>&1) && return
	echo "test-setup: building versitygw failed:"
	echo "$log" | tail -n 5
}

# build_previous builds the program of the previous release, with what the tests compile as well.
build_previous() {
	command -v go >/dev/null && git cat-file -e "$previous^{commit}" 2>/dev/null || return
	echo "test-setup: building the program of the previous release (once)"
	folder=$(mktemp -d) || return
	mkdir -p "$cache" && git archive "$previous" | tar -x -C "$folder" &&
		(cd "$folder" && timeout 300 go build -ldflags='-s -w' -gcflags="quartermaster/...=$plain" -o program ./cmd/quartermaster) &&
		rm -f "$cache"/previous-* && mv "$folder/program" "$cache/previous-$previous"
	rm -rf "$folder"
}

report() {
	if [ "$what" = front-end ]; then
		has_node || echo "test-setup: Node.js or npm is missing: the checks of the pages' scripts are skipped"
		return
	fi
	has_postgresql || echo "test-setup: PostgreSQL is missing: the tests that run on it are skipped"
	has_chromium || echo "test-setup: Chromium is missing: the tests in a browser are skipped"
	has_sshd || echo "test-setup: OpenSSH's server is missing: the tests that run on it are skipped"
	has_vsftpd || echo "test-setup: vsftpd is missing: the tests that run on it are skipped"
	has_redis || echo "test-setup: Redis is missing: the tests that run on it are skipped"
	has_haproxy || echo "test-setup: haproxy is missing: the tests that run on it are skipped"
	has_versitygw || echo "test-setup: versitygw is missing: buckets of the tests are in memory, and those that run on it alone are skipped"
	has_previous || echo "test-setup: the program of the previous release is missing: the test beside it is skipped"
	has_unpacked || echo "test-setup: ProFTPD and Pure-FTPd are missing: the tests that run on them are skipped"
}

build() {
	has_versitygw || build_versitygw
	has_previous || build_previous
}

# Packages come over the network while the processors build.
[ "$what" = front-end ] || build &
packages=$(missing)
if [ -n "$packages" ]; then
	# shellcheck disable=SC2086 # one word a package
	install $packages
fi
[ "$what" = front-end ] || has_unpacked || unpack
wait
report
exit 0
