import { ageOf } from '../../apimachinery/human-duration.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import { isObject } from '../../apimachinery/json.ts'
import { literalPattern } from '../../component-base/literal-pattern.ts'

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const microTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/
const jwt = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/
const buildKeys = new Set([
  'gitCommit',
  'buildDate',
  'goVersion',
  'compiler',
  'platform',
  'gitTreeState',
  'gitVersion',
])
const allocatedIP = /^(10\.0\.0\.\d+|fd00.*)$/
/** The ends of the range that messages print are no ports, though either may be drawn for one. */
const allocatedPort = /(?<![\w.]|\b30000-)3[0-2]\d{3}(?![\w.]*\d|-32767\b)/g
/** What a text has that any rule below could replace: most are let be at this one look. */
const mayBeVolatile = /\d|Invalid value|\u00a0|kube-api-access-/
/** A time that a request named; what a table shows of it grows with the days. */
const namedTime = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g
const age = /^(?:(\d+)y)?(?:(\d+)d)?$/
/** Milliseconds since an answer was written, at the most. */
const onTheWay = 10_000
const day = 86_400_000
const ageOfNamed = '<age of a named time>'
/** Days; a recording that is older has to be made anew. */
const oldestRecording = 3650
/** A list that is written as YAML. */
const yamlList = /^kind: \w+List$/m
type Kind = 'uid' | 'rv' | 'ip' | 'port' | 'gen'

/** What a server keeps of a prefix: the drawn part of five characters may begin as a longer one went on. */
const prefixOf = (generateName: string): string => generateName.slice(0, 58)

/**
 * Replaces values that differ from run to run (uids, revisions, times, allocated addresses, generated names) by symbols in the
 * order of their first appearance, so that two servers agree when the same symbols stand in the same places. Values that a
 * request itself sent stay. The rules are those that the recordings were made with.
 */
export class Symbols {
  private readonly seen: Record<Kind, Map<string | number, string>> = {
    uid: new Map(),
    rv: new Map(),
    ip: new Map(),
    port: new Map(),
    gen: new Map(),
  }
  /** The names that a server made of a prefix. */
  private readonly prefixes = new Map<string, RegExp>()
  private sent = ''
  /** Times that requests named. */
  private readonly times = new Set<string>()
  /** How many symbols there are of a kind. */
  private readonly counts: Record<Kind, number> = { uid: 0, rv: 0, ip: 0, port: 0, gen: 0 }
  /** The Service that addresses and ports were drawn for, by its uid. */
  private readonly holders = new Map<string | number, string>()
  /** The uid of the Service that is looked at. */
  private holder: string | undefined
  /** The body of the request that is answered. */
  private asked = ''
  /** The bodies and paths of all requests that change something. */
  private meant = ''
  /** Whether it changes nothing: it draws for nobody, and what it names is nobody's after it. */
  private isDryRun = false
  /** That body where the request creates an object. */
  private createdFrom: string | undefined
  private newestList = 0

  /** Remembers what a request holds, before templates are filled in: what those bring in is volatile. */
  noteRequest(step: { method?: string; path: string; body?: unknown; raw?: string }): void {
    const body = step.body as { metadata?: { generateName?: unknown } } | undefined
    const generateName = body?.metadata?.generateName
    if (typeof generateName === 'string' && generateName !== '') this.notePrefix(prefixOf(generateName))
    const sent = JSON.stringify(step.body ?? step.raw ?? '')
    this.sent += sent + step.path
    for (const [time] of sent.matchAll(namedTime)) this.times.add(time)
    this.asked = sent
    this.isDryRun = /[?&]dryRun=/.test(step.path)
    if (!this.isDryRun) this.meant += sent + step.path
    this.createdFrom = step.method === 'POST' ? sent : undefined
  }

  private notePrefix(prefix: string): void {
    const escaped = literalPattern(prefix)
    this.prefixes.set(prefix, new RegExp(`${escaped}[bcdfghjklmnpqrstvwxz2456789]{5}(?!\\w)`, 'g'))
  }

  /** Whether the server drew an address: also where it is by chance one that an earlier request named for another object. */
  private isDrawn(ip: string): boolean {
    const named = this.createdFrom ?? (this.isDryRun ? this.meant + this.asked : this.meant)
    return this.seen.ip.has(ip) || !named.includes(`"${ip}"`)
  }

  text(text: string): string {
    let s = text
    for (const [full, symbol] of this.seen.gen) s = s.replaceAll(String(full), symbol)
    for (const [prefix, drawn] of this.prefixes) s = s.replace(drawn, `<generated:${prefix}>`)
    if (!mayBeVolatile.test(s)) return s
    s = s.replace(/(failed to allocate IP: IPAddress\.networking\.k8s\.io ")[0-9a-f.:]+"/g, '$1<ip>"')
    s = s.replace(uuid, (u) => (this.sent.includes(u) && !this.seen.uid.has(u) ? u : this.symbol('uid', u)))
    s = s.replace(
      /(?<![\d.])10\.0\.0\.\d+(?![\d.]*\d)|\bfd00:[0-9a-f:]+/g,
      (ip) => this.seen.ip.get(ip) ?? ip,
    )
    s = s.replace(allocatedPort, (port) => this.seen.port.get(Number(port)) ?? port)
    return this.messages(s)
  }

  /** Volatile parts of known messages. */
  private messages(text: string): string {
    return text
      .replace(/(ResourceVersion in object meta: )\d+/g, '$1<rv>')
      .replace(/(ResourceVersion in record \()\d+\)/g, '$1<rv>)')
      .replace(
        /(ResourceVersion in the precondition \()(\d+)\)/g,
        (_m, head: string, rv: string) => `${head}${this.seen.rv.get(rv) ?? rv})`,
      )
      .replace(/(in scheme ")[^"]*\.go:\d+"/g, '$1<scheme>"')
      .replace(/\(0x[0-9a-f]{6,}\)/g, '(0x<pointer>)')
      .replace(
        /("(?:time|creationTimestamp|deletionTimestamp)":")(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"/g,
        (m, head: string, t: string) => (this.sent.includes(t) ? m : `${head}<time>"`),
      )
      .replace(/too old resource version: (\d+) \(\d+\)/g, 'too old resource version: $1 (<rv>)')
      .replace(/(hash=)[0-9A-F]{32,}/g, '$1<hash>')
      .replace(/(Invalid value: )"\{(?:[^"\\]|\\.)*"/g, '$1"<patched object>"')
      .replace(/\u00a0/g, ' ')
      .replace(/\bkube-api-access-[a-z0-9]{5}\b/g, 'kube-api-access-<random>')
      .replace(
        /Too large resource version: (\d+), current: \d+/g,
        'Too large resource version: $1, current: <rv>',
      )
  }

  /**
   * The symbol of a list's revision, which is the store's: that of the newest object that the scenario has seen. What the server writes
   * meanwhile of its own accord (the Lease of its identity each ten seconds) raises the number and not what the list can tell.
   */
  private listRevision(revision: string): string {
    this.newestList = Math.max(this.newestList, Number(revision))
    const before = [...this.seen.rv].filter(([seen]) => Number(seen) <= Number(revision))
    const newest = before.sort(([a], [b]) => Number(b) - Number(a))[0]
    return newest?.[1] ?? `<rv ${revision}, before all others>`
  }

  /** What is wrong with the revision of an object that was just created: a list of before that is as new. */
  created(revision: string | undefined): string | undefined {
    return revision === undefined || Number(revision) > this.newestList
      ? undefined
      : `a list of revision ${this.newestList} was answered before the object of revision ${revision} was created`
  }

  /** An answer that is not JSON: the same volatile values, found by line. */
  yaml(text: string): string {
    return text
      .replace(
        /^(\s*(?:- )?(?:creationTimestamp|deletionTimestamp|time|lastTransitionTime|lastHeartbeatTime): )"?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"?$/gm,
        (m, head: string, t: string) => (this.sent.includes(t) ? m : `${head}<time>`),
      )
      .replace(
        /^(\s*)resourceVersion: "(\d+)"$/gm,
        (_m, indent: string, v: string) =>
          `${indent}resourceVersion: ${indent === '  ' && yamlList.test(text) ? this.listRevision(v) : this.symbol('rv', v)}`,
      )
      .replace(/^(\s*clusterIP: |\s*- )(10\.0\.0\.\d+)$/gm, (m, head: string, v: string) =>
        this.isDrawn(v) ? head + this.symbol('ip', v) : m,
      )
      .replace(
        /^(\s*(?:- )?(?:nodePort|healthCheckNodePort): )(3[012]\d{3})$/gm,
        (m, head: string, v: string) => (this.sent.includes(v) ? m : head + this.symbol('port', Number(v))),
      )
  }

  value(value: unknown, key?: string): unknown {
    if (Array.isArray(value)) return this.list(value, key)
    if (isObject(value)) return this.object(value, key)
    if (typeof value === 'string') return this.string(value, key)
    const isPort = key === 'nodePort' || key === 'healthCheckNodePort'
    if (
      typeof value === 'number' &&
      isPort &&
      value >= 30000 &&
      value <= 32767 &&
      (this.seen.port.has(value) || !this.sent.includes(String(value)))
    )
      return this.symbol('port', value)
    return value
  }

  private list(list: unknown[], key: string | undefined): unknown[] {
    if (key === 'cells')
      return list.map((cell) => (typeof cell === 'string' ? this.cell(cell) : this.value(cell)))
    const itemKey =
      key === 'clusterIPs' ? 'clusterIP' : key === 'columnDefinitions' ? 'columnDefinition' : undefined
    return list.map((item) => this.value(item, itemKey))
  }

  private cell(cell: string): unknown {
    if (/^\d+(m\d+)?[sm]$/.test(cell)) return '<age>'
    const now = Date.now()
    const isAge = [...this.times].some((time) => [now, now - onTheWay].some((at) => ageOf(time, at) === cell))
    return isAge ? ageOfNamed : this.value(cell)
  }

  /**
   * A recorded answer to compare with those of today: the age of a time that a request named, in days or years, was as long as that only
   * when it was recorded.
   */
  recorded(value: unknown, key?: string): unknown {
    if (Array.isArray(value)) return value.map((item) => this.recorded(item, key === 'cells' ? 'cell' : key))
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, this.recorded(v, k)]))
    return key === 'cell' && typeof value === 'string' ? this.recordedCell(value) : value
  }

  private recordedCell(cell: string): string {
    const [, years, days] = age.exec(cell) ?? []
    if (years === undefined && days === undefined) return cell
    const length = (Number(years ?? 0) * 365 + Number(days ?? 0)) * day
    const wasAge = [...this.times].some((time) => {
      const since = (Date.now() - Date.parse(time) - length) / day
      return since >= 0 && since <= oldestRecording
    })
    return wasAge ? ageOfNamed : cell
  }

  private object(given: JsonObject, key: string | undefined): JsonObject {
    const { generateName, name } = given
    if (
      typeof generateName === 'string' &&
      typeof name === 'string' &&
      name.startsWith(generateName) &&
      !this.sent.includes(`"${name}"`)
    )
      this.seen.gen.set(name, `<generated:${prefixOf(generateName)}>`)
    const object = replaceDescriptions(given, key)
    const isList =
      'items' in object ||
      'rows' in object ||
      (typeof object['kind'] === 'string' && object['kind'].endsWith('List'))
    const out: JsonObject = {}
    const before = this.holder
    this.holder = this.isDryRun ? undefined : (serviceUid(object) ?? before)
    for (const [k, v] of Object.entries(object)) {
      if (k === 'metadata' && isList && isObject(v)) out[k] = this.listMeta(v)
      else if (v !== undefined) out[k.startsWith('k:{') ? this.text(k) : k] = this.value(v, k) as JsonObject
    }
    this.holder = before
    return out
  }

  private listMeta(meta: JsonObject): JsonObject {
    const { resourceVersion, continue: token, ...rest } = meta
    const out = this.value(rest, 'metadata') as JsonObject
    if (resourceVersion) out['resourceVersion'] = '<listrv>'
    else if (resourceVersion !== undefined) out['resourceVersion'] = resourceVersion
    if (token) out['continue'] = '<continue>'
    else if (token !== undefined) out['continue'] = token
    return out
  }

  private string(s: string, key: string | undefined): string {
    if (key === 'resourceVersion' && /^\d+$/.test(s)) return this.symbol('rv', s)
    if (key !== undefined && buildKeys.has(key)) return `<${key}>`
    if (time.test(s)) return this.sent.includes(s) ? s : '<time>'
    if (microTime.test(s)) return this.sent.includes(s) ? s : '<microtime>'
    if (jwt.test(s)) return '<jwt>'
    if (key === 'clusterIP' && allocatedIP.test(s) && this.isDrawn(s)) return this.symbol('ip', s)
    return key === 'serverAddress' ? '<address>' : this.text(s)
  }

  private symbol(kind: Kind, value: string | number): string {
    const known = this.seen[kind]
    const isNew = !known.has(value) || (isAllocated(kind) && this.isDrawnAgain(value))
    const symbol = isNew ? `<${kind}:${++this.counts[kind]}>` : known.get(value)!
    known.set(value, symbol)
    if (this.holder !== undefined && isAllocated(kind)) this.holders.set(value, this.holder)
    return symbol
  }

  /** Whether the server drew for a Service what another one had that is gone, which no request asked for: by chance, as real servers do. */
  private isDrawnAgain(value: string | number): boolean {
    const before = this.holders.get(value)
    if (this.holder === undefined || before === undefined || before === this.holder) return false
    return !this.asked.includes(String(value))
  }
}

/** Whether a server draws these for Services, and again when a Service is gone. */
const isAllocated = (kind: Kind): boolean => kind === 'ip' || kind === 'port'

/** The uid of a Service. */
function serviceUid({ metadata, spec }: JsonObject): string | undefined {
  if (!isObject(spec) || !('clusterIP' in spec || 'ports' in spec) || !isObject(metadata)) return undefined
  return typeof metadata['uid'] === 'string' ? metadata['uid'] : undefined
}

/** Texts of column descriptions and the revisions of bookmarks are not compared. */
function replaceDescriptions(object: JsonObject, key: string | undefined): JsonObject {
  if (key === 'columnDefinition') return { ...object, description: '<description>' }
  const inner = object['object'] as { metadata?: JsonObject } | undefined
  if (object['type'] !== 'BOOKMARK' || !inner?.metadata?.['resourceVersion']) return object
  return { ...object, object: { ...inner, metadata: { ...inner.metadata, resourceVersion: '<bookmarkrv>' } } }
}
