// gates/compat-server-runs.json: what a kube-apiserver serves and stores under emulation, and how bad versions end it.

import { Agent } from 'node:https'
import { freePort } from '../../cluster/free-port.ts'
import { parseVersion } from '../../featuregates/version.ts'
import { sortedFeatures } from './aggregates.ts'
import { adminToken, createWorkspace } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { normalError } from './flags.ts'
import { errorLines, parseLog } from './log-lines.ts'
import { get } from './readiness.ts'
import { type CaseKind, compareJson, firstOfEach, once } from './recorded-case.ts'
import { runComponent } from './run-component.ts'

interface Run {
  id: string
  /** `kube-apiserver v1.36.3` */
  binary: string
  args: string[]
  ready: boolean
  exitCode?: number
  stderrLastLines?: string[]
  version?: Record<string, string>
  version_info_metric?: string[]
  groupVersions?: string[]
  resourcesAddedVsDefault?: string[]
  resourcesMissingVsDefault?: string[]
  storageVersionDiffVsDefault?: Record<string, [string | null, string | null]>
  featureGateLogLines: string[]
  warnings: string[]
}

/** What a running server tells: resource → storage version hash, and more. */
interface Seen {
  version: Record<string, string>
  metric: string[]
  groupVersions: string[]
  hashes: Map<string, string | null>
}

const file = 'gates/compat-server-runs.json'

interface ApiResources {
  resources: { name: string; storageVersionHash?: string }[]
}

async function look(port: number): Promise<Seen> {
  const agent = new Agent({ keepAlive: true })
  const body = async (path: string): Promise<string> => (await get(port, path, adminToken, '*/*', agent)).body
  return seenBy(body).finally(() => agent.destroy())
}

/** @param body of the answer to a GET of a path */
async function seenBy(body: (path: string) => Promise<string>): Promise<Seen> {
  const parse = async <T>(path: string): Promise<T> => JSON.parse(await body(path)) as T
  const groups = await parse<{ groups: { versions: { groupVersion: string }[] }[] }>('/apis')
  const groupVersions = groups.groups.flatMap((g) => g.versions.map((v) => v.groupVersion))
  const hashes = new Map<string, string | null>()
  for (const groupVersion of ['v1', ...groupVersions]) {
    const list = await parse<ApiResources>(groupVersion === 'v1' ? '/api/v1' : `/apis/${groupVersion}`)
    const shown = groupVersion === 'v1' ? '/v1' : groupVersion
    for (const { name, storageVersionHash } of list.resources) {
      if (!name.includes('/')) hashes.set(`${shown}/${name}`, storageVersionHash ?? null)
    }
  }
  const metric = (await body('/metrics')).split('\n').filter((line) => line.startsWith('version_info{'))
  return { version: await parse('/version'), metric, groupVersions: ['/v1', ...groupVersions].sort(), hashes }
}

/** Resources whose storage version is another than in the default run: what the recording says by version, we see by hash. */
const changedStorage = (seen: Seen, normal: Seen): string[] =>
  [...seen.hashes]
    .filter(([name, hash]) => normal.hashes.has(name) && normal.hashes.get(name) !== hash)
    .map(([name]) => name)
    .sort()

async function start(
  run: Run,
  ownProcess: boolean,
): Promise<{ seen: Seen | undefined; exitCode: number | null; stderr: string; ready: boolean }> {
  const workspace = createWorkspace()
  const { minor, patch } = parseVersion(run.binary.split(' ')[1]!)
  const port = await freePort()
  let seen: Seen | undefined
  try {
    const outcome = await runComponent({
      args: ['kube-apiserver', '--release', `1.${minor}.${patch}`, ...workspace.flags(port, run.args)],
      cwd: workspace.dir,
      ownProcess,
      timeout: 60_000,
      ready: { port, token: adminToken },
      whenReady: async () => {
        seen = await look(port).catch(() => undefined)
      },
    })
    return { seen, ...outcome }
  } finally {
    workspace.remove()
  }
}

function judge(run: Run, result: Awaited<ReturnType<typeof start>>, normal: Seen | undefined): string {
  const log = parseLog(result.stderr)
  const gateLines = log.map((l) => l.message).filter((m) => /feature gate\.|already queried/.test(m))
  const recordedWarnings = run.warnings.filter((w) => w.startsWith('W ')).map(sortedFeatures)
  const warnings = recordedWarnings.filter((w) =>
    log.some((l) => `${l.severity} ${sortedFeatures(l.message)}` === w),
  )
  const common = {
    ready: run.ready,
    gateLines: [...run.featureGateLogLines].sort(),
    warnings: recordedWarnings,
  }
  const got = { ready: result.ready, gateLines: gateLines.sort(), warnings }
  if (!run.ready || result.seen === undefined || normal === undefined) {
    const errors = (run.stderrLastLines ?? []).map((line) => normalError(line.replace(/^[EF] /, '')))
    const found = errorLines(log).map(normalError)
    return compareJson(
      { ...common, exitCode: run.exitCode ?? null, errors },
      {
        ...got,
        exitCode: result.exitCode,
        errors: run.ready ? ['not ready', ...found] : found,
      },
    )
  }
  const { seen } = result
  const missing = [...normal.hashes.keys()].filter((name) => !seen.hashes.has(name)).sort()
  const added = [...seen.hashes.keys()].filter((name) => !normal.hashes.has(name)).sort()
  const stored = Object.entries(run.storageVersionDiffVsDefault ?? {}).filter(
    ([, [before, after]]) => before !== null && after !== null,
  )
  const expected = {
    ...common,
    version: run.version,
    metric: run.version_info_metric,
    groupVersions: run.groupVersions === undefined ? [] : [...run.groupVersions].sort(),
    missing: [...(run.resourcesMissingVsDefault ?? [])].sort(),
    added: [...(run.resourcesAddedVsDefault ?? [])].sort(),
    stored: stored.map(([name]) => name).sort(),
  }
  const version = Object.fromEntries(Object.keys(run.version ?? {}).map((key) => [key, seen.version[key]]))
  const actual = {
    ...got,
    version,
    metric: seen.metric,
    groupVersions: run.groupVersions === undefined ? [] : seen.groupVersions,
    missing,
    added,
    stored: changedStorage(seen, normal),
  }
  return compareJson(expected, actual)
}

/** The recorded starts of kube-apiserver under emulation. */
export const serverRunCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases(dir) {
    const { runs } = readJson<{ runs: Run[] }>(dir, file)
    const sample = firstOfEach(runs, ({ ready }) => String(ready))
    const normal = once(() =>
      start(runs.find((r) => r.args.length === 0) ?? { ...runs[0]!, args: [] }, false),
    )
    return runs.map((run) => ({
      id: run.id,
      difference: async () => judge(run, await start(run, sample.has(run)), (await normal()).seen),
    }))
  },
  startsComponents: true,
}
