// configMapGenerator and secretGenerator, and the hashes of their names.
// Upstream: kustomize/api/internal/generators, kustomize/api/hasher, kustomize/api/kv
import { createHash } from 'node:crypto'
import { goJson } from '../../apimachinery/go-print/json-values.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import type { GeneratorArgs, GeneratorOptions } from './kustomization.ts'
import type { KustomizeFiles } from './kustomize-files.ts'
import { type Labels, metaOf } from './resource.ts'

/** The first ten digits of a SHA-256, without what might spell a word. */
function shortHash(text: string): string {
  const digits: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' }
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 10)
  return hex.replace(/[013ae]/g, (digit) => digits[digit]!)
}

/**
 * The hash of a ConfigMap, Secret or other object, for its name.
 * @param name kustomize hashes without it, `kubectl create --append-hash` with it
 * @param none the value for absent data
 */
export function contentHash(object: JsonObject, name = '', none: '' | Labels = ''): string {
  const { kind, data = none, binaryData, stringData, type = '' } = object
  if (kind === 'ConfigMap')
    return shortHash(goJson({ kind, name, data, ...(binaryData === undefined ? {} : { binaryData }) }))
  if (kind === 'Secret')
    return shortHash(goJson({ kind, type, name, data, ...(stringData === undefined ? {} : { stringData }) }))
  return shortHash(goJson(object))
}

/** The object of a generator, under its name without a hash. */
export async function generated(
  kind: 'ConfigMap' | 'Secret',
  args: GeneratorArgs,
  options: GeneratorOptions,
  files: KustomizeFiles,
): Promise<JsonObject> {
  const { name = '', namespace } = args
  if (name === '') throw new KubectlError('a configmap must have a name')
  const pairs = await pairsOf(args, files)
  const labels = sorted(options.labels)
  const annotations = sorted(options.annotations)
  const object: JsonObject = {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
    },
  }
  if (kind === 'Secret') object['type'] = args.type ?? 'Opaque'
  for (const [key, value] of pairs) put(object, kind, key, value)
  if (options.immutable === true) object['immutable'] = true
  return object
}

function put(object: JsonObject, kind: string, key: string, value: string): void {
  if (!/^[-._a-zA-Z0-9]+$/.test(key)) throw new KubectlError(`"${key}" is not a valid key name`)
  const data = (object['data'] ?? {}) as Labels
  object['data'] = data
  if (Object.hasOwn(data, key))
    throw new KubectlError(`configmap ${metaOf(object).name} illegally repeats the key \`${key}\``)
  data[key] = kind === 'Secret' ? Buffer.from(value).toString('base64') : value
}

const sorted = (labels: Labels | undefined): Labels | undefined =>
  labels === undefined || Object.keys(labels).length === 0
    ? undefined
    : Object.fromEntries(
        Object.keys(labels)
          .sort()
          .map((key) => [key, String(labels[key])]),
      )

/** Of env files, literals and files, in this order. */
async function pairsOf(args: GeneratorArgs, files: KustomizeFiles): Promise<[string, string][]> {
  const pairs: [string, string][] = []
  for (const path of [...(args.envs ?? []), ...(args.env === undefined ? [] : [args.env])])
    pairs.push(...envPairs(await files.read(path)))
  for (const literal of args.literals ?? []) pairs.push(literalPair(literal))
  for (const source of args.files ?? []) {
    const at = source.indexOf('=')
    const path = source.slice(at + 1)
    if (at === 0) throw new KubectlError(`key name for file path '${path}' missing`)
    pairs.push([at < 0 ? path.slice(path.lastIndexOf('/') + 1) : source.slice(0, at), await files.read(path)])
  }
  return pairs
}

function literalPair(literal: string): [string, string] {
  const at = literal.indexOf('=')
  if (at <= 0)
    throw new KubectlError(
      `loading KV pairs: literal sources: invalid literal source ${literal}, expected key=value`,
    )
  const value = literal.slice(at + 1)
  return [literal.slice(0, at), /^(["']).*\1$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value]
}

function envPairs(text: string): [string, string][] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/, '').trimStart())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const at = line.indexOf('=')
      return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
    })
}
