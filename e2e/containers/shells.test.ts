// Scripts of containers end, and say what they do, as in real shells: ash of BusyBox, dash and bash with GNU's programs. What these did is
// recorded by scripts/record-shells.mjs; where the output or the end is another here stands in known-differences.json.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { podAtWork } from '../../containers/testing/pod-at-work.ts'

type Shell = 'ash' | 'dash' | 'bash'
type Answer = readonly [output: string, exitCode: number]
type Recorded = { readonly script: string } & Readonly<Record<Shell, Answer>>
/** How a script differs: it ends otherwise, says other things, or is said to be one that could not run. */
type Difference = 'end' | 'output' | 'could not run'
type Differences = Readonly<Record<string, Partial<Record<Shell, Difference>>>>

const folder = join(packageRoot, 'e2e/golden/shells')
const containerOf: Readonly<Record<Shell, { image: string; command: string }>> = {
  ash: { image: 'busybox', command: 'sh' },
  dash: { image: 'debian', command: 'sh' },
  bash: { image: 'debian', command: 'bash' },
}
const read = <T>(file: string): T => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T

/** Runs a script as a container's own program. @returns undefined where it could not run, or did not end */
async function ran(script: string, shell: Shell): Promise<Answer | undefined> {
  const { image, command } = containerOf[shell]
  const pod = podAtWork({
    containers: [
      {
        name: 'main',
        image,
        // The kubelet takes $$ for a dollar.
        command: [command, '-c', script.replaceAll('$$', '$$$$$$$$')],
        env: [
          { name: 'FOO', value: 'bar' },
          { name: 'HOME', value: '/root' },
        ],
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
      },
    ],
    spec: { volumes: [{ name: 'data', emptyDir: {} }], enableServiceLinks: false },
  })
  try {
    for (let i = 0; i < 100 && pod.ends.length === 0; i++) await pod.pass(i === 0 ? 1 : 200, 200)
    const code = pod.ends[0]?.exitCode
    return code === undefined ? undefined : [await pod.log(), code]
  } catch {
    return undefined
  } finally {
    pod.node.stop()
  }
}

async function differenceOf(
  script: string,
  shell: Shell,
  [output, code]: Answer,
): Promise<Difference | undefined> {
  const got = await ran(script, shell)
  if (got === undefined) return 'could not run'
  if (got[1] !== code) return 'end'
  return got[0] === output ? undefined : 'output'
}

it.each(readdirSync(folder).filter((name) => name.endsWith('.json') && name !== 'known-differences.json'))(
  '%s: scripts do what they do in real shells, but for what is known',
  async (file) => {
    const found: Record<string, Partial<Record<Shell, Difference>>> = {}
    for (const recorded of read<Recorded[]>(file))
      for (const shell of ['ash', 'dash', 'bash'] as const) {
        const difference = await differenceOf(recorded.script, shell, recorded[shell])
        if (difference !== undefined)
          found[recorded.script] = { ...found[recorded.script], [shell]: difference }
      }
    expect(found).toEqual(read<Record<string, Differences>>('known-differences.json')[file])
  },
)
