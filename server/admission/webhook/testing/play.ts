// Plays cases of webhooks against a kube-apiserver, simulated or real, and tells what came of them in a form that can be compared.
import { networkInterfaces } from 'node:os'
import { ask } from '../../../testing/played-request.ts'
import type { Behaviour, HookServers } from './hook-server.ts'

/** A request of a case. */
export interface CaseStep {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly type?: string
  /** The step only prepares the case: its answer is not recorded. */
  readonly quiet?: boolean
  /** The webhooks' behaviours from now on, by name. */
  readonly behaviours?: Readonly<Record<string, Behaviour>>
  /** Repeats the request until the answer has this status. */
  readonly until?: number
  /** A pattern: only the lines of a text that match are kept, sorted. */
  readonly grep?: string
  /** Lines after which a watch is left. */
  readonly lines?: number
  /** Only the groups, items or paths of this name are kept of a list. */
  readonly pick?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Repeats the request until the answer has this text. */
  readonly untilText?: string
  /** Milliseconds that a server may need to take notice, where it follows late. */
  readonly settle?: number
}

/** One webhook of a case; its URL is `at` (the behaviour's name) of the server `on`, unless it has a `clientConfig`. */
export interface CaseHook {
  readonly at?: string
  readonly on?: string
  readonly [field: string]: unknown
}

/** Webhook configurations, what their webhooks do, and the requests that meet them. */
export interface HookCase {
  readonly name: string
  readonly behaviours: Readonly<Record<string, Behaviour>>
  readonly mutating?: Readonly<Record<string, readonly CaseHook[]>>
  readonly validating?: Readonly<Record<string, readonly CaseHook[]>>
  readonly steps: readonly CaseStep[]
  /** Reviews are told by their paths and names, objects without what the server keeps: the case is about something else. */
  readonly brief?: boolean
  /** Webhooks are asked at the same time: reviews are told by their paths. */
  readonly unordered?: boolean
  /** The first minor release that the case is played on. */
  readonly since?: number
}

/** The answer to a step, with the reviews that webhooks received meanwhile. */
export interface StepResult {
  readonly status: number
  readonly body: unknown
  readonly warnings?: readonly string[]
  readonly reviews?: readonly unknown[]
}

/** A server to play against. */
export interface Player {
  readonly url: string
  readonly token: string
  readonly hooks: HookServers
  /** Milliseconds until configurations are obeyed, where a server follows them late. */
  readonly settle: number
}

const namespacePath = '/api/v1/namespaces'
const configMapsPath = `${namespacePath}/webhooks/configmaps`
/** What other cases may have left besides config maps in their namespace. */
const leftovers = [
  '/api/v1/namespaces/default/configmaps/x',
  '/apis/scheduling.k8s.io/v1/priorityclasses/ruled-ns',
  '/apis/autoscaling/v2/namespaces/webhooks/horizontalpodautoscalers/h',
]
/** The steps of the case that was played last beside the same webhooks, as a text. */
const playedBefore = new WeakMap<HookServers, string>()
/** The path of the API of policies and webhooks. */
export const registration = '/apis/admissionregistration.k8s.io/v1'
const mergePatch = 'application/merge-patch+json'
/** Nobody collects what a case deletes in the foreground. */
const withoutFinalizers = { metadata: { finalizers: null } }

/** The results of the steps of a case that are told. */
export async function playCase(player: Player, one: HookCase): Promise<StepResult[]> {
  const { hooks } = player
  hooks.behaviours = one.behaviours
  await prepare(player)
  playedBefore.set(hooks, JSON.stringify(one.steps))
  const made = await configure(player, one)
  const results: StepResult[] = []
  for (const step of one.steps) {
    hooks.behaviours = { ...hooks.behaviours, ...step.behaviours }
    hooks.received.length = 0
    const answer = await asked(player, filled(player, step))
    if (step.quiet === true) continue
    const reviews = hooks.received
      // How often a server converts what it keeps in mind, or looks at an extension server, is its own affair.
      .filter(({ review }) => review?.kind !== 'ConversionReview')
      .filter(({ review, path }) => review !== undefined || !/^\/(?:apis|openapi)\b/.test(path))
      .filter(({ review }) => review?.request?.userInfo?.username !== 'system:apiserver')
      .map(({ review, ...rest }) => ({ ...rest, ...review, response: undefined }))
    if (one.unordered === true) reviews.sort((a, b) => (a.path < b.path ? -1 : 1))
    results.push(
      settled(
        player,
        {
          status: answer.status,
          body: shownOf(step, answer.body),
          ...(answer.warnings.length === 0 ? {} : { warnings: answer.warnings }),
          ...(reviews.length === 0
            ? {}
            : { reviews: one.brief === true ? reviews.map(nameOfReview) : reviews }),
        },
        one.brief === true,
      ) as StepResult,
    )
  }
  for (const path of made) await send(player, { method: 'DELETE', path })
  return results
}

/** Makes the namespace of the cases, and removes what the one before may have left: nothing else does. */
async function prepare(player: Player): Promise<void> {
  const before = playedBefore.get(player.hooks)
  const mayHaveLeft = (path: string): boolean => before === undefined || before.includes(path)
  if (mayHaveLeft('namespaces"') || mayHaveLeft('namespaces/webhooks"')) {
    const ns = {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'webhooks', labels: { hooked: 'yes' } },
    }
    await send(player, { method: 'POST', path: namespacePath, body: ns })
  }
  const { body } = await send(player, { method: 'GET', path: configMapsPath })
  const { items } = body as { items: { metadata: { name: string; finalizers?: string[] } }[] }
  for (const { metadata } of items) {
    const path = `${configMapsPath}/${metadata.name}`
    if (metadata.finalizers !== undefined)
      await send(player, { method: 'PATCH', path, body: withoutFinalizers, type: mergePatch })
  }
  if (items.length > 0) await send(player, { method: 'DELETE', path: configMapsPath })
  for (const path of leftovers) {
    const collection = path.replace(/^.*\/(\w+)\/[\w-]+$/, '$1')
    if (mayHaveLeft(collection)) await send(player, { method: 'DELETE', path })
  }
}

/** The part of an answer that a step is about. */
function shownOf({ grep, pick }: CaseStep, body: unknown): unknown {
  if (grep !== undefined) return matching(body, grep)
  return pick === undefined ? body : picked(body, pick)
}

function picked(body: unknown, name: string): unknown {
  const { groups, items, paths } = body as Record<'groups' | 'items' | 'paths', unknown>
  const all: readonly unknown[] = Array.isArray(paths)
    ? paths
    : (((groups ?? items) as unknown[] | undefined) ?? Object.entries(paths ?? {}))
  return all.filter((one) => JSON.stringify(one).includes(name))
}

const matching = (text: unknown, pattern: string): string[] =>
  String(text)
    .split('\n')
    .filter((line) => new RegExp(pattern).test(line))
    .sort()

/** Sends a step as often as it wants; rejects after ten seconds. */
async function asked(player: Player, step: CaseStep): Promise<Answered> {
  for (let turn = 0; ; turn++) {
    const answer = await send(player, step)
    const isThere = step.untilText === undefined || JSON.stringify(answer.body).includes(step.untilText)
    if (isThere && (step.until === undefined || answer.status === step.until)) {
      if (step.settle !== undefined && player.settle > 0) await pause(step.settle)
      return answer
    }
    if (turn === 200) throw new Error(`${step.method} ${step.path}: ${JSON.stringify(answer.body)}`)
    await pause(100)
  }
}

const pause = (time: number): Promise<void> => new Promise((done) => setTimeout(done, time))

// biome-ignore lint/suspicious/noExplicitAny: reviews of any shape
const nameOfReview = ({ path, request }: any): string =>
  `${path} ${request?.operation} ${request?.resource?.resource} ${request?.name ?? ''}`

async function configure(player: Player, one: HookCase): Promise<string[]> {
  const made: string[] = []
  for (const [kind, configurations] of [
    ['Mutating', one.mutating],
    ['Validating', one.validating],
  ] as const)
    for (const [name, webhooks] of Object.entries(configurations ?? {})) {
      const path = `${registration}/${kind.toLowerCase()}webhookconfigurations`
      const body = {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: `${kind}WebhookConfiguration`,
        metadata: { name },
        webhooks: webhooks.map((hook, i) => webhookOf(player, hook, `h${i}.${name}.example.com`)),
      }
      await send(player, { method: 'DELETE', path: `${path}/${name}` })
      const answer = await send(player, filled(player, { method: 'POST', path, body }))
      if (answer.status !== 201)
        throw new Error(`${one.name}: ${JSON.stringify((answer.body as { message?: string }).message)}`)
      made.push(`${path}/${name}`)
    }
  if (player.settle > 0) await pause(player.settle)
  return made
}

const configMaps = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]

function webhookOf(
  { hooks }: Player,
  { at = 'allow', on = 'good', ...hook }: CaseHook,
  name: string,
): object {
  return {
    name,
    clientConfig: { url: `https://127.0.0.1:${hooks.ports[on]}/${at}`, caBundle: hooks.ca },
    rules: configMaps,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 5,
    namespaceSelector: { matchLabels: { hooked: 'yes' } },
    ...hook,
  }
}

/** `{port:good}`, `{ca}` and `{own}` (an address of this machine) in texts. */
function filled<T extends CaseStep>({ hooks }: Player, step: T): T {
  const text = JSON.stringify(step)
    .replace(/\{port:(\w+)\}/g, (_, name: string) => String(hooks.ports[name]))
    .replace(/"\{number:(\w+)\}"/g, (_, name: string) => String(hooks.ports[name]))
    .replaceAll('{ca}', hooks.ca)
    .replaceAll('{own}', ownAddress)
  return JSON.parse(text)
}

/** An address of this machine that others reach. To ask the system for it takes longer than a request. */
const ownAddress =
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'

interface Answered {
  readonly status: number
  readonly body: unknown
  readonly warnings: readonly string[]
}

async function send(
  { url, token }: Player,
  { method, path, body: sent, type, lines, headers = {} }: CaseStep,
): Promise<Answered> {
  const { status, message, text, body } = await ask(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'user-agent': 'player/1', ...headers },
    body: sent,
    type,
    ...(lines === undefined ? {} : { enough: (come) => linesOf(come).length >= lines }),
  })
  const warnings = message.headersDistinct['warning'] ?? []
  return {
    status,
    body: lines === undefined ? body : linesOf(text).slice(0, lines),
    warnings: warnings.flatMap((one) => one.split(/(?<="), (?=299)/)),
  }
}

/** The whole lines that came, as JSON. */
const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const timeless = (entry: unknown): string =>
  JSON.stringify(entry, (key, inner) => (key === 'time' ? undefined : inner))

const kept = new Set(['managedFields', 'creationTimestamp', 'uid', 'resourceVersion'])
const uids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Without what differs between two runs. */
function settled({ hooks }: Player, value: unknown, brief: boolean): unknown {
  const names = new Map(Object.entries(hooks.ports).map(([name, port]) => [String(port), name]))
  const text = (one: string): string =>
    one
      .replace(uids, '<uid>')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<time>')
      .replace(/(?<= on port )\d+/, (port) => (names.has(port) ? `<${names.get(port)}>` : port))
      .replaceAll(ownAddress, '<own>')
      .replaceAll(hooks.ca, '<ca>')
      .replace(/^g-\w{5}$|(?<="g-)\w{5}(?=")/, 'g-<name>')
      .replace(/(\.\d+|<own>|localhost|svc):(\d+)/g, (all, before: string, port: string) =>
        names.has(port) ? `${before}:<${names.get(port)}>` : Number(port) > 20000 ? `${before}:<port>` : all,
      )
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (key === 'port' && names.has(String(inner))) return `<${names.get(String(inner))}>`
      if (brief && kept.has(key)) return undefined
      if (key === 'resourceVersion') return inner === '' || inner === '0' ? inner : '<version>'
      if (key === 'time' || key === 'creationTimestamp') return inner === null ? null : '<time>'
      if (key === 'token' && typeof inner === 'string') return '<token>'
      // The server sorts entries by their times, of which several may be the same.
      if (key === 'managedFields' && Array.isArray(inner))
        return inner.toSorted((a, b) => (timeless(a) < timeless(b) ? -1 : 1))
      return typeof inner === 'string' ? text(inner) : inner
    }),
  )
}
