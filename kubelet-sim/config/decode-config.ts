// Upstream: pkg/kubelet/kubeletconfig/util/codec/codec.go, apimachinery/pkg/runtime/serializer/json/json.go

import { isObject, type JsonObject } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { parseJson } from '../../apimachinery/scheme/parse-json.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'

/** A decoded document with its apiVersion and kind, whose fields are not read yet. */
export interface ConfigDocument {
  value: JsonObject
  apiVersion: string
  kind: string
  /** What a strict reading of the text refuses: repeated keys. */
  strictErrors: string[]
}

const typeOfMeta =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

/** Upstream: apimachinery/pkg/runtime/serializer/json/meta.go */
function interpret(value: unknown): { apiVersion: string; kind: string } {
  const fail = (what: string): Error => new Error(`couldn't get version/kind; json parse error: ${what}`)
  if (value === null) return { apiVersion: '', kind: '' }
  if (!isObject(value))
    throw fail(`json: cannot unmarshal ${kindOf(value)} into Go value of type ${typeOfMeta}`)
  for (const field of ['apiVersion', 'kind']) {
    const given = value[field] ?? ''
    if (typeof given !== 'string')
      throw fail(
        `json: cannot unmarshal ${isObject(given) ? 'object' : kindOf(given)} into Go struct field .${field} of type string`,
      )
  }
  const apiVersion = (value['apiVersion'] ?? '') as string
  if (apiVersion.split('/').length > 2) throw new Error(`unexpected GroupVersion string: ${apiVersion}`)
  return { apiVersion, kind: (value['kind'] ?? '') as string }
}

/** The document in a text: JSON where it begins with a brace, else YAML. Throws Errors with upstream's texts. */
export function readDocument(text: string): ConfigDocument {
  const isJson = /^\s*\{/.test(text)
  let value: unknown
  const strictErrors: string[] = []
  if (isJson) {
    try {
      const parsed = parseJson(text)
      value = parsed.value
    } catch (error) {
      throw new Error(`couldn't get version/kind; json parse error: ${(error as Error).message}`)
    }
  } else {
    const parsed = parseYaml(text)
    value = parsed.value
    if (parsed.strictError !== undefined) strictErrors.push(parsed.strictError)
  }
  const { apiVersion, kind } = interpret(value)
  if (kind === '') throw new Error(`Object 'Kind' is missing in '${text}'`)
  if (apiVersion === '') throw new Error(`Object 'apiVersion' is missing in '${text}'`)
  return { value: value as JsonObject, apiVersion, kind, strictErrors }
}

/** A document that is a valid object of another kind. */
export class WrongKindError extends Error {}

/**
 * The configuration in a file with defaults, read leniently; what a strict reading refuses is logged.
 * Throws an Error with upstream's text. @param options.defaulted sets defaults, as each decoding upstream does
 */
export function decodeConfig(
  text: string,
  options: {
    release: Release
    logger: Logger
    defaulted: (value: KubeletConfiguration) => KubeletConfiguration
  },
): KubeletConfiguration {
  const { release, logger, defaulted } = options
  const document = readDocument(text)
  const { apiVersion, kind } = document
  const scheme = new ComponentConfigScheme(release.facts)
  if (!scheme.has(apiVersion, kind) || !apiVersion.startsWith('kubelet.config.k8s.io/'))
    throw new Error(notRegistered(kind, apiVersion, release.minor))
  const { value, strictErrors } = scheme.decode(apiVersion, kind, document.value)
  if (kind !== 'KubeletConfiguration')
    throw new WrongKindError(
      `failed to cast object to KubeletConfiguration, unexpected type: ${gvkText(apiVersion, kind)}`,
    )
  keepEmpty(value, document.value)
  const config = defaulted(value as KubeletConfiguration)
  const strict = [...document.strictErrors, ...strictErrors]
  if (strict.length === 0) return config
  const again = defaulted(value as KubeletConfiguration)
  logger.logS('I', 'Using lenient decoding as strict decoding failed', {
    err: `strict decoding error: ${strict.join(', ')}`,
  })
  return again
}

/** Fields whose default is not taken where the file gives an empty list or map. */
const emptyCounts = ['enforceNodeAllocatable', 'evictionHard']

/** Puts empty lists and maps of the given document back, which encoding a configuration leaves out. */
export function keepEmpty(config: Record<string, unknown>, given: JsonObject): void {
  for (const field of emptyCounts) {
    const value = given[field]
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 0) config[field] = value
  }
}

/** `group/version, Kind=Kind`. Upstream: schema.GroupVersionKind.String */
export function gvkText(apiVersion: string, kind: string): string {
  const slash = apiVersion.indexOf('/')
  return `${apiVersion.slice(0, Math.max(slash, 0))}/${apiVersion.slice(slash + 1)}, Kind=${kind}`
}
