// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy/config/config,webhook/config/kubeconfig,manifest/validation}.go
import { isAbsolute } from 'node:path'
import { errorText, type FieldError, field } from '../../apimachinery/field-error.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { type FeatureGateReader, gateEnabled } from '../../featuregates/reader.ts'
import { type ManifestDisk, openError } from '../admission/manifest/manifest-files.ts'

/** The plugins that obey manifests, by the kind of their configuration. */
export const manifestPlugins = {
  MutatingAdmissionPolicy: 'MutatingAdmissionPolicyConfiguration',
  MutatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
  ValidatingAdmissionPolicy: 'ValidatingAdmissionPolicyConfiguration',
  ValidatingAdmissionWebhook: 'WebhookAdmissionConfiguration',
} as const

/** One of {@link manifestPlugins}. */
export type ManifestPlugin = keyof typeof manifestPlugins

/** The release, gates and folders that configurations of these plugins are read with. */
export interface ManifestReading extends Pick<ManifestDisk, 'readFolder'> {
  readonly minor: number
  readonly gates: FeatureGateReader
}

const group = 'apiserver.config.k8s.io'
const directory = 'staticManifestsDir StaticManifestsDir string o'
const ofPolicies = [' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i', directory]
const types: GoTypes = {
  'io.k8s.apiserver.config.v1': {
    group,
    version: 'v1',
    name: 'v1',
    kinds: [...new Set(Object.values(manifestPlugins))],
    types: {
      ValidatingAdmissionPolicyConfiguration: ofPolicies,
      MutatingAdmissionPolicyConfiguration: ofPolicies,
      WebhookAdmissionConfiguration: [...ofPolicies, 'kubeConfigFile KubeConfigFile string o'],
    },
  },
}

const policyKinds = new Set<string>([
  manifestPlugins.MutatingAdmissionPolicy,
  manifestPlugins.ValidatingAdmissionPolicy,
])

/** Throws an Error with upstream's text where a plugin cannot be made with its configuration. */
export function checkManifestPlugin(
  plugin: ManifestPlugin,
  config: JsonObject,
  reading: ManifestReading,
): void {
  const [apiVersion, kind] = [String(config['apiVersion'] ?? ''), String(config['kind'] ?? '')]
  const expected = manifestPlugins[plugin]
  const known = kind === expected || (policyKinds.has(kind) && policyKinds.has(expected))
  if (apiVersion !== `${group}/v1` || !known) throw new Error(notRegistered(kind, apiVersion, reading.minor))
  const scheme = new ComponentConfigScheme(recordedNextTo(reading.minor), types)
  const { value, strictErrors } = scheme.decode(apiVersion, kind, config)
  if (strictErrors.length > 0) throw new Error(`strict decoding error: ${strictErrors.join(', ')}`)
  if (kind !== expected) throw new Error(`unexpected type: *policyconfig.${kind}`)
  const { kubeConfigFile = '', staticManifestsDir = '' } = value as Record<string, string | undefined>
  const error = kubeConfigError(kubeConfigFile, '') ?? folderError(staticManifestsDir, reading)
  if (error !== undefined) throw new Error(errorText(error))
}

/** @param allowed a path that is none, and allowed; undefined: none is */
export const kubeConfigError = (path: string, allowed?: string): FieldError | undefined =>
  isAbsolute(path) || path === allowed
    ? undefined
    : field.invalid('kubeConfigFile', path, 'must be an absolute file path')

function folderError(path: string, { gates, readFolder }: ManifestReading): FieldError | undefined {
  const name = 'staticManifestsDir'
  const gate = 'ManifestBasedAdmissionControlConfig'
  if (path === '') return undefined
  if (!gateEnabled(gates, gate))
    return field.forbidden(name, `${name} requires the ${gate} feature gate to be enabled`)
  if (!isAbsolute(path)) return field.invalid(name, path, 'must be an absolute file path')
  try {
    readFolder(path)
    return undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR')
      return field.invalid(name, path, 'must be a directory')
    return field.invalid(name, path, `unable to read: ${openError(error, path, 'stat')}`)
  }
}
