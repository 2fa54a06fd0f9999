// Plays the cases of authorizers against a kube-apiserver, simulated or real, and tells what came of them in a form that can be compared.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookServers } from '../../../admission/webhook/testing/hook-server.ts'
import { ask } from '../../../testing/played-request.ts'
import type { CaseRequest, ServerCase } from './request-cases.ts'

/** The recorded answer to a request. */
export interface RequestResult {
  readonly status: number
  readonly type?: string
  readonly body?: unknown
  /** The reviews that webhooks received meanwhile, with their paths. */
  readonly reviews?: readonly unknown[]
}

/** A server to play against. */
export interface Player {
  readonly url: string
  readonly hooks: HookServers
  /** The minor version of the server's release. */
  readonly minor: number
  /** A real server follows policies late. */
  readonly waits: boolean
}

/** Users with tokens of their own, as a file of --token-auth-file. */
export const tokenFile = (admin: string): string =>
  [
    `${admin},admin,admin,"system:masters"`,
    ...['allow', 'deny'].map((name) => `token-${name},${name},${name}`),
  ].join('\n')

/** Writes the files of a case into a folder; the answer are the flags of its server. */
export function writeCase(one: ServerCase, hooks: HookServers, dir: string): string[] {
  const authorizers = Object.entries(one.hooks).map(([name, hook]) => {
    writeFileSync(join(dir, `${name}.yaml`), kubeconfig(hooks, name, hook.on ?? 'good'))
    const conditions = hook.conditions ?? [`request.user == '${name}'`]
    return {
      type: 'Webhook',
      name,
      webhook: {
        timeout: '5s',
        authorizedTTL: '5m',
        unauthorizedTTL: '30s',
        subjectAccessReviewVersion: 'v1',
        matchConditionSubjectAccessReviewVersion: 'v1',
        failurePolicy: 'NoOpinion',
        connectionInfo: { type: 'KubeConfigFile', kubeConfigFile: join(dir, `${name}.yaml`) },
        matchConditions: conditions.map((expression) => ({ expression })),
        ...hook.fields,
      },
    }
  })
  if (one.flags !== undefined) return one.flags.map((flag) => flag.replace('DIR', dir))
  const configuration = {
    apiVersion: 'apiserver.config.k8s.io/v1beta1',
    kind: 'AuthorizationConfiguration',
    authorizers: [...authorizers, { type: 'RBAC', name: 'rbac' }],
  }
  writeFileSync(join(dir, 'config.yaml'), JSON.stringify(configuration))
  return [`--authorization-config=${join(dir, 'config.yaml')}`]
}

function kubeconfig(hooks: HookServers, name: string, on: string): string {
  const cluster = {
    server: `https://127.0.0.1:${hooks.ports[on]}/${name}`,
    'certificate-authority-data': hooks.ca,
  }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'hook', cluster }],
    users: [{ name: 'hook', user: {} }],
    contexts: [{ name: 'hook', context: { cluster: 'hook', user: 'hook' } }],
    'current-context': 'hook',
  })
}

/** The results of the requests that are told. */
export async function playServer(player: Player, one: ServerCase, admin: string): Promise<RequestResult[]> {
  const { hooks } = player
  hooks.behaviours = Object.fromEntries(
    Object.entries(one.hooks).map(([name, { behaviour }]) => [name, behaviour]),
  )
  const results: RequestResult[] = []
  for (const request of one.requests) {
    if ((request.since ?? 0) > player.minor) continue
    hooks.received.length = 0
    const answer = await send(player, request, admin)
    if (request.settle !== undefined && player.waits)
      await new Promise((done) => setTimeout(done, request.settle))
    if (request.quiet === true) continue
    const reviews = hooks.received.map(({ path, type, review }) => ({ path, type, review }))
    const told = request.brief === true ? { status: answer.status } : { ...answer, body: shown(answer.body) }
    results.push(settled(hooks, { ...told, ...(reviews.length === 0 ? {} : { reviews }) }) as RequestResult)
  }
  return results
}

const userAgent = 'player/1'

async function send({ url }: Player, request: CaseRequest, admin: string): Promise<RequestResult> {
  const { user, own = false, headers = {}, method = 'GET', path, body: sent } = request
  const { status, message, body } = await ask(url + path, {
    method,
    headers: {
      authorization: `Bearer ${own ? `token-${user}` : admin}`,
      'user-agent': userAgent,
      ...(own || user === 'admin' ? {} : { 'impersonate-user': user }),
      ...(headers as Record<string, string | string[]>),
    },
    body: sent,
  })
  return { status, type: message.headers['content-type'] ?? '', body }
}

const rules = new Set(['resourceRules', 'nonResourceRules'])

/** The results with rules by their text: a server tells them in any order. */
export const rulesInOrder = (results: readonly RequestResult[]): RequestResult[] =>
  JSON.parse(
    JSON.stringify(results, (key, value) =>
      rules.has(key)
        ? value.toSorted((a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
        : value,
    ),
  )

/** The body without metadata, which the cases are not about. */
const shown = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? { ...body, metadata: undefined } : body

/** Which of these a real server says depends on what it notices first. */
const late =
  /(net\/http: request canceled|context deadline exceeded) \(Client\.Timeout exceeded while awaiting headers\)|(?<=timeout=300ms": )context deadline exceeded/

/** Without what differs between two runs. */
function settled({ ports }: HookServers, value: unknown): unknown {
  const names = new Map(Object.entries(ports).map(([name, port]) => [String(port), name]))
  const text = (one: string): string =>
    one
      .replace(/127\.0\.0\.1:(\d+)/g, (_, port: string) => `127.0.0.1:<${names.get(port) ?? 'port'}>`)
      .replace(late, '<late>')
  return JSON.parse(JSON.stringify(value, (_key, inner) => (typeof inner === 'string' ? text(inner) : inner)))
}
