// Which programs an image has: those of its system, and its own.
import { imageOf, type System, systemOf } from './images.ts'

const words = (text: string): string[] => text.trim().split(/\s+/)

/** Programs of BusyBox that are simulated. */
const busybox = words(`
  ash awk base64 basename cat chmod clear cp cut date dd df diff dirname du echo egrep env expand expr false fgrep find fold getent grep gunzip
  gzip head hexdump hostname id kill killall ls ln md5sum mkdir mktemp mount mv nc nl nproc nslookup od paste pkill printenv printf ps pwd readlink rev rm rmdir sed seq sh
  sha1sum sha256sum sleep sort split stat strings stty sync sysctl tac tail tar tee test [ time timeout touch tr tree true uname unexpand uniq wc wget
  which whoami xargs zcat ping ping6 traceroute arping`)

const coreutils = words(`
  awk base64 basename bash cat chmod clear cp cut date dd df diff dirname du echo egrep env expand expr false fgrep find fold getent grep gunzip gzip
  head hostname id join ls ln md5sum mkdir mktemp mount mv nl nproc od paste printenv printf pwd readlink rev rm rmdir sed seq sh dash sha1sum
  sha256sum sleep sort split stat stty sync tac tail tar tee test [ timeout touch tr true uname unexpand uniq wc which whoami xargs zcat`)

const bySystem: Readonly<Record<System, ReadonlySet<string>>> = {
  busybox: new Set(busybox),
  alpine: new Set(busybox),
  debian: new Set(coreutils),
  fedora: new Set([...coreutils, 'curl', 'kill']),
  scratch: new Set(),
}

/** What the full list of a system's programs holds beside those that are simulated: they exist, and are not simulated. */
const otherTools = new Set(
  words(`vi ip ifconfig netstat route top kill killall pgrep pkill dd losetup mkfs mknod chown chroot crond ftpget httpd
  init insmod less more logger lsof lsmod nsenter patch pidof reboot renice reset rx sendmail setsid su syslogd telnet tftp tty udhcpc umount unshare
  unzip usleep uudecode vlock watch yes zcip cmp comm dos2unix dmesg ed factor flock fsck install ionice iostat ipcs join last link login man
  free realpath hexdump xxd uptime truncate fallocate w last mesg nsenter setpriv taskset time chrt script apk apt apt-get dpkg perl python3 ss useradd adduser passwd rpm yum dnf shred shuf stdbuf numfmt truncate nohup nice who users`),
)

/** Debian's images come without them; shells have a `kill` of their own. */
const ofProcps = new Set(words('kill killall pgrep pkill top'))

/** Whether an image has a program and it is simulated (`runs`), has it or may have it (`exists`), or surely has it not (`absent`). */
export function programIn(image: string | undefined, name: string): 'runs' | 'exists' | 'absent' {
  const program = name.split('/').at(-1)!
  const system = systemOf(image)
  if (imageOf(image)?.has?.includes(program)) return 'runs'
  // An image of an unknown system may have any program, or not even a shell.
  if (system === undefined || imageOf(image)?.hasBeside?.includes(program)) return 'exists'
  if (bySystem[system].has(program)) return 'runs'
  if (system === 'scratch') return 'absent'
  if (system === 'debian' && ofProcps.has(program)) return 'absent'
  return otherTools.has(program) ? 'exists' : 'absent'
}

/** The programs of an image that are simulated. */
export const programsOf = (image: string | undefined): string[] => [
  ...bySystem[systemOf(image) ?? 'scratch'],
  ...(imageOf(image)?.has ?? []),
]
