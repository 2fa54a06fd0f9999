// Gives the scripts of e2e/golden/shells to real shells, each in a tree of its own with nothing else in it, and writes what they answer.
//   node scripts/record-shells.mjs      as root, on Debian with bash, dash and busybox-static
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '../e2e/golden/shells')
const debianTools = [
  'base-files',
  'bash',
  'coreutils',
  'dash',
  'debianutils',
  'diffutils',
  'findutils',
  'grep',
  'gzip',
  'hostname',
  'libc-bin',
  'mawk',
  'sed',
  'tar',
  'util-linux',
]

/** What is in the tree of a shell, beside `/bin`. */
function furnish(root) {
  for (const path of ['data', 'dev', 'etc', 'proc', 'root', 'tmp', 'usr'])
    mkdirSync(join(root, path), { recursive: true })
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\n')
  writeFileSync(join(root, 'etc/hostname'), 'web-0\n')
  writeFileSync(join(root, 'etc/hosts'), '127.0.0.1\tlocalhost\n10.88.0.5\tweb-0\n')
}

function busyboxRoot(root) {
  mkdirSync(join(root, 'bin'), { recursive: true })
  furnish(root)
  cpSync('/usr/bin/busybox', join(root, 'bin/busybox'))
  execFileSync('chroot', [root, '/bin/busybox', '--install', '-s', '/bin'])
  // Debian's has more than the image.
  for (const name of ['rpm', 'dpkg', 'bash']) rmSync(join(root, 'bin', name), { force: true })
}

/** The programs of Debian's base packages, with their libraries. */
function debianRoot(root) {
  for (const path of ['usr/bin', 'usr/lib', 'usr/lib64', 'usr/sbin'])
    mkdirSync(join(root, path), { recursive: true })
  furnish(root)
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) symlinkSync(`usr/${name}`, join(root, name))
  const files = execFileSync('dpkg', ['-L', ...debianTools])
    .toString()
    .split('\n')
  const programs = files.filter((path) => /^\/(?:usr\/)?s?bin\/[^/]+$/.test(path))
  for (const path of programs) {
    const own = join(root, 'usr', basename(dirname(path)), basename(path))
    cpSync(realpathSync(path), own, { force: true })
    const { stdout } = spawnSync('ldd', [path])
    for (const [, library] of stdout.toString().matchAll(/(\/lib\S+)/g))
      cpSync(
        realpathSync(library),
        join(root, 'usr', /^\/lib64/.test(library) ? 'lib64' : 'lib', basename(library)),
        { force: true },
      )
  }
  rmSync(join(root, 'usr/bin/sh'), { force: true })
  symlinkSync('dash', join(root, 'usr/bin/sh'))
  rmSync(join(root, 'usr/bin/awk'), { force: true })
  symlinkSync('mawk', join(root, 'usr/bin/awk'))
}

const shells = {
  ash: { make: busyboxRoot, name: 'sh' },
  dash: { make: debianRoot, name: 'sh' },
  bash: { make: debianRoot, name: 'bash' },
}

/** Copies the tree anew, so that no script sees what another one left. */
function ask(tree, scratch, name, script) {
  rmSync(scratch, { recursive: true, force: true })
  execFileSync('cp', ['-al', tree, scratch])
  for (const path of ['data', 'etc', 'root', 'tmp']) {
    rmSync(join(scratch, path), { recursive: true })
    execFileSync('cp', ['-a', join(tree, path), join(scratch, path)])
  }
  const inside = `mount -t proc proc ${scratch}/proc && mount --bind /dev ${scratch}/dev && hostname web-0 && exec env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root HOSTNAME=web-0 FOO=bar chroot ${scratch} ${name} -c "$0" 2>&1`
  const args = ['-mpuinf', '--kill-child', '--mount-proc=/proc', 'sh', '-c', inside, script]
  const { stdout, status, signal } = spawnSync('unshare', args, {
    input: '',
    timeout: 20_000,
    maxBuffer: 1 << 20,
  })
  if (status === null) throw new Error(`${name} was ended by ${signal}: ${script}`)
  return [stdout.toString(), status]
}

const work = mkdtempSync(join(tmpdir(), 'record-shells-'))
try {
  for (const [shell, { make }] of Object.entries(shells)) make(join(work, shell))
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.txt'))) {
    const scripts = readFileSync(join(folder, file), 'utf8')
      .split(/^====\n/m)
      .map((one) => one.replace(/\n$/, ''))
      .filter((one) => one !== '')
    const answers = scripts.map((script) => ({
      script,
      ...Object.fromEntries(
        Object.entries(shells).map(([shell, { name }]) => [
          shell,
          ask(join(work, shell), join(work, 'scratch'), name, script),
        ]),
      ),
    }))
    writeFileSync(
      join(folder, file.replace('.txt', '.json')),
      `[\n${answers.map((one) => ` ${JSON.stringify(one)}`).join(',\n')}\n]\n`,
    )
    console.log(`${file}: ${answers.length} scripts`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
