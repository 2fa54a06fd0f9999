// The real kubectls of this machine.
import { spawnSync } from 'node:child_process'
import { readdirSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Paths of the one on PATH and of others beside it (`kubectl.1.27`), by name; empty where there is none on PATH. */
export function realKubectls() {
  const found = spawnSync('sh', ['-c', 'command -v kubectl'], { encoding: 'utf8' }).stdout.trim()
  if (found === '') return []
  const folder = dirname(realpathSync(found))
  return readdirSync(folder)
    .filter((name) => /^kubectl(\.1\.\d+)?$/.test(name))
    .sort()
    .map((name) => join(folder, name))
}
