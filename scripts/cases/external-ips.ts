// gates/service-externalips-cases.json: Services with externalIPs and other deprecated fields, written to kube-apiservers of
// several releases, and once more with the plugin DenyServiceExternalIPs over the same data.
import { join } from 'node:path'
import { parseVersion } from '../../featuregates/version.ts'
import { type ApiAnswer, callApi } from './api-call.ts'
import { adminToken, createWorkspace, type Workspace } from './apiserver-flags.ts'
import { present, readJson } from './case-files.ts'
import { type CaseKind, type CaseResult, compareJson } from './case-result.ts'
import { freePort, runComponent } from './component-process.ts'

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

async function write(
  port: number,
  recorded: Written,
  name: string,
  index: number,
): Promise<ApiAnswer | undefined> {
  if (recorded.request !== undefined) {
    const body = service(`s${index}`, recorded.request, recorded.annotations)
    return callApi(port, { method: 'POST', path: services, body })
  }
  return Object.hasOwn(operations, name) ? operations[name]!(port, recorded) : undefined
}

function judgeWritten(id: string, recorded: Written, answer: ApiAnswer): CaseResult {
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
  return compareJson(id, expected, actual)
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

async function deny(
  port: number,
  recorded: Denied,
  name: string,
  index: number,
  id: string,
): Promise<CaseResult> {
  const body = deniedBody(recorded, name, index)
  const answer = await callApi(port, {
    method: recorded.method,
    path: recorded.path,
    ...(body === undefined ? {} : { body }),
  })
  const reason = answer.status >= 400 ? answer.body['reason'] : null
  return compareJson(
    id,
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
  work: (port: number) => Promise<void>,
): Promise<string> {
  const port = await freePort()
  const own = [`--data-dir=${join(workspace.dir, 'data')}`, ...more]
  const outcome = await runComponent({
    args: ['kube-apiserver', '--release', release, ...workspace.flags(port, own)],
    cwd: workspace.dir,
    timeout: 15_000,
    ready: { port, token: adminToken },
    whenReady: () => work(port),
  })
  return outcome.ready ? '' : outcome.stderr
}

const isWritten = (value: unknown): value is Written =>
  typeof value === 'object' && value !== null && 'status' in value

async function runRelease(version: string, recorded: Release): Promise<CaseResult[]> {
  const { minor, patch } = parseVersion(version)
  const release = `1.${minor}.${patch}`
  const workspace = createWorkspace()
  const results: CaseResult[] = []
  const attempt = async (id: string, work: () => Promise<CaseResult | undefined>): Promise<void> => {
    const result = await work().catch((error: Error) => ({ id, ok: false, diff: error.message }))
    if (result !== undefined) results.push(result)
  }
  const written = Object.entries(recorded).filter((entry): entry is [string, Written] => isWritten(entry[1]))
  const denied = Object.entries(recorded[plugin] ?? {})
  try {
    const failure = await withServer(release, workspace, [], async (port) => {
      for (const [index, [name, one]] of written.entries()) {
        const id = `${version} ${name}`
        await attempt(id, async () => {
          const answer = await write(port, one, name, index + 1)
          return answer === undefined ? undefined : judgeWritten(id, one, answer)
        })
      }
    })
    const second = await withServer(
      release,
      workspace,
      [`--enable-admission-plugins=${plugin}`],
      async (port) => {
        for (const [index, [name, one]] of denied.entries()) {
          const id = `${version} ${plugin}: ${name}`
          await attempt(id, () => deny(port, one, name, index + 1, id))
        }
      },
    )
    const diff = (failure || second).slice(-2000)
    if (diff !== '') results.push({ id: `${version} start`, ok: false, diff })
    return results
  } finally {
    workspace.remove()
  }
}

async function* run(dir: string): AsyncIterable<CaseResult> {
  for (const [version, recorded] of Object.entries(readJson<Record<string, Release>>(dir, file))) {
    if (version.startsWith('v')) yield* await runRelease(version, recorded)
  }
}

/** The recorded writes of Services with external IPs. */
export const externalIPsCases: CaseKind = { files: (dir) => present(dir, file), run }
