// Upstream: cmd/kube-proxy/app/options.go (loadConfig), apimachinery's recognizer and json serializers
// What was seen of real ones: docs/discoveries/kube-proxy-config.md

import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
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

function decode(
  text: string,
  { release, logger, versions }: { release: Release; logger: Logger; versions: readonly string[] },
): ReadConfig {
  const document = readDocument(text)
  const { apiVersion, kind: found } = document
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
