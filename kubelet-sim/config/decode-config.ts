// Upstream: pkg/kubelet/kubeletconfig/util/codec/codec.go, apimachinery/pkg/runtime/serializer/json/json.go

import type { JsonObject } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { Release } from '../../component-base/release.ts'
import type { KubeletConfiguration } from './kubelet-configuration.ts'

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
  const strict = [...document.strictErrors, ...strictErrors]
  const tellStrict = (): void =>
    strict.length === 0
      ? undefined
      : logger.logS('I', 'Using lenient decoding as strict decoding failed', {
          err: `strict decoding error: ${strict.join(', ')}`,
        })
  if (kind !== 'KubeletConfiguration') {
    tellStrict()
    throw new WrongKindError(
      `failed to cast object to KubeletConfiguration, unexpected type: ${gvkText(apiVersion, kind)}`,
    )
  }
  keepEmpty(value, document.value)
  const config = defaulted(value as KubeletConfiguration)
  if (strict.length === 0) return config
  const again = defaulted(value as KubeletConfiguration)
  tellStrict()
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
