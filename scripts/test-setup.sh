#!/bin/sh
# Usage: test-setup.sh [front-end]
# Installs the programs that the tests use: PostgreSQL and a Chromium browser, or Node.js for the checks of the front end.
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
	# One by one: a package that is not to be had does not keep the others out.
	for package in "$@"; do
		apt_get install --no-install-recommends "$package"
	done
}

report() {
	if [ "$what" = front-end ]; then
		has_node || echo "test-setup: Node.js or npm is missing: the checks of the pages' scripts are skipped"
		return
	fi
	has_postgresql || echo "test-setup: PostgreSQL is missing: the tests that run on it are skipped"
	has_chromium || echo "test-setup: Chromium is missing: the tests in a browser are skipped"
}

packages=$(missing)
if [ -n "$packages" ]; then
	# shellcheck disable=SC2086 # one word a package
	install $packages
fi
report
exit 0
