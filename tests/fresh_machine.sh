#!/usr/bin/env bash
# README's "First run" on a machine that has nothing: a bare system by debootstrap, entered by chroot.
#   tests/fresh_machine.sh DISTRIBUTION [COMPILER] [--test]
#     DISTRIBUTION  debian-12, debian-13 or ubuntu-24.04
#     COMPILER      gcc: the distribution's own (default); clang: its newest; or of a version that it has: gcc-13, clang-19
#     --test        README's ./run_all.sh test as well
# Needs root, debootstrap and, for Ubuntu, the package ubuntu-keyring. Tries the commit that is checked out, not the working
# tree. The commands are read from README.md and run once by root and, as far as set-up, by a user with sudo, each time
# on a bare system. Bare systems are kept in ${TMPDIR:-/var/tmp}/retime-fresh-machine; delete one to have it made anew.
# MIRROR in the environment: where the packages come from. Ends by printing a row for docs/fresh_machine.md.
# shellcheck disable=SC2016 # what stands in single quotes is expanded inside the bare system
set -euo pipefail
source=$(realpath "$(dirname "$0")/..")

say() { printf '\n==== %s\n' "$*" >&2; }
die() { printf 'fresh_machine.sh: %s\n' "$*" >&2; exit 2; }

with_test=""
words=()
for word; do if [ "$word" = --test ]; then with_test=yes; else words+=("$word"); fi; done
[ ${#words[@]} -le 2 ] || die "'${words[2]}' is one word too many: DISTRIBUTION [COMPILER] [--test]"
distribution=${words[0]:-} compiler=${words[1]:-gcc}
components=main script="" # a debootstrap older than the release has no script of its name; all of Ubuntu's are this one
case $distribution in
  debian-12) suite=bookworm ;;
  debian-13) suite=trixie ;;
  ubuntu-24.04) suite=noble components=main,universe script=gutsy ;;
  *) die "'$distribution' is no distribution: debian-12, debian-13, ubuntu-24.04" ;;
esac
[[ $compiler =~ ^(gcc|clang)(-[0-9]+)?$ ]] || die "'$compiler' is no compiler: gcc, clang, or one with its version as in gcc-13"
[ "$(id -u)" -eq 0 ] || die "needs root: debootstrap, mount and chroot do"
command -v debootstrap >/dev/null || die "debootstrap is missing: apt-get install debootstrap"
if [ "${distribution%-*}" = ubuntu ]; then
  mirror=${MIRROR:-http://archive.ubuntu.com/ubuntu} keyring=/usr/share/keyrings/ubuntu-archive-keyring.gpg
else
  mirror=${MIRROR:-http://deb.debian.org/debian} keyring=/usr/share/keyrings/debian-archive-keyring.gpg
fi
[ -e $keyring ] || die "$keyring is missing: the package ${distribution%-*}-keyring or ${distribution%-*}-archive-keyring has it"

kept=${TMPDIR:-/var/tmp}/retime-fresh-machine
bare=$kept/$distribution.tar
mkdir -p "$kept"
root=$(mktemp -d "$kept/$distribution.XXXXXX")
commit=$(git -C "$source" rev-parse HEAD)
job=""
trap '[ -z "$job" ] || { kill "$job"; wait "$job"; } 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# In namespaces of its own: their mounts and processes end with it, however this script ends.
apart() { # COMMAND...
  unshare --mount --pid --fork --kill-child "$@" </dev/null &
  job=$!
  local status=0
  wait "$job" || status=$?
  job=""
  return $status
}

# Of this machine's environment only what names the way to PyPI.
mapfile -t passed < <(env | grep -iE '^(PIP_(INDEX_URL|EXTRA_INDEX_URL|CERT|PROXY|TRUSTED_HOST|DEFAULT_TIMEOUT)|(https?|all|no)_proxy)=')
inside() { # USER COMMAND...: in the bare system
  local user=$1 home=/home/$1
  shift
  [ "$user" != root ] || home=/root
  apart sh -ec 'mount -t proc proc "$0/proc"; mount -t sysfs -o ro sys "$0/sys"; mount -t tmpfs shm "$0/dev/shm"
    mkdir -p "$0/dev/pts"; mount -t devpts -o newinstance,ptmxmode=0666 pts "$0/dev/pts"; mount --bind "$0/dev/pts/ptmx" "$0/dev/ptmx"
    user=$1; shift; exec chroot --userspec="$user:$user" "$0" env -i "$@"' "$root" "$user" HOME="$home" USER="$user" \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${passed[@]}" "$@"
}
install() { inside root DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends "$@" >&2; }

make_bare() { # once: what comes after starts from the tarball
  [ ! -e "$bare" ] || return 0
  say "debootstrap of $suite from $mirror"
  chmod 755 "$root" # it becomes /
  apart debootstrap --variant=minbase --components=$components --keyring=$keyring $suite "$root" "$mirror" $script >&2
  printf "deb $mirror %s ${components/,/ }\n" $suite $suite-updates >"$root/etc/apt/sources.list"
  tar -C "$root" --one-file-system -cf "$bare.part" .
  mv "$bare.part" "$bare"
}

unpack() {
  rm -rf --one-file-system "$root"
  mkdir -m 755 "$root"
  tar -C "$root" -xf "$bare"
  local file
  for file in /etc/hosts /etc/resolv.conf /etc/pip.conf /usr/local/share/ca-certificates "${PIP_CERT:-}"; do
    [ ! -e "$file" ] || cp -rL --parents "$file" "$root"
  done
  git clone -q --bare "$source" "$root/repository"
  git -C "$root/repository" update-ref --no-deref HEAD "$commit"
  say "put in beforehand: git, since README begins with a clone; sudo, for the user who is not root"
  inside root apt-get update -q >&2
  install git sudo
  if [[ $compiler = clang ]]; then # one without its OpenMP is of no use
    inside root apt-cache search --names-only '^libomp-[0-9]+-dev$' >"$root/found"
    compiler=clang-$(grep -o '[0-9]*' "$root/found" | sort -n | tail -1)
  fi
  case $compiler in
    clang-*) say "put in beforehand: $compiler, libomp" && install "$compiler" "libomp-${compiler#*-}-dev"
      passed+=(CC="$compiler" CXX="clang++-${compiler#*-}") ;;
    gcc-*) say "put in beforehand: $compiler" && install "g++-${compiler#*-}"
      passed+=(CC="$compiler" CXX="g++-${compiler#*-}") ;;
  esac
}

commands() { # of README's block; what begins with # is said to the reader
  git -C "$source" show "$commit:README.md" | awk '/^## First run/ { on = 1 } on && /^```/ { if (fences++) exit; next } on && fences' |
    sed -e 's/ *#.*//' -e 's|<this repository>|/repository|' | if [ -n "$with_test" ]; then cat; else grep -v ' test$'; fi
}

follow_readme() { # USER; the commands on stdin. Leaves the seconds that each took
  { # one shell for all: the first command changes the folder
    echo cd
    while IFS= read -r command; do
      printf "printf '\\n$ %%s\\n' %q; SECONDS=0\n" "$command"
      printf '%s || { echo %q >/tmp/failed; exit 1; }\necho "$SECONDS" >>/tmp/seconds\n' "$command" "$command"
    done
  } >"$root/session"
  inside "$1" bash /session >&2
}

make_bare
unpack
say "README's commands, by root"
result=works
follow_readme root < <(commands) || result="\`$(cat "$root/tmp/failed" 2>/dev/null || echo bash)\` fails"
mapfile -t seconds < <(cat "$root/tmp/seconds" 2>/dev/null)
version() { inside root bash -c "$1" 2>/dev/null | grep -oE '[0-9]+(\.[0-9]+)+' | head -1 || echo -; }
cxx=$(version '${CXX:-c++} --version | sed "s/(.*)//"') cmake=$(version 'cmake --version')

unpack
say "README's commands, by a user with sudo, the last as far as set-up"
inside root bash -c 'useradd -m -s /bin/bash someone && chown -R someone /repository &&
  echo "someone ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/someone'
follow_readme someone < <(commands | grep -v ' test$' | sed 's|^./run_all.sh$|& setup|') ||
  result+="; a user's \`$(cat "$root/tmp/failed" 2>/dev/null || echo bash)\` fails"

printf '| %s | %s | %s %s | %s | %s | %s | %s | %s | %s | %s | %s |\n' "$(date +%F)" "$distribution" "${compiler%-*}" "$cxx" "$cmake" \
  "${commit:0:7}" "${seconds[0]:--}" "${seconds[1]:--}" "${seconds[2]:--}" "${seconds[3]:--}" "${seconds[4]:--}" "$result"
[ "$result" = works ]
