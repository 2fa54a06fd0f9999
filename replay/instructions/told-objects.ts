// Objects that prose describes and no block shows: "Create a Pod `web` with two containers".
import { composed, type FieldPaths, isComposable, type ToldObject } from './compose-object.ts'
import type { ActInstruction } from './instruction.ts'
import { kindOf } from './objects-in.ts'
import { nothingTold, numberOf, numeral, type Told, tellAdjectives, tellProperties } from './told.ts'

/** What else the document shows of objects that it only tells of. */
export interface Surroundings {
  /** Names that objects of the document have. */
  taken?: ReadonlySet<string>
  /** Where kinds have their fields. */
  paths?: FieldPaths | undefined
  /** Of the images, as a sentence beside it says: `5GB`. */
  imageSize?: string | undefined
  /** Names in a list below the sentence. */
  listed?: readonly string[]
  /** A workload's name and how many pods it has, as outputs show them. */
  shown?: (kind: string) => { name: string; pods: number } | undefined
}

const phrase = new RegExp(
  `^(?:[a-z-]+\\s+)(?:the\\s+)?(?:same\\s+)?(?:${numeral}\\s+)?((?:\`?[A-Za-z]{3,20}\`?\\s+){0,3}?)\`?([A-Za-z]{3,25}|(?:stateful|daemon|replica|config)[ -](?:sets?|maps?))\`?(?:,?\\s+(?:named|called))?(?:\\s+\`([a-z0-9](?:[a-z0-9-]{0,60}[a-z0-9])?)\`)?((?:,?\\s+(?:each\\s+)?(?:with|that has|that have|which has|which have|having|using|of|in|running)\\s.{1,200}?)?)(?:\\s+(?:to|in|on|into)\\s+(?:the|this|that)\\s+(?:[\\w.-]+\\s+){0,2}(?:cluster|node))?\\s*[.:]?$`,
  'i',
)

/**
 * The objects that a sentence describes in full, under names of their own; undefined where it says anything of them that is not
 * understood.
 */
export function toldObjects(
  { part, names }: Pick<ActInstruction, 'part' | 'names'>,
  surroundings: Surroundings = {},
): ToldObject[] | undefined {
  const match = phrase.exec(part)
  if (match === null || names.length > 1) return undefined
  const [, count, adjectives, word, name = names[0], rest] = match
  const kind = kindOf(word!.replace(/[ -]/, ''))
  if (kind === undefined || !isComposable(kind)) return undefined
  const told = nothingTold()
  const before = `${adjectives} ${/^([A-Z][a-z]+)Jobs?$/.exec(word!)?.[1] ?? ''}`
  if (!tellAdjectives(before, told) || !tellProperties(rest!.trim(), told)) return undefined
  told.imageSize = surroundings.imageSize
  const total = numberOf(count)
  return total === 1 ? one(kind, name, told, surroundings) : several(kind, total, name, told, surroundings)
}

function one(
  kind: string,
  name: string | undefined,
  told: Told,
  surroundings: Surroundings,
): ToldObject[] | undefined {
  const { taken = new Set(), paths, shown } = surroundings
  const seen = name === undefined ? shown?.(kind) : undefined
  const own = name ?? seen?.name ?? `test-${kind}`
  const first = name === undefined ? numbered(own, taken) : 0
  const object = composed(
    kind,
    taken.has(own) && name === undefined && seen === undefined ? `${own}-${first + 1}` : own,
    told.replicas === undefined && seen !== undefined ? { ...told, replicas: seen.pods } : told,
    first,
    paths,
  )
  return object && [object]
}

function several(
  kind: string,
  total: number,
  name: string | undefined,
  told: Told,
  { taken = new Set(), paths, listed = [] }: Surroundings,
): ToldObject[] | undefined {
  const own = name ?? `test-${kind}`
  const first = name === undefined ? numbered(own, taken) : 0
  const named = listed.length === total && name === undefined
  const objects = Array.from({ length: total }, (_, at) =>
    composed(kind, named ? listed[at]! : `${own}-${first + at + 1}`, told, first + at, paths),
  )
  return objects.every((object) => object !== undefined) ? objects : undefined
}

const numbered = (own: string, taken: ReadonlySet<string>): number =>
  [...taken].filter((one) => one.startsWith(`${own}-`)).length
