// Upstream: staging/src/k8s.io/apiserver/pkg/server/{flagz,statusz} (before 1.35: component-base/zpages)
import type { JsonObject } from '../../../apimachinery/json.ts'
import { toTime } from '../../../component-base/clock.ts'
import type { Release } from '../../../component-base/release.ts'
import { releaseFacts } from '../../../component-base/release-facts.ts'
import { endpointsDialect } from '../dialect.ts'
import { type EndpointAnswer, type EndpointRequest, textAnswer } from '../discovery/endpoint-answer.ts'
import { cborType, type MediaType, notAcceptable, parseAccept } from '../negotiation.ts'

/** A page for people, which later releases tell to programs too. */
interface Page {
  /** `Statusz`, `Flagz`. */
  readonly kind: string
  readonly minor: number
  /** Whether the page is written as CBOR too. */
  readonly cbor: boolean
  text(): string
  object(): JsonObject
}

const warning =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.\n'

/** @param flags name → value as the flag prints it */
export function flagzAnswer(
  request: EndpointRequest,
  { minor }: Release,
  flags: ReadonlyMap<string, string>,
  cbor: boolean,
): EndpointAnswer {
  const sorted = [...flags].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = sorted.map(([name, value]) => `${name}=${value}\n`).join('')
  const head = structured(minor) ? `\napiserver flagz\n${warning}` : `\nkube-apiserver flags\n${warning}\n`
  return pageAnswer(request, {
    kind: 'Flagz',
    minor,
    cbor,
    text: () => `${head}${lines}`,
    object: () => ({ flags: Object.fromEntries(sorted) }),
  })
}

const structured = (minor: number): boolean => endpointsDialect(minor).structuresPages

/** The versions, times (milliseconds since the epoch) and paths that /statusz shows. */
export interface StatusOptions {
  readonly release: Release
  readonly emulation: number
  readonly startedAt: number
  readonly now: number
  readonly paths: readonly string[]
  /** Whether the page is written as CBOR too. */
  readonly cbor: boolean
}

/** The page /statusz. */
export function statuszAnswer(request: EndpointRequest, options: StatusOptions): EndpointAnswer {
  const { release, emulation, startedAt, now, cbor } = options
  const seconds = Math.floor((now - startedAt) / 1000)
  const versions = {
    goVersion: releaseFacts(release.facts, 'version')['goVersion'] ?? '',
    binaryVersion: release.text.replace(/^v/, ''),
    emulationVersion: `1.${emulation}`,
  }
  const { minor } = release
  const paths = endpointsDialect(minor).listsPathsOfPages ? [...options.paths] : []
  return pageAnswer(request, {
    kind: 'Statusz',
    minor,
    cbor,
    text: () => statusText(minor, { ...versions, startedAt, seconds, paths }),
    object: () => ({ startTime: toTime(startedAt), uptimeSeconds: seconds, ...versions, paths }),
  })
}

interface StatusText {
  readonly startedAt: number
  readonly seconds: number
  readonly goVersion: string
  readonly binaryVersion: string
  readonly emulationVersion: string
  readonly paths: readonly string[]
}

function statusText(minor: number, status: StatusText): string {
  const { seconds, paths } = status
  const two = (n: number): string => String(n).padStart(2, '0')
  const rows = [
    ['Started', unixDate(status.startedAt)],
    [
      'Up',
      `${Math.floor(seconds / 3600)} hr ${two(Math.floor(seconds / 60) % 60)} min ${two(seconds % 60)} sec`,
    ],
    ['Go version', status.goVersion],
    ['Binary version', status.binaryVersion],
    ['Emulation version', status.emulationVersion],
    ...(paths.length === 0 ? [] : [['Paths', paths.join(' ')]]),
  ]
  const name = structured(minor) ? 'apiserver' : 'kube-apiserver'
  return `\n${name} statusz\n${warning}\n${rows.map(([what, value]) => `${what}: ${value}\n`).join('')}`
}

/** The time in Go's time.UnixDate layout: `Mon Nov 23 09:58:08 UTC 2026`. */
function unixDate(ms: number): string {
  const [day, date, month, year, time] = new Date(ms).toUTCString().replace(',', '').split(' ')
  return `${day} ${month} ${String(Number(date)).padStart(2)} ${time} UTC ${year}`
}

const group = 'config.k8s.io'

/** Throws 406 where the page has no form that the client accepts. */
function pageAnswer(request: EndpointRequest, page: Page): EndpointAnswer {
  const accept = request.headers.accept ?? ''
  const plain = (): EndpointAnswer => ({ ...textAnswer(200, page.text()), sniffable: true })
  if (!structured(page.minor)) return takesPlain(accept) ? plain() : unstructuredRefusal()
  if (accept === '') return plain()
  for (const { type, subType, params } of parseAccept(accept)) {
    const version = versionAsked(params, page)
    const mediaType = `${type}/${subType}`
    const bare = !params.has('as') && !params.has('g') && !params.has('v')
    if (bare && ['text/plain', 'text/*', '*/*'].includes(mediaType)) return plain()
    const form = structuredTypes(page).find((one) => one === mediaType)
    if (version !== undefined && form !== undefined) return objectAnswer(page, version, form)
  }
  return refusal(accept, page)
}

const structuredTypes = ({ cbor }: Page): readonly MediaType[] => [
  'application/json',
  'application/yaml',
  ...(cbor ? [cborType] : []),
]

/** 406. Pages are not written as protobuf, and neither is what is said to a client that asks for that. */
function refusal(accept: string, { cbor }: Page): EndpointAnswer {
  const others = ['application/json', 'application/yaml', 'text/plain']
  const error = notAcceptable(cbor ? [...others, cborType] : others)
  if (parseAccept(accept)[0]?.subType !== 'vnd.kubernetes.protobuf') throw error
  return { status: 406, mediaType: 'application/json', object: error.status as unknown as JsonObject }
}

const takesPlain = (accept: string): boolean =>
  parseAccept(accept === '' ? '*/*' : accept).some(
    ({ type, subType, params }) =>
      (type === 'text' || type === '*') &&
      (subType === 'plain' || subType === '*') &&
      (params.size === 0 || (params.size === 1 && params.get('charset')?.toLowerCase() === 'utf-8')),
  )

const unstructuredRefusal = (): EndpointAnswer =>
  textAnswer(406, 'media type not acceptable, must be: text/plain\n')

/** The version of the page's kind that a clause asks for, if the release has it. */
function versionAsked(params: ReadonlyMap<string, string>, { kind, minor }: Page): string | undefined {
  const versions = endpointsDialect(minor).hasBetaPages ? ['v1alpha1', 'v1beta1'] : ['v1alpha1']
  if (params.get('as') !== kind || params.get('g') !== group) return undefined
  return versions.find((version) => version === params.get('v'))
}

const deprecation = ({ kind }: Page): Record<string, string> => ({
  Warning: `299 - "This version of the ${kind.toLowerCase()} endpoint is deprecated. Please use a newer version."`,
})

const objectAnswer = (page: Page, version: string, mediaType: MediaType): EndpointAnswer => ({
  status: 200,
  mediaType,
  contentTypeSuffix: `;g=${group};v=${version};as=${page.kind}`,
  ...(endpointsDialect(page.minor).hasBetaPages && version === 'v1alpha1'
    ? { headers: deprecation(page) }
    : {}),
  object: {
    kind: page.kind,
    apiVersion: `${group}/${version}`,
    metadata: { name: 'apiserver' },
    ...page.object(),
  },
})
