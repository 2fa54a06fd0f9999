// Upstream: cmd/kube-proxy/app/options.go (loadConfig), apimachinery's recognizer and json serializers
// What was seen of real ones: docs/discoveries/kube-proxy-config.md

import { isObject } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { parseJson } from '../../apimachinery/scheme/parse-json.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import { fromInternalVersion, internalTypes, internalVersion } from './internal-version.ts'
import { v1alpha2Types } from './v1alpha2-types.ts'

/** The API group of kube-proxy's configuration files. */
export const configGroup = 'kubeproxy.config.k8s.io'
const kind = 'KubeProxyConfiguration'

/** A decoded configuration file, with the version (`v1alpha1`) that its apiVersion names. */
export interface ReadConfig {
  version: string
  /** Decoded, without defaults. */
  value: Record<string, unknown>
}

/**
 * Decodes a configuration file. Throws an Error with upstream's text: `failed to decode: …`. @param versions the scheme's
 * versions
 */
export function readConfig(
  text: string,
  options: { release: Release; logger: Logger; versions: readonly string[] },
): ReadConfig {
  try {
    return decode(text, options)
  } catch (error) {
    throw new Error(`failed to decode: ${(error as Error).message}`)
  }
}

interface Document {
  value: unknown
  strictErrors: string[]
}

function decode(
  text: string,
  { release, logger, versions }: { release: Release; logger: Logger; versions: readonly string[] },
): ReadConfig {
  const document = parseDocument(text)
  const { apiVersion, kind: found } = interpret(document.value)
  if (found === '') throw new Error(`Object 'Kind' is missing in '${text}'`)
  if (apiVersion === '') throw new Error(`Object 'apiVersion' is missing in '${text}'`)
  const version = apiVersion.startsWith(`${configGroup}/`) ? apiVersion.slice(configGroup.length + 1) : ''
  const isInternal = version === internalVersion
  if (found !== kind || !(isInternal || versions.includes(version)))
    throw new Error(notRegistered(found, apiVersion, release.minor))
  const { minor, facts } = release
  const planned = isInternal ? internalTypes(minor, facts) : v1alpha2Types
  const scheme = new ComponentConfigScheme(facts, planned)
  const decoded = scheme.decode(apiVersion, kind, document.value)
  const strict = [...document.strictErrors, ...decoded.strictErrors]
  if (strict.length > 0)
    logger.logS('I', 'Using lenient decoding as strict decoding failed', {
      err: `strict decoding error: ${strict.join(', ')}`,
    })
  return { version, value: isInternal ? fromInternalVersion(decoded.value, minor, facts) : decoded.value }
}

/** Parses a text as JSON where its first character says so, else as YAML. */
function parseDocument(text: string): Document {
  if (text.trimStart().startsWith('{') && !text.startsWith('\uFEFF')) {
    const parsed = tryJson(text)
    if (parsed !== undefined) return parsed
  }
  const { value, strictError } = parseYaml(text)
  return { value, strictErrors: strictError === undefined ? [] : [strictError] }
}

function tryJson(text: string): Document {
  try {
    return { value: parseJson(text).value, strictErrors: [] }
  } catch (error) {
    throw new Error(`${cannotInterpret}${(error as Error).message}`)
  }
}

const cannotInterpret = "couldn't get version/kind; json parse error: "
const interpretedType =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }'

/** @note encoding/json finds these two fields in any case of letters. */
function interpret(value: unknown): { apiVersion: string; kind: string } {
  const out = { apiVersion: '', kind: '' }
  if (value === null) return out
  if (!isObject(value))
    throw new Error(
      `${cannotInterpret}json: cannot unmarshal ${jsonKind(value)} into Go value of type ${interpretedType}`,
    )
  for (const [key, item] of Object.entries(value)) {
    const name = key.toLowerCase()
    const field = name === 'apiversion' ? 'apiVersion' : name === 'kind' ? 'kind' : undefined
    if (field === undefined || item === null) continue
    if (typeof item !== 'string')
      throw new Error(
        `${cannotInterpret}json: cannot unmarshal ${jsonKind(item)} into Go struct field .${field} of type string`,
      )
    out[field] = item
  }
  if (out.kind !== '' && out.apiVersion.split('/').length > 2)
    throw new Error(`unexpected GroupVersion string: ${out.apiVersion}`)
  return out
}

function jsonKind(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}
