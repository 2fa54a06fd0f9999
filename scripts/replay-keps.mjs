// Replays the published KEPs and holds the outcome against what the real releases do.
// usage: node scripts/replay-keps.mjs FOLDER-OF-KEPS
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: node scripts/replay-keps.mjs FOLDER-OF-KEPS')
  process.exit(2)
}
const kep4004 = '4004-deprecate-kube-proxy-version/README.md'
/** Document, arguments, exit code, texts that the report must hold. */
const replays = [
  [kep4004, ['--branch', 'master=1.31.0'], 0, ['4 passed']],
  // The gate went off again with 1.31.1, and step 2's command does not set it.
  [
    kep4004,
    ['--branch', 'master=1.32.0'],
    1,
    ['README.md:282', 'kubeProxyVersion', 'its default is false in 1.32.0'],
  ],
  [kep4004, ['--branch', 'master=1.33.0'], 0, ['4 passed']],
  // By itself it runs on what it was written for.
  [kep4004, [], 0, ['master is taken as 1.31.0', '4 passed']],
  // 1.36 locks the gate, so that step 4's components refuse to start.
  [
    kep4004,
    ['--branch', 'master=1.36'],
    1,
    ['cannot set feature gate DisableNodeKubeProxyVersion to false, feature is locked to true'],
  ],
  [kep4004, ['--section', 'enablement', '--branch', 'master=1.31.0'], 0, ['3 passed']],
  [kep4004, ['--section', 'enablement', '--branch', 'master=1.34.0'], 1, ['unknown flag: --cloud-config']],
  [kep4004, ['--branch', 'master=1.99.0'], 2, ['1.99']],
]
let failed = 0
for (const [document, args, code, texts] of replays) {
  const { status, stdout, stderr } = spawnSync('bin/kepsim', ['replay', join(folder, document), ...args], {
    encoding: 'utf8',
  })
  const missing = texts.filter((t) => !`${stdout}${stderr}`.includes(t))
  const ok = status === code && missing.length === 0
  if (!ok) failed++
  console.log(
    `${ok ? 'ok  ' : 'FAIL'} kepsim replay ${document} ${args.join(' ')}: exit ${status}${status === code ? '' : `, not ${code}`}${missing.map((t) => `; lacks "${t}"`).join('')}`,
  )
  if (!ok) console.log(`${stdout}${stderr}`)
}
console.log(`${replays.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
