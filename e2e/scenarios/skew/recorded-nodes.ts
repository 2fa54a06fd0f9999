// What real kubelets reported as kubeProxyVersion: the nodes as recorded, not what this project makes of them.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorRelease } from '../../../component-base/minor.ts'
import { packageRoot } from '../../../component-base/package-root.ts'

const gate = 'DisableNodeKubeProxyVersion'
const recorded = join(packageRoot, 'e2e', 'golden', 'cases', 'node')
const releases = join(packageRoot, 'releases')

/** The versions in the status of a real Node, and the gate DisableNodeKubeProxyVersion of its kubelet. */
export interface RecordedNode {
  /** The kubelet's minor release, as `1.30`. */
  kubelet: string
  /** Undefined: not set. */
  gate: boolean | undefined
  kubeletVersion: string
  kubeProxyVersion: string
}

const json = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T
const setting = (text: string | undefined): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined

/** One line a run: `fresh-1.36 kv=v1.36.3 gate=- … kubeProxyVersion="kubeProxyVersion": "" kubeletVersion=…`. */
function realRuns(): RecordedNode[] {
  const text = readFileSync(join(recorded, 'kubelet-runs', 'real-exp.log'), 'utf8')
  const line =
    /kv=(\S+) gate=(\S+) .*kubeProxyVersion="kubeProxyVersion": "(.*?)" kubeletVersion="kubeletVersion": "(.*?)"/
  return text.split('\n').flatMap((run) => {
    const match = line.exec(run)
    if (match === null) return []
    const [, version = '', value, kubeProxyVersion = '', kubeletVersion = ''] = match
    return [{ kubelet: minorRelease(version), gate: setting(value), kubeletVersion, kubeProxyVersion }]
  })
}

interface NodeFile {
  status: { nodeInfo: { kubeletVersion: string; kubeProxyVersion: string } }
}

/** Folders `v1.30.14`, `v1.30.14-gate-true`, and `…-toggle` with a node for each line of result.txt. */
function hollowRuns(): RecordedNode[] {
  const folders = readdirSync(join(recorded, 'wire')).filter((name) => name.startsWith('v'))
  return folders.flatMap((folder) => {
    const dir = join(recorded, 'wire', folder)
    const settings = folder.endsWith('-toggle')
      ? readFileSync(join(dir, 'result.txt'), 'utf8').trimEnd().split('\n')
      : [folder.endsWith('-gate-true') ? `${gate}=true` : '']
    return settings.map((text, i) => {
      const { nodeInfo } = json<NodeFile>(join(dir, `node-${i + 1}.json`)).status
      const value = setting(new RegExp(`${gate}=(\\w+) =>|${gate}=(\\w+)$`).exec(text)?.slice(1).join(''))
      return { kubelet: minorRelease(folder), gate: value, ...nodeInfo }
    })
  })
}

/** All recorded Nodes, of real and of hollow kubelets. */
export const recordedNodes = (): RecordedNode[] => [...realRuns(), ...hollowRuns()]

/** The gate's value in /metrics of a real component of the release without flags; undefined where it has no such gate. */
export const recordedDefault = (release: string): boolean | undefined =>
  json<Record<string, { enabled: boolean }>>(join(releases, release, 'gates-enabled-by-default.json'))[gate]
    ?.enabled

/** The version that the release reports: `v1.34.4`. */
export const recordedVersion = (release: string): string =>
  json<{ gitVersion: string }>(join(releases, release, 'version.json')).gitVersion

interface Start {
  name: string
  stderr: string
}
interface Outcomes {
  input: { name: string }
  outcomes: { versions: string[]; outcome: { lines: string[] } }[]
}

/** Starts of a release's real kubelet, whether they have a file of their own or stand with those of other releases. */
function recordedStarts(release: string): Start[] {
  const folder = join(recorded, 'kubelet')
  const own = readdirSync(folder).find((name) => name.startsWith(`config-cases-v${release}.`))
  if (own !== undefined) return json<Start[]>(join(folder, own))
  return json<Outcomes[]>(join(folder, 'config-outcomes.json')).flatMap(({ input, outcomes }) => {
    const found = outcomes.find(({ versions }) => versions.some((one) => one.startsWith(`v${release}.`)))
    return found === undefined ? [] : [{ name: input.name, stderr: found.outcome.lines.join('\n') }]
  })
}

/** The error of a real kubelet of the release about the gate's value; undefined where it started, or was not asked. */
export function recordedRefusal(release: string, value: boolean): string | undefined {
  const found = recordedStarts(release).find(({ name }) => name === `flags:--feature-gates=${gate}=${value}`)
  const error = /(?:cannot set feature gate \w+|unrecognized feature gate: )[^"\n]*/
  return error.exec(found?.stderr ?? '')?.[0]
}
