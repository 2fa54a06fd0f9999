// What a sentence says of an object that no block shows.
import { numberWords } from '../claims/lexicon.ts'

/** A field and the value that it is to have; `.spec.type` or `type`. */
export interface ToldField {
  field: string
  value: unknown
}

/** The properties of an object that prose tells. */
export interface Told {
  gates: number
  containers: number
  images: 'same' | 'different'
  image: string | undefined
  /** `5GB`, of images of its own. */
  imageSize: string | undefined
  /** Replicas of a workload; for an Indexed Job its completions, and as many at a time. */
  replicas: number | undefined
  labels: Record<string, string>
  annotations: Record<string, string>
  fields: ToldField[]
}

/** An object of which nothing is told: one container, no gates, no fields. */
export const nothingTold = (): Told => ({
  gates: 0,
  containers: 1,
  images: 'same',
  image: undefined,
  imageSize: undefined,
  replicas: undefined,
  labels: {},
  annotations: {},
  fields: [],
})

const numbers: Readonly<Record<string, number>> = { ...numberWords, a: 1, an: 1, single: 1 }
/** The source of a regular expression for a small number, in digits or words. */
export const numeral = `(\\d{1,2}|${Object.keys(numbers).join('|')})`
/** The number that a numeral means; 1 without one. */
export const numberOf = (word: string | undefined): number =>
  word === undefined ? 1 : (numbers[word.toLowerCase()] ?? Number(word))

const scalar = (text: string): unknown =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d{1,9}$/.test(text) ? Number(text) : text
const asField = (field: string, value: string): ToldField => ({
  field: field.replace(/^\./, ''),
  value: scalar(value),
})

type Reading = readonly [RegExp, (told: Told, match: RegExpExecArray) => unknown]
const path = '\\.?([a-z]\\w{1,60}(?:\\.[a-z]\\w{1,60}){0,5})'
const value = '"?([\\w.-]{1,120})"?'

/** One property: what it says of the object. */
const properties: readonly Reading[] = [
  [new RegExp(`^${numeral}\\s+scheduling gates?$`, 'i'), (told, [, count]) => (told.gates = numberOf(count))],
  [new RegExp(`^${numeral}\\s+containers?$`, 'i'), (told, [, count]) => (told.containers = numberOf(count))],
  [/^(?:a |an )?different (?:container )?images?$/i, (told) => (told.images = 'different')],
  [new RegExp(`^${numeral}\\s+replicas?$`, 'i'), (told, [, count]) => (told.replicas = numberOf(count))],
  // "Four replicas of `nginx:1.26`": no label has such a value.
  [/^`([a-z0-9][\w./-]{1,100}:(?:v?\d[\w.-]{0,40}|latest))`$/, (told, [, image]) => (told.image = image)],
  [/^(?:the |a )?(?:container )?image `([\w./:@-]{1,120})`$/i, (told, [, image]) => (told.image = image)],
  [
    /^(?:the |a )?(label|annotation) `([\w./-]{1,120})[=:]\s?"?([\w.-]{0,63})"?`$/i,
    (told, [, what, key, text]) =>
      ((what!.toLowerCase() === 'label' ? told.labels : told.annotations)[key!] = text!),
  ],
  [
    new RegExp(`^(?:the |its )?(?:field |spec )?\`${path}(?::|==?)\\s?${value}\`(?: set)?$`),
    (told, [, field, text]) => told.fields.push(asField(field!, text!)),
  ],
  [
    new RegExp(
      `^(?:the |its )?\`${path}\`(?: field)? (?:(?:is |being |to be )?set (?:to|as)|to|as|=|equals?|of|:) \`?${value}\`?$`,
    ),
    (told, [, field, text]) => told.fields.push(asField(field!, text!)),
  ],
  [
    /^(?:the )?(?:service )?type `?(LoadBalancer|NodePort|ClusterIP)`?$/,
    (told, [, type]) => told.fields.push({ field: 'type', value: type }),
  ],
  [
    /^(?:the )?(?:restart policy `?(Always|Never|OnFailure)`?|`?(Always|Never|OnFailure)`? restart policy)$/,
    (told, [, one, other]) => told.fields.push({ field: 'restartPolicy', value: one ?? other }),
  ],
  [
    /^(?:the )?(?:completion mode `?(Indexed|NonIndexed)`?|`?(Indexed|NonIndexed)`? (?:completion )?mode)$/,
    (told, [, one, other]) => told.fields.push({ field: 'completionMode', value: one ?? other }),
  ],
  [
    new RegExp(`^(?:${numeral} completions?|completions? (?:of |set to )?${numeral})$`, 'i'),
    (told, [, one, other]) => told.fields.push({ field: 'completions', value: numberOf(one ?? other) }),
  ],
  [
    new RegExp(`^(?:a )?parallelism (?:of |set to )?${numeral}$`, 'i'),
    (told, [, count]) => told.fields.push({ field: 'parallelism', value: numberOf(count) }),
  ],
]

/** Words before the kind that say something of the object. */
const kinds: readonly Reading[] = [
  [/^(?:new|simple|plain|regular|normal|test|basic|sample|example|dummy|small|minimal)$/i, () => undefined],
  [/^indexed$/i, (told) => told.fields.push({ field: 'completionMode', value: 'Indexed' })],
  [/^suspended$/i, (told) => told.fields.push({ field: 'suspend', value: true })],
  [/^headless$/i, (told) => told.fields.push({ field: 'clusterIP', value: 'None' })],
  [
    /^`?(LoadBalancer|NodePort|ClusterIP)`?$/,
    (told, [, type]) => told.fields.push({ field: 'type', value: type }),
  ],
  [/^`?(nginx|busybox|httpd|redis|alpine)`?$/i, (told, [, image]) => (told.image = image!.toLowerCase())],
]

const said = (readings: readonly Reading[], text: string, told: Told): boolean => {
  for (const [shape, tell] of readings) {
    const match = shape.exec(text)
    if (match === null) continue
    tell(told, match)
    return true
  }
  return false
}

/** @returns false where it says anything that is not understood */
export const tellAdjectives = (text: string, told: Told): boolean =>
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => said(kinds, word, told))

const between =
  /(?:,\s+|\s+|^)(?:and\s+|each\s+|both\s+)*(?:with|that has|that have|which has|which have|having|using|of|in|running)\s+(?:its\s+)?|,\s+(?:and\s+)?|\s+and\s+(?:with\s+)?/gi

/** @returns false where it says anything that is not understood */
export function tellProperties(text: string, told: Told): boolean {
  // Nothing is split inside of code.
  const masked = text.replace(/`[^`]*`/g, (code) => code.replace(/[\s,]/g, 'x'))
  const parts: string[] = []
  let start = 0
  for (const { index, 0: found } of masked.matchAll(between)) {
    parts.push(text.slice(start, index))
    start = index + found.length
  }
  parts.push(text.slice(start))
  return parts.map((part) => part.trim()).every((part) => part === '' || said(properties, part, told))
}
