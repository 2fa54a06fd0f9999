// Upstream: kustomize/api/filters/replacement/replacement.go

import { deepCopy, isObject, type JsonObject, type JsonValue } from '../../apimachinery/json.ts'
import { parse } from '../../component-base/yaml.ts'
import { KubectlError } from '../errors.ts'
import type { Replacement, ReplacementFieldOptions } from './kustomization.ts'
import type { KustomizeFiles } from './kustomize-files.ts'
import { idsOf, type KustomizeResource, shownId } from './resource.ts'
import { byLabels, isSelected } from './select-resources.ts'

/** Copies field values between resources, in place, as the replacements say. Throws KubectlErrors. */
export async function replaceValues(
  resources: readonly KustomizeResource[],
  replacements: readonly Replacement[],
  files: KustomizeFiles,
  minor: number,
): Promise<void> {
  for (const entry of replacements) {
    const own = entry.path === undefined ? [entry] : listOf(parse(await files.read(entry.path)))
    for (const replacement of own) replace(resources, replacement, minor)
  }
}

const listOf = (value: unknown): Replacement[] => (Array.isArray(value) ? value : [value]) as Replacement[]

function replace(
  resources: readonly KustomizeResource[],
  { source, sourceValue, targets }: Replacement,
  minor: number,
): void {
  if ((source === undefined && sourceValue === undefined) || targets === undefined)
    throw new KubectlError('replacements must specify a source and at least one target')
  const value = sourceValue ?? sourceOf(resources, source!)
  for (const { select, reject = [], fieldPaths = ['metadata.name'], options = {} } of targets) {
    if (select === undefined) throw new KubectlError('target must specify resources to select')
    const chosen = resources.filter((resource) => {
      const ids = idsOf(resource)
      const refused = reject.some(
        (one) => ids.some((id) => isSelected(id, one)) && byLabels(resource, one, minor),
      )
      return ids.some((id) => isSelected(id, select)) && byLabels(resource, select, minor) && !refused
    })
    for (const resource of chosen)
      for (const path of fieldPaths) put(resource.object, pathParts(path), value, options, path)
  }
}

function sourceOf(
  resources: readonly KustomizeResource[],
  source: NonNullable<Replacement['source']>,
): JsonValue {
  const found = resources.filter((resource) => idsOf(resource).some((id) => isSelected(id, source)))
  const shown = shownSelector(source)
  if (found.length === 0) throw new KubectlError(`nothing selected by ${shown}`)
  const { fieldPath = 'metadata.name', options } = source
  if (found.length > 1) throw new KubectlError(`multiple matches for selector ${shown}:${fieldPath}`)
  let value: JsonValue | undefined = found[0]!.object
  for (const part of pathParts(fieldPath)) value = step(value, part)
  if (value === undefined || value === null)
    throw new KubectlError(`fieldPath \`${fieldPath}\` is missing for replacement source ${shown}`)
  if ((options?.delimiter ?? '') === '') return value
  const pieces = String(value).split(options!.delimiter!)
  const { index = 0 } = options!
  if (index < 0 || index >= pieces.length)
    throw new KubectlError(`options.index ${index} is out of bounds for value ${String(value)}`)
  return pieces[index]!
}

const shownSelector = (source: NonNullable<Replacement['source']>): string => shownId(source)

/** `spec.containers.[name=c].image`, dots behind a backslash belonging to a name. */
function pathParts(path: string): string[] {
  const parts: string[] = []
  for (const [, bracket, name] of path.matchAll(/\.?(?:(\[[^\]]*\])|((?:\\.|[^.[\\])+))/g))
    parts.push(bracket ?? name!.replaceAll('\\.', '.'))
  return parts
}

const condition = (part: string): [string, string] | undefined => {
  const at = part.indexOf('=')
  return part.startsWith('[') && at > 0 ? [part.slice(1, at), part.slice(at + 1, -1)] : undefined
}

function step(value: JsonValue | undefined, part: string): JsonValue | undefined {
  if (Array.isArray(value)) return value.find((item) => fits(item, part)) ?? value[Number(part)]
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

function fits(item: JsonValue, part: string): boolean {
  const wanted = condition(part)
  return wanted !== undefined && isObject(item) && String(item[wanted[0]]) === wanted[1]
}

function put(
  object: JsonObject,
  parts: readonly string[],
  value: JsonValue,
  options: ReplacementFieldOptions,
  path: string,
): void {
  let count = 0
  const walk = (at: JsonValue | undefined, i: number): void => {
    const part = parts[i]!
    const last = i === parts.length - 1
    const into = (holder: JsonObject | JsonValue[], key: string): void => {
      const fields = holder as JsonObject
      if (last) {
        fields[key] = combined(fields[key], value, options)
        count++
        return
      }
      if (fields[key] === undefined && options.create === true) fields[key] = {}
      walk(fields[key], i + 1)
    }
    if (Array.isArray(at)) for (const key of indexes(at, part)) into(at, key)
    else if (isObject(at) && (Object.hasOwn(at, part) || options.create === true)) into(at, part)
  }
  walk(object, 0)
  if (count === 0) throw new KubectlError(`unable to find field "${path}" in replacement target`)
}

function indexes(list: readonly JsonValue[], part: string): string[] {
  if (part === '*') return list.map((_item, i) => String(i))
  if (/^\d+$/.test(part)) return Number(part) < list.length ? [part] : []
  return list.flatMap((item, i) => (fits(item, part) ? [String(i)] : []))
}

/** With a delimiter one piece of the text is replaced, or one put before or behind. */
function combined(old: JsonValue | undefined, value: JsonValue, options: ReplacementFieldOptions): JsonValue {
  const { delimiter = '', index = 0 } = options
  if (delimiter === '') return deepCopy(value)
  const pieces = String(old ?? '').split(delimiter)
  if (index < 0) pieces.unshift(String(value))
  else if (index >= pieces.length) pieces.push(String(value))
  else pieces[index] = String(value)
  return pieces.join(delimiter)
}
