// A part of an object that a document shows after a sentence: "the status should contain:".

import { isObject, type KubeObject } from '../../apimachinery/json.ts'
import { parseDocument } from '../../component-base/yaml.ts'
import type { Claim, Subject } from './claim.ts'
import { OutOfFuel } from './combinators.ts'
import { targetOf } from './command-target.ts'
import { dataOf } from './printed-objects.ts'
import { subjectIn } from './read-subject.ts'
import type { Sentence } from './sentence.ts'
import { resolveSubject } from './subjects.ts'
import { type ClaimResult, type ClaimWorld, holds, noSuch, unknown } from './world.ts'

/** The lines of a block in the document. */
export interface Block {
  lang: string
  lines: string[]
  /** Of the document, of `lines[0]`. */
  line: number
}

const elision = /^\s*(?:#|\/\/)?\s*-?\s*(?:\.{3}|…)/
/** Words that say that what follows is how an object looks, rather than a file to make. */
const announces =
  /\b(?:contains?|includes?|looks? (?:like|as)|as follows|in the cluster|shows?|should (?:be|have)|have|has|had|see|seen|says?|reports?|similar to|output|produces?|status|conditions?|will be|becomes?|is|are)\b/i
const makes =
  /^\W*(?:then,?\s+|next,?\s+)?(?:create|apply|using|use|with|deploy|add|save|prepare|write|install|edit|update|pass|configure|run|patch)\b/i
/** "Which should be translated into an annotation:": its reader is to make it so. */
const toBeMade =
  /\b(?:should|must|can|may|needs? to|has to|have to) be (?:translated|converted|turned into|added|applied|put|written|changed|created|annotated|labell?ed|inserted|appended)\b/i
/** What is shown is then what is not there, and of which part of it that is said is not clear. */
const denies = /\b(?:not|never|no longer|without|cannot|lacks?|neither|nor|unlike|except)\b|n't\b/i

/** The claim of a block that shows a part of an object; undefined: the sentence does not introduce one, or it is none. */
export function readFragment(introducing: Sentence, block: Block): Claim | undefined {
  if (
    !/^(?:|ya?ml|json)$/i.test(block.lang) ||
    makes.test(introducing.text) ||
    toBeMade.test(introducing.text) ||
    denies.test(introducing.text) ||
    !announces.test(introducing.text)
  )
    return undefined
  const value = parseFragment(block.lines)
  if (value === undefined) return undefined
  const subject = subjectOf(introducing.text, value)
  return {
    kind: 'fragment',
    value,
    ...(subject === undefined ? {} : { subject }),
    text: introducing.text,
    line: block.line,
  }
}

/** A key of an object of the API. */
const fieldName = /^[a-z][A-Za-z\d]*$/

/** The claim of a block that shows a part of an object below a command, without a sentence that says so; undefined: it shows something else. */
export function readShownPart({ lang, lines, line }: Block): Claim | undefined {
  if (!/^(?:|te?xt|plain(?:text)?|ya?ml|json5?)$/i.test(lang)) return undefined
  const value = parseFragment(lines)
  const parts = Array.isArray(value) ? value : [value]
  const keys = parts.flatMap((part) => (isObject(part) ? Object.keys(part) : []))
  if (keys.length === 0 || !keys.every((key) => fieldName.test(key))) return undefined
  // Whole objects are found by what they are called.
  if (keys.includes('kind') || keys.includes('apiVersion')) return undefined
  const first = lines.find((one) => one.trim() !== '') ?? ''
  return { kind: 'fragment', value, unannounced: true, text: `${first.trim()} …`, line }
}

function subjectOf(text: string, value: unknown): Subject | undefined {
  try {
    const kind = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : undefined
    return subjectIn(kind ?? kindByConditions(value) ?? text)
  } catch (error) {
    if (error instanceof OutOfFuel) return undefined
    throw error
  }
}

/** Conditions that objects of one kind alone have. */
const conditionKinds: readonly [RegExp, string][] = [
  [
    /^(?:PodScheduled|PodReadyToStartContainers|ContainersReady|PodResizePending|PodResizeInProgress)$/,
    'Pod',
  ],
  [/^(?:MemoryPressure|DiskPressure|PIDPressure|NetworkUnavailable)$/, 'Node'],
]

/** The kind that only an object with such conditions can be, whatever else the sentence names. */
function kindByConditions(value: unknown): string | undefined {
  const status = isObject(value) && isObject(value['status']) ? value['status'] : value
  const conditions = isObject(status) ? status['conditions'] : status
  if (!Array.isArray(conditions)) return undefined
  const types = conditions.filter(isObject).map((one) => String(one['type']))
  return conditionKinds.find(([shape]) => types.some((type) => shape.test(type)))?.[1]
}

/** The data of a YAML or JSON text whose left-out parts (`...`) are dropped, whatever its indentation. */
export function parseFragment(lines: readonly string[]): unknown {
  const kept = lines.filter((line) => line.trim() !== '' && !elision.test(line))
  const indent = Math.min(...kept.map((line) => line.search(/\S/)))
  if (kept.length === 0) return undefined
  const text = kept
    .map((line) => line.slice(indent))
    .join('\n')
    .replace(/,\s*$/, '')
  // What has no keys is an output.
  if (!text.includes(':')) return undefined
  // Members of a JSON object without its braces: as YAML, their commas would be part of the values.
  for (const attempt of text.startsWith('"') ? [`{${text}}`, text] : [text, `{${text}}`]) {
    const document = parseDocument(attempt, { logLevel: 'silent', uniqueKeys: false })
    if (document.errors.length > 0) continue
    const value = dataOf(document)
    if (isObject(value) || (Array.isArray(value) && value.every(isObject))) return value
  }
  return undefined
}

type FragmentClaim = Extract<Claim, { kind: 'fragment' }>

/** Checks that the objects have the shown part, and names the first field that is missing. */
export async function checkFragment(claim: FragmentClaim, world: ClaimWorld): Promise<ClaimResult> {
  const resolved = await resolveSubject(claim.subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const toMake = manifestName(claim.value)
  if (resolved.objects.length === 0)
    return claim.unannounced || toMake !== undefined
      ? unknown(`there is no ${resolved.kind}`)
      : noSuch(resolved.kind)
  if (toMake !== undefined && resolved.objects.every(({ metadata }) => metadata.name !== toMake))
    return unknown(`there is no ${resolved.kind} ${toMake}, which may be one to be made`)
  const missing = resolved.objects.map((object) => firstMissing(claim.value, object))
  const saw = resolved.objects
    .slice(0, 3)
    .map(({ metadata }, i) => `${resolved.kind} ${metadata.name}: ${missing[i] ?? 'has it'}`)
    .join('; ')
  const fits = missing.filter((one) => one === undefined).length
  if (fits > 0 && fits < missing.length && resolved.ambiguous)
    return unknown(`which ${resolved.kind} is meant? ${saw}`)
  const [other] = resolved.objects.flatMap((object) => otherNodes(claim.value, object))
  // The author's machine may have been called so.
  if (fits === missing.length && other !== undefined) return unknown(`whether a node is called "${other}"`)
  if (fits < missing.length && claim.unannounced && !isOfLooked(claim, resolved.objects, world))
    return unknown(`whether it is a part of what was looked at: ${saw}`)
  return holds(fits === missing.length, saw)
}

/** The name of a whole object as an author writes it, without anything that a server adds: it need not be there. */
function manifestName(value: unknown): string | undefined {
  if (!isObject(value) || !isObject(value['metadata'])) return undefined
  const { apiVersion, kind, metadata, status } = value
  const isWritten = typeof apiVersion === 'string' && typeof kind === 'string' && status === undefined
  const { name, uid, creationTimestamp, resourceVersion } = metadata as Record<string, unknown>
  const isServed = [uid, creationTimestamp, resourceVersion].some((one) => one !== undefined)
  return isWritten && !isServed && typeof name === 'string' ? name : undefined
}

/** Whether a block without a sentence can only be a part of the one object that the command above it looks at: that has all its fields. */
function isOfLooked(
  { value }: FragmentClaim,
  [object, ...others]: readonly KubeObject[],
  { commands, step }: ClaimWorld,
): boolean {
  const last = commands.at(-1)
  const target = last === undefined || last.step !== step ? undefined : targetOf(last)
  if (target === undefined || !/^(?:get|describe)$/.test(target.verb) || target.names.length !== 1)
    return false
  if (others.length > 0 || !isObject(value)) return false
  const keys = Object.keys(value)
  return placesOf(value, object).some(
    (place) => isObject(place) && keys.every((key) => Object.hasOwn(place, key)),
  )
}

/** Checks that the objects have a value in any field beside their metadata. */
export async function checkValue(
  { subject, value }: Extract<Claim, { kind: 'value' }>,
  world: ClaimWorld,
): Promise<ClaimResult> {
  const resolved = await resolveSubject(subject, world)
  if ('why' in resolved) return unknown(resolved.why)
  const { objects, kind, ambiguous } = resolved
  if (ambiguous) return unknown(`which ${kind} is meant?`)
  if (objects.length === 0) return noSuch(kind)
  if (subject.number === 'both' && objects.length !== 2)
    return holds(false, `there are ${objects.length} of ${kind}, not two`)
  const without = objects.filter(({ metadata: _metadata, ...rest }) => !hasLeaf(rest, value))
  return holds(
    without.length === 0,
    without.length === 0
      ? `each ${kind} has ${value}`
      : `${kind} ${without.map((one) => one.metadata.name).join(', ')} has no field with ${value}`,
  )
}

const hasLeaf = (part: unknown, value: string): boolean =>
  typeof part === 'object' && part !== null
    ? Object.values(part).some((inner) => hasLeaf(inner, value))
    : String(part) === value

/** Undefined where the fragment is part of the object: at its root, under a key, or anywhere inside where it has its own keys. */
function firstMissing(fragment: unknown, object: unknown): string | undefined {
  const whole = lacking(fragment, object, '')
  if (whole === undefined) return undefined
  const places = placesOf(fragment, object)
  for (const place of places) if (lacking(fragment, place, '') === undefined) return undefined
  return places.length === 0 ? whole : lacking(fragment, places[0], '')
}

/** Where an object has the first key of the fragment, or a list whose elements have it. */
function placesOf(fragment: unknown, object: unknown): unknown[] {
  const places: unknown[] = []
  const keys = isObject(fragment) ? Object.keys(fragment) : []
  const visit = (one: unknown): void => {
    if (Array.isArray(one)) {
      if (Array.isArray(fragment)) places.push(one)
      one.forEach(visit)
    } else if (isObject(one)) {
      if (keys.length > 0 && keys.some((key) => Object.hasOwn(one, key))) places.push(one)
      for (const [key, inner] of Object.entries(one)) if (key !== 'managedFields') visit(inner)
    }
  }
  visit(object)
  return places
}

/** What differs from cluster to cluster, by the end of its key, and how it is written: `2023-10-03T22:14:22Z`, `10.244.0.5`. */
const volatile: readonly (readonly [key: RegExp, ...written: RegExp[]])[] = [
  [/(?:Time|Timestamp|timestamp|edAt)$/, /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/],
  [/(?:IPs?|ips?)$/, /^\d{1,3}(?:\.\d{1,3}){3}$/, /^[\da-f]*:[\da-f:.]*$/i],
  [/(?:uid|UID)$/, /^[\da-f]{8,}(?:-[\da-f]+)*$/i],
  [/resourceVersion$/, /^\d+$/],
  [/[nN]odePort$/, /^3[0-2]\d{3}$/],
  [/(?:containerID|imageID)$/, /./],
]
/** `<uid>`, `...`, `xxxx`, `$NAME`: anything may stand there. */
const placeholder = /^(?:<.*>|\.{2,}|…|[x*]{2,}.*|\$.*|\{.*\})$/i
/** What upstream makes of a name: `-7d4b9c8f6b-x2x9k`. */
const generated = /(?:-[bcdf-hj-np-tv-xz2456789]{8,10})?-[bcdf-hj-np-tv-xz2456789]{5}$/

/** A message in which generated names are all the same: `ReplicaSet "web-7d9f8b6c4d" has successfully progressed.` */
const withoutGenerated = (message: string): string =>
  message.replace(
    /(?<=[\w]-)(?!\d+\b)[bcdf-hj-np-tv-xz2456789]{5,10}\b(?:-[bcdf-hj-np-tv-xz2456789]{5}\b)?/g,
    '*',
  )

/** Whether another value may be there that is written alike. */
function looksVolatile(key: string, wanted: unknown, found: unknown): boolean {
  if (wanted === null || typeof wanted === 'object') return false
  const [own, other] = [String(wanted), String(found)]
  if (key === 'message') return withoutGenerated(own) === withoutGenerated(other)
  if (key === 'name' && generated.test(own))
    return generated.test(other) && own.replace(generated, '') === other.replace(generated, '')
  const [name, ...written] = volatile.find(([one]) => one.test(key)) ?? []
  if (name === undefined) return isNodeName(key)
  return placeholder.test(own) || written.some((form) => form.test(own) && form.test(other))
}

/** Its value is what somebody's machine is called. */
const isNodeName = (key: string): boolean => /^(?:nodeName|kubernetes\.io\/hostname|address)$/.test(key)

/** Names of nodes that a fragment shows and an object has not. */
function otherNodes(fragment: unknown, object: unknown): string[] {
  const own = new Set(nodeNames(object))
  return nodeNames(fragment).filter((name) => !placeholder.test(name) && !own.has(name))
}

const nodeNames = (part: unknown): string[] =>
  typeof part !== 'object' || part === null
    ? []
    : Object.entries(part).flatMap(([key, inner]) =>
        isNodeName(key) && typeof inner === 'string' && !/^[\d.]+$|:/.test(inner)
          ? [inner]
          : nodeNames(inner),
      )

/** Where the fragment is not part of a value, in a few words. */
function lacking(wanted: unknown, found: unknown, path: string): string | undefined {
  if (isObject(wanted)) {
    if (!isObject(found)) return `${path || 'it'} is not there`
    for (const [key, inner] of Object.entries(wanted)) {
      const here = path === '' ? key : `${path}.${key}`
      if (!Object.hasOwn(found, key)) {
        if (inner === null) continue
        return `${here} is absent`
      }
      if (looksVolatile(key, inner, found[key])) continue
      const less = lacking(inner, found[key], here)
      if (less !== undefined) return less
    }
    return undefined
  }
  if (Array.isArray(wanted)) {
    if (!Array.isArray(found)) return `${path} is no list`
    const key = path.slice(path.lastIndexOf('.') + 1)
    const lost = wanted.find(
      (one) =>
        !found.some((other) => looksVolatile(key, one, other) || lacking(one, other, path) === undefined),
    )
    return lost === undefined ? undefined : `${path} has no ${JSON.stringify(lost).slice(0, 120)}`
  }
  if (wanted === null)
    return found === null || found === undefined || found === ''
      ? undefined
      : `${path} is ${JSON.stringify(found)}`
  return String(wanted) === String(found) ? undefined : `${path} is ${JSON.stringify(found) ?? 'absent'}`
}
