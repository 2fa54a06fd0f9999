// kustomization.yaml.
// Upstream: kustomize/api/types/kustomization.go

import { isObject, type JsonObject } from '../../apimachinery/json.ts'
import { parse } from '../../component-base/yaml.ts'
import { KubectlError } from '../errors.ts'
import type { KustomizeFiles } from './kustomize-files.ts'
import type { Labels } from './resource.ts'

/** The resources that a patch or replacement applies to. Names, kinds and the like are regular expressions in patches. */
export interface Selector {
  group?: string
  version?: string
  kind?: string
  name?: string
  namespace?: string
  labelSelector?: string
  annotationSelector?: string
}
/** The options of generated ConfigMaps and Secrets. */
export interface GeneratorOptions {
  labels?: Labels
  annotations?: Labels
  disableNameSuffixHash?: boolean
  immutable?: boolean
}
/** An entry of configMapGenerator or secretGenerator. */
export interface GeneratorArgs {
  name?: string
  namespace?: string
  behavior?: string
  type?: string
  literals?: string[]
  files?: string[]
  envs?: string[]
  env?: string
  options?: GeneratorOptions
}
/** An entry of patches; `patch` is the text, `path` a file that has it. */
export interface PatchArgs {
  path?: string
  patch?: string
  target?: Selector
  options?: { allowNameChange?: boolean; allowKindChange?: boolean }
}
/** The part of a field's text that a replacement reads or writes, split at `delimiter`. */
export interface ReplacementFieldOptions {
  delimiter?: string
  index?: number
  create?: boolean
}
/** An entry of replacements, or the file (`path`) that has it. */
export interface Replacement {
  source?: Selector & { fieldPath?: string; options?: ReplacementFieldOptions }
  sourceValue?: string
  targets?: {
    select?: Selector
    reject?: Selector[]
    fieldPaths?: string[]
    options?: ReplacementFieldOptions
  }[]
  path?: string
}
/** The fields of a kustomization file that are read. */
export interface Kustomization {
  kind?: string
  resources?: string[]
  bases?: string[]
  components?: string[]
  namespace?: string
  namePrefix?: string
  nameSuffix?: string
  commonLabels?: Labels
  labels?: { pairs?: Labels; includeSelectors?: boolean; includeTemplates?: boolean }[]
  commonAnnotations?: Labels
  images?: { name: string; newName?: string; newTag?: string; digest?: string; tagSuffix?: string }[]
  imageTags?: Kustomization['images']
  replicas?: { name: string; count: number }[]
  configMapGenerator?: GeneratorArgs[]
  secretGenerator?: GeneratorArgs[]
  generatorOptions?: GeneratorOptions
  patches?: PatchArgs[]
  patchesStrategicMerge?: string[]
  patchesJson6902?: PatchArgs[]
  replacements?: Replacement[]
  sortOptions?: { order?: string; legacySortOptions?: { orderFirst?: string[]; orderLast?: string[] } }
  buildMetadata?: string[]
}

const names = ['kustomization.yaml', 'kustomization.yml', 'Kustomization']
const known = new Set(
  'apiVersion kind metadata resources bases components namespace namePrefix nameSuffix commonLabels labels commonAnnotations images imageTags replicas configMapGenerator secretGenerator generatorOptions patches patchesStrategicMerge patchesJson6902 replacements sortOptions buildMetadata'.split(
    ' ',
  ),
)
/** Known to kustomize, not to the built-in one. */
const notSupported = new Set(
  'crds configurations generators transformers validators helmCharts helmGlobals helmChartInflationGenerator vars openapi inventory'.split(
    ' ',
  ),
)
const fix = "Run 'kustomize edit fix' to update your Kustomization automatically."
/** In the order in which they are told. */
const deprecated: readonly (readonly [keyof Kustomization, string])[] = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
]

/** The checked kustomization of a directory. @param warn gets a line for each deprecated field */
export async function readKustomization(
  files: KustomizeFiles,
  warn: (line: string) => void,
): Promise<Kustomization> {
  const value = parsed(await textOf(files))
  const unknown = Object.keys(value).find((key) => !known.has(key) && !notSupported.has(key))
  if (unknown !== undefined) throw new KubectlError(`invalid Kustomization: json: unknown field "${unknown}"`)
  const other = Object.keys(value).filter((key) => notSupported.has(key) && filled(value[key]))
  if (other.length > 0)
    throw new KubectlError(`the built-in kustomize does not support ${other.join(', ')} (in ${files.root})`)
  for (const [field, instead] of deprecated)
    if (filled(value[field]))
      warn(`# Warning: '${field}' is deprecated. Please use '${instead}' instead. ${fix}`)
  if (
    !Object.keys(value).some((key) => !['apiVersion', 'kind', 'metadata'].includes(key) && filled(value[key]))
  )
    throw new KubectlError('kustomization.yaml is empty')
  const { kind = 'Kustomization' } = value
  if (kind !== 'Kustomization' && kind !== 'Component')
    throw new KubectlError(
      `Failed to read kustomization file under ${files.root}:\nkind should be Kustomization or Component`,
    )
  return value as Kustomization
}

const filled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

async function textOf(files: KustomizeFiles): Promise<string> {
  const there: string[] = []
  for (const name of names) if (await files.has(name)) there.push(name)
  if (there.length > 1) throw new KubectlError(`Found multiple kustomization files under: ${files.root}\n`)
  if (there.length === 0)
    throw new KubectlError(
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '${files.root}'`,
    )
  return files.read(there[0]!)
}

function parsed(text: string): JsonObject {
  let value: unknown
  try {
    value = parse(text) ?? {}
  } catch (error) {
    throw new KubectlError(`invalid Kustomization: yaml: ${(error as Error).message.split('\n')[0]}`)
  }
  if (!isObject(value))
    throw new KubectlError('invalid Kustomization: json: cannot unmarshal into Kustomization')
  return value as JsonObject
}
