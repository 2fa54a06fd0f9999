// Objects that prose describes and no block shows: "Create a Pod `web` with two containers".
import type { ActInstruction } from './instruction.ts'

export interface ToldObject {
  apiVersion: string
  kind: string
  metadata: { name: string; labels?: Record<string, string> }
  spec: Record<string, unknown>
}

interface Told {
  gates: number
  containers: number
  images: 'same' | 'different'
  image: string | undefined
  replicas: number | undefined
  labels: Record<string, string>
  /** Of the pod's spec: field → value. */
  fields: Record<string, unknown>
}

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
}
const numeral = '(\\d{1,2}|an?|one|single|two|three|four|five)'
const numberOf = (word: string | undefined): number =>
  word === undefined ? 1 : (numbers[word.toLowerCase()] ?? Number(word))

const phrase = new RegExp(
  `^(?:[a-z-]+\\s+)(?:the\\s+)?(?:same\\s+)?(?:${numeral}\\s+)?(?:(?:new|simple|plain|regular|normal|test|basic)\\s+){0,2}(pod|deployment)s?(?:\\s+(?:named|called))?(?:\\s+\`([a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?)\`)?(?:,?\\s+(?:each\\s+)?(?:with|that has|which has|having|using)\\s+(.{1,200}?))?(?:\\s+(?:to|in|on|into)\\s+(?:the|this|that)\\s+(?:[\\w.-]+\\s+){0,2}(?:cluster|node))?\\s*[.:]?$`,
  'i',
)

/** One property: what it says of the object; undefined where it is not known. */
const properties: readonly [RegExp, (told: Told, match: RegExpExecArray) => void][] = [
  [new RegExp(`^${numeral}\\s+scheduling gates?$`, 'i'), (told, [, count]) => (told.gates = numberOf(count))],
  [new RegExp(`^${numeral}\\s+containers?$`, 'i'), (told, [, count]) => (told.containers = numberOf(count))],
  [/^(?:a |an )?different (?:container )?images?$/i, (told) => (told.images = 'different')],
  [new RegExp(`^${numeral}\\s+replicas?$`, 'i'), (told, [, count]) => (told.replicas = numberOf(count))],
  [/^(?:the |a )?(?:container )?image `([\w./:@-]{1,120})`$/i, (told, [, image]) => (told.image = image)],
  [
    /^(?:the |a )?label `([\w./-]{1,120})[=:]\s?"?([\w.-]{0,63})"?`$/i,
    (told, [, key, value]) => (told.labels[key!] = value!),
  ],
  [
    /^`\.?(?:spec\.)?([a-z]\w{1,60})(?::|=)\s?"?([\w.-]{1,120})"?`$/,
    (told, [, field, value]) => (told.fields[field!] = scalar(value!)),
  ],
]

const scalar = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d{1,9}$/.test(text) ? Number(text) : text

/** The objects that a sentence describes in full; undefined where it says anything of them that is not understood. */
export function toldObjects({ part, names }: ActInstruction): ToldObject[] | undefined {
  const match = phrase.exec(part)
  if (match === null) return undefined
  const [, count, kind, name = names[0], said] = match
  const told = readProperties(said)
  if (told === undefined || names.length > 1) return undefined
  const isPod = kind!.toLowerCase() === 'pod'
  if (isPod && told.replicas !== undefined) return undefined
  const total = numberOf(count)
  return Array.from({ length: total }, (_, at) => {
    const own = name ?? `test-${kind!.toLowerCase()}`
    return objectOf(isPod, total === 1 ? own : `${own}-${at + 1}`, told, at)
  })
}

function readProperties(said: string | undefined): Told | undefined {
  const told: Told = {
    gates: 0,
    containers: 1,
    images: 'same',
    image: undefined,
    replicas: undefined,
    labels: {},
    fields: {},
  }
  for (const part of said?.split(/,\s+(?:and\s+)?|\s+and\s+/) ?? []) {
    const known = properties.find(([shape]) => shape.test(part))
    if (known === undefined) return undefined
    known[1](told, known[0].exec(part)!)
  }
  return told
}

function objectOf(isPod: boolean, name: string, told: Told, at: number): ToldObject {
  const image = (index: number): string =>
    told.image ??
    (told.images === 'same' ? 'registry.k8s.io/pause:3.10' : `registry.k8s.io/test-${at + index + 1}:1.0`)
  const containers = Array.from({ length: told.containers }, (_, index) => ({
    name: told.containers === 1 ? 'main' : `main-${index + 1}`,
    image: image(index),
  }))
  const schedulingGates = Array.from({ length: told.gates }, (_, index) => ({
    name: `example.com/gate-${index + 1}`,
  }))
  const spec = { containers, ...(told.gates === 0 ? {} : { schedulingGates }), ...told.fields }
  const labels = { app: name, ...told.labels }
  if (isPod)
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, ...(Object.keys(told.labels).length === 0 ? {} : { labels: told.labels }) },
      spec,
    }
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas: told.replicas ?? 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  }
}
