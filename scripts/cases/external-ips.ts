// gates/service-externalips-cases.json: Services with externalIPs and other deprecated fields, written to kube-apiservers of
// several releases, and once more with the plugin DenyServiceExternalIPs over the same data.

import { join } from 'node:path'
import { freePort } from '../../cluster/free-port.ts'
import { parseVersion } from '../../featuregates/version.ts'
import { type ApiAnswer, callApi } from './api-call.ts'
import { adminToken, createWorkspace, type Workspace } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { type CaseKind, compareJson, once, type RecordedCase } from './recorded-case.ts'
import { runComponent } from './run-component.ts'

interface Written {
  request?: Record<string, unknown>
  annotations?: Record<string, string> | null
  status: number
  body?: unknown
  warnings: string[]
  nodeInfo?: Record<string, string>
  nodeInfoKeys?: string[]
  kubeProxyVersion?: string
}
interface Denied {
  method: string
  path: string
  body: Record<string, unknown>
  status: number
  result: unknown
  reason: string | null
  warnings: string[]
}
type Release = Record<string, Written> & { DenyServiceExternalIPs?: Record<string, Denied> }

const file = 'gates/service-externalips-cases.json'
const services = '/api/v1/namespaces/default/services'
const plugin = 'DenyServiceExternalIPs'

const service = (name: string, spec: unknown, annotations?: unknown): unknown => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, ...(annotations ? { annotations } : {}) },
  spec,
})

/** Requests that were recorded by their name only: what the name says, on the first service and one node. */
const operations: Readonly<Record<string, (port: number, recorded: Written) => Promise<ApiAnswer>>> = {
  async 'update-unrelated-eip-present'(port) {
    const { body } = await callApi(port, { method: 'GET', path: `${services}/s1` })
    const metadata = { ...(body['metadata'] as object), labels: { x: 'y' } }
    return callApi(port, { method: 'PUT', path: `${services}/s1`, body: { ...body, metadata } })
  },
  'patch-eip': (port) =>
    callApi(port, {
      method: 'PATCH',
      path: `${services}/s1`,
      body: { spec: { externalIPs: ['203.0.113.9'] } },
    }),
  'patch-status-eip-present': (port) =>
    callApi(port, { method: 'PATCH', path: `${services}/s1/status`, body: { status: { loadBalancer: {} } } }),
  dryrun: (port) =>
    callApi(port, {
      method: 'POST',
      path: `${services}?dryRun=All`,
      body: service('dry', { ports: [{ port: 80 }], externalIPs: ['203.0.113.5'] }),
    }),
  get: (port) => callApi(port, { method: 'GET', path: `${services}/s1` }),
  list: (port) => callApi(port, { method: 'GET', path: services }),
  delete: (port) => callApi(port, { method: 'DELETE', path: `${services}/s1` }),
  'node-create': (port, { nodeInfo }) =>
    callApi(port, {
      method: 'POST',
      path: '/api/v1/nodes',
      body: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' }, status: { nodeInfo } },
    }),
  'node-status-patch': (port, { kubeProxyVersion }) => patchNodeInfo(port, kubeProxyVersion!),
  'node-status-clear': (port, { kubeProxyVersion }) => patchNodeInfo(port, kubeProxyVersion!),
}

const patchNodeInfo = (port: number, kubeProxyVersion: string): Promise<ApiAnswer> =>
  callApi(port, {
    method: 'PATCH',
    path: '/api/v1/nodes/n1/status',
    body: { status: { nodeInfo: { kubeProxyVersion } } },
  })

/** Names count up while recording; a sample of it has others. */
const anyName = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/"(?:[sd]\d+|gen-\w{5})"/g, '"NAME"') : value

function shown(answer: ApiAnswer): unknown {
  if (answer.status >= 400) return anyName(answer.body['message'])
  const spec = answer.body['spec'] as { externalIPs?: string[]; type?: string } | undefined
  return { externalIPs: spec?.externalIPs ?? null, type: spec?.type ?? null }
}

/** A write that was recorded in a way that it can be repeated. */
const isRepeatable = (name: string, recorded: Written): boolean =>
  recorded.request !== undefined || Object.hasOwn(operations, name)

function write(port: number, recorded: Written, name: string, index: number): Promise<ApiAnswer> {
  if (recorded.request !== undefined) {
    const body = service(`s${index}`, recorded.request, recorded.annotations)
    return callApi(port, { method: 'POST', path: services, body })
  }
  return operations[name]!(port, recorded)
}

function judgeWritten(recorded: Written, answer: ApiAnswer): string {
  const nodeInfo = ((answer.body['status'] ?? {}) as { nodeInfo?: Record<string, string> }).nodeInfo ?? {}
  const expected = {
    status: recorded.status,
    warnings: recorded.warnings,
    body: recorded.body === undefined ? null : anyName(recorded.body),
    keys: recorded.nodeInfoKeys ?? null,
    kubeProxyVersion: recorded.kubeProxyVersion ?? null,
  }
  const actual = {
    status: answer.status,
    warnings: answer.warnings,
    body: recorded.body === undefined ? null : shown(answer),
    keys:
      recorded.nodeInfoKeys === undefined
        ? null
        : Object.keys(nodeInfo)
            .filter((k) => k !== 'swap')
            .sort(),
    kubeProxyVersion: recorded.kubeProxyVersion === undefined ? null : nodeInfo['kubeProxyVersion'],
  }
  return compareJson(expected, actual)
}

/** Creations were recorded as `spec.field` keys. */
function deniedBody(recorded: Denied, name: string, index: number): unknown {
  if (recorded.method === 'DELETE') return undefined
  if (recorded.method !== 'POST') return recorded.body
  const externalIPs = recorded.body['spec.externalIPs'] as string[] | null
  const type = recorded.body['spec.type'] as string | null
  const spec = {
    ports: [{ port: 80 }],
    ...(externalIPs === null ? {} : { externalIPs }),
    ...(type === null ? {} : { type }),
    ...(type === 'ExternalName' ? { externalName: 'x.example' } : {}),
  }
  const generated = name.includes('generateName')
  const metadata = generated ? { generateName: 'gen-' } : { name: `d${index}` }
  return { apiVersion: 'v1', kind: 'Service', metadata, spec }
}

async function deny(port: number, recorded: Denied, name: string, index: number): Promise<string> {
  const body = deniedBody(recorded, name, index)
  const answer = await callApi(port, {
    method: recorded.method,
    path: recorded.path,
    ...(body === undefined ? {} : { body }),
  })
  const reason = answer.status >= 400 ? answer.body['reason'] : null
  return compareJson(
    {
      status: recorded.status,
      result: anyName(recorded.result),
      reason: recorded.reason,
      warnings: recorded.warnings,
    },
    { status: answer.status, result: shown(answer), reason, warnings: answer.warnings },
  )
}

/** Starts a server over the data of the workspace and works on it; without a server every case has failed. */
async function withServer(
  release: string,
  workspace: Workspace,
  more: string[],
  ownProcess: boolean,
  work: (port: number) => Promise<void>,
): Promise<string> {
  const port = await freePort()
  const own = [`--data-dir=${join(workspace.dir, 'data')}`, ...more]
  const outcome = await runComponent({
    args: ['kube-apiserver', '--release', release, ...workspace.flags(port, own)],
    cwd: workspace.dir,
    ownProcess,
    timeout: 60_000,
    ready: { port, token: adminToken },
    whenReady: () => work(port),
  })
  return outcome.ready ? '' : outcome.stderr
}

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'status' in value

/** The recorded writes by the ids of their cases: those of a server with and of one without the plugin. */
interface Recorded {
  written: Map<string, [name: string, Written]>
  denied: Map<string, [name: string, Denied]>
}

function recordedIn(version: string, release: Release): Recorded {
  const written = Object.entries(release).filter((entry): entry is [string, Written] => isWritten(entry[1]))
  return {
    written: new Map(written.map(([name, one]) => [`${version} ${name}`, [name, one]])),
    denied: new Map(
      Object.entries(release[plugin] ?? {}).map(([name, one]) => [
        `${version} ${plugin}: ${name}`,
        [name, one],
      ]),
    ),
  }
}

/** What differs by the ids of the cases: each writes on what those before it left. `failure`: what a server said that did not start. */
async function playRelease(
  version: string,
  { written, denied }: Recorded,
  ownProcess: boolean,
): Promise<{ differences: Map<string, string>; failure: string }> {
  const { minor, patch } = parseVersion(version)
  const release = `1.${minor}.${patch}`
  const workspace = createWorkspace()
  const differences = new Map<string, string>()
  const attempt = async (id: string, work: Promise<string>): Promise<void> => {
    differences.set(id, await work.catch((error: Error) => error.message))
  }
  try {
    const first = await withServer(release, workspace, [], ownProcess, async (port) => {
      for (const [index, [id, [name, one]]] of [...written].entries()) {
        if (!isRepeatable(name, one)) continue
        await attempt(
          id,
          write(port, one, name, index + 1).then((answer) => judgeWritten(one, answer)),
        )
      }
    })
    const withPlugin = [`--enable-admission-plugins=${plugin}`]
    const second = await withServer(release, workspace, withPlugin, ownProcess, async (port) => {
      for (const [index, [id, [name, one]]] of [...denied].entries())
        await attempt(id, deny(port, one, name, index + 1))
    })
    return { differences, failure: (first || second).slice(-2000) }
  } finally {
    workspace.remove()
  }
}

function casesOf(version: string, release: Release, ownProcess: boolean): RecordedCase[] {
  const recorded = recordedIn(version, release)
  const played = once(() => playRelease(version, recorded, ownProcess))
  const repeatable = [...recorded.written].filter(([, [name, one]]) => isRepeatable(name, one))
  return [...repeatable.map(([id]) => id), ...recorded.denied.keys()].map((id) => ({
    id,
    async difference() {
      const { differences, failure } = await played()
      return differences.get(id) ?? `was not asked: ${failure}`
    },
  }))
}

/** The recorded writes of Services with external IPs. */
export const externalIPsCases: CaseKind = {
  files: (dir) => present(dir, file),
  cases: (dir) =>
    Object.entries(readJson<Record<string, Release>>(dir, file))
      .filter(([version]) => version.startsWith('v'))
      .flatMap(([version, release], i) => casesOf(version, release, i === 0)),
  startsComponents: true,
}
