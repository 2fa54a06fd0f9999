// Upstream: staging/src/k8s.io/apiserver/pkg/admission/{config,plugins}.go, the configurations of plugin/pkg/admission/*

import { dirname, isAbsolute, join } from 'node:path'
import { errorText, type FieldError, FieldPath, field, goQuote } from '../../apimachinery/field-error.ts'
import { badValue } from '../../apimachinery/go-print/bad-value.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../../apimachinery/json.ts'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { TolerationSeconds } from '../admission/default-toleration-seconds.ts'
import type { EventLimit } from '../admission/event-rate-limit.ts'
import type { NodeSelectors } from '../admission/pod-node-selector.ts'
import {
  noPodSecurity,
  type PodSecurityConfiguration,
  type Policy,
  parseLevel,
  parseVersion,
  wrongLevel,
  wrongVersion,
} from '../admission/pod-security/policy.ts'
import type { TolerationDefaults } from '../admission/pod-toleration-restriction.ts'
import type { LimitedResource } from '../admission/resource-quota/limited-resources.ts'
import { validateTolerations } from '../registry/pod/tolerations.ts'
import type { ReadFileSync } from './check-files.ts'
import { optionsDialect } from './dialect.ts'
import { type ConfigurationKind, decodeServerConfiguration } from './server-configuration.ts'
import { FatalError, StartupError } from './startup-error.ts'
import {
  checkManifestPlugin,
  kubeConfigError,
  type ManifestPlugin,
  type ManifestReading,
  manifestPlugins,
} from './static-manifests.ts'

/** The plugins' configurations from `--admission-control-config-file`. */
export interface AdmissionConfiguration {
  readonly eventLimits: readonly EventLimit[]
  readonly nodeSelectors: NodeSelectors
  readonly tolerations: TolerationDefaults
  readonly limitedResources: readonly LimitedResource[]
  readonly podSecurity: PodSecurityConfiguration
  /** Files with the credentials that the plugins of webhooks show, by the names of the plugins; undefined: none. */
  readonly webhookKubeconfigs: Readonly<Record<WebhookPlugin, string | undefined>>
  /** Folders with the manifests that plugins obey beside the objects of the API. */
  readonly manifestFolders: Readonly<Partial<Record<ManifestPlugin, string>>>
  /** Plugins that the file configures although they are not simulated. */
  readonly ignored: readonly string[]
  /** How long pods stay on a node that fails: `--default-not-ready-toleration-seconds` and its like. */
  readonly tolerationSeconds: TolerationSeconds
}

/** The plugins that ask webhooks. */
export type WebhookPlugin = 'MutatingAdmissionWebhook' | 'ValidatingAdmissionWebhook'

/** The file with the configurations of admission plugins, and how it is read. */
export interface AdmissionSource extends ManifestReading {
  /** `--admission-control-config-file` */
  readonly path: string
  readonly tolerationSeconds: TolerationSeconds
  readonly readFile: ReadFileSync
}

type ConfigOf = (plugin: string) => JsonObject | undefined
interface Configurations {
  readonly configOf: ConfigOf
  /** The plugins that the file names. */
  readonly names: readonly string[]
}
const nothing: Configurations = { configOf: () => undefined, names: [] }
const policyPlugins = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'] as const
const webhookPlugins = ['MutatingAdmissionWebhook', 'ValidatingAdmissionWebhook'] as const
const configurable = [
  ...webhookPlugins,
  'MutatingAdmissionPolicy',
  'ValidatingAdmissionPolicy',
  'EventRateLimit',
  'PodNodeSelector',
  'PodSecurity',
  'PodTolerationRestriction',
  'ResourceQuota',
]

/** Reads the file and checks what the enabled plugins find there. Throws StartupError, and FatalError for a missing file of a plugin. */
export function admissionConfiguration(
  plugins: readonly string[],
  { path, tolerationSeconds, readFile, ...reading }: AdmissionSource,
): AdmissionConfiguration {
  const { configOf, names } = path === '' ? nothing : readConfigurations(path, readFile, reading.minor)
  for (const plugin of plugins) checks.get(plugin)?.(configOf, reading)
  const list = <T>(plugin: string, name: string): readonly T[] =>
    plugins.includes(plugin) ? objects<T>(configOf(plugin)?.[name]) : []
  return {
    eventLimits: list('EventRateLimit', 'limits'),
    nodeSelectors: nodeSelectors(configOf),
    tolerations: tolerationDefaults(configOf('PodTolerationRestriction')),
    limitedResources: list('ResourceQuota', 'limitedResources'),
    podSecurity: podSecurityConfiguration(configOf('PodSecurity')),
    webhookKubeconfigs: {
      MutatingAdmissionWebhook: kubeConfigFile(configOf('MutatingAdmissionWebhook')),
      ValidatingAdmissionWebhook: kubeConfigFile(configOf('ValidatingAdmissionWebhook')),
    },
    manifestFolders: Object.fromEntries(
      plugins.flatMap((plugin) => {
        const folder = plugin in manifestPlugins ? configOf(plugin)?.['staticManifestsDir'] : undefined
        return readsManifests(reading.minor) && typeof folder === 'string' ? [[plugin, folder]] : []
      }),
    ),
    tolerationSeconds,
    ignored: names.filter((name) => !configurable.includes(name)),
  }
}

/** The items of a list; what is none of a kind that could be meant is left out. */
const objects = <T>(value: JsonValue | undefined): T[] =>
  (Array.isArray(value) ? value.filter(isObject) : []) as T[]

const unreadable = (why: string): StartupError =>
  new StartupError(`failed to apply admission: failed to read plugin config: ${why}`)
const notMade = (plugin: string, why: string): StartupError =>
  new StartupError(`failed to apply admission: couldn't init admission plugin ${goQuote(plugin)}: ${why}`)

function parsed(text: string): JsonValue {
  try {
    return parseYaml(text).value
  } catch (error) {
    if (error instanceof DecodeError) throw unreadable(error.message)
    throw error
  }
}

/** Plugins whose settings were a file without a kind. */
const unversioned = ['PodNodeSelector', 'ImagePolicyWebhook']

function readConfigurations(path: string, readFile: ReadFileSync, minor: number): Configurations {
  const text = content(path, readFile, (why) =>
    unreadable(`unable to read admission control configuration from ${goQuote(path)} [${why}]`),
  )
  const whole = wholeOf(text, minor)
  if (whole === undefined) {
    const settings = parsed(text) as JsonObject
    return { configOf: (plugin) => (unversioned.includes(plugin) ? settings : undefined), names: [] }
  }
  const plugins = objects<JsonObject>(whole['plugins'])
  const configOf: ConfigOf = (name) => {
    const own = plugins.find((plugin) => plugin['name'] === name)
    return own === undefined ? undefined : configurationOf(own, path, readFile)
  }
  return { configOf, names: plugins.map((plugin) => String(plugin['name'] ?? '')) }
}

const group = 'apiserver.config.k8s.io'

const admissionKind = (minor: number): ConfigurationKind => ({
  kind: 'AdmissionConfiguration',
  types: {
    AdmissionConfiguration: [
      ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
      'plugins Plugins []AdmissionPluginConfiguration',
    ],
    AdmissionPluginConfiguration: [
      'name Name string',
      'path Path string',
      'configuration Configuration ~apimachinery.pkg.runtime.RawExtension',
    ],
  },
  strict: optionsDialect(minor).decodesServerFilesStrictly,
  instead: ({ type }) => `unexpected type: *apiserver.${type}`,
})

/** The whole configuration; undefined where the text is a file of before there was one, with the settings of a plugin. */
function wholeOf(text: string, minor: number): JsonObject | undefined {
  try {
    return decodeServerConfiguration(text, admissionKind(minor), minor) as JsonObject
  } catch (error) {
    if (isUnversioned(text)) return undefined
    throw unreadable((error as Error).message)
  }
}

function isUnversioned(text: string): boolean {
  const value = parsed(text)
  return isObject(value) && ('podNodeSelectorPluginConfig' in value || 'imagePolicy' in value)
}

function configurationOf(plugin: JsonObject, path: string, readFile: ReadFileSync): JsonObject | undefined {
  if (isObject(plugin['configuration'])) return plugin['configuration']
  const own = String(plugin['path'] ?? '')
  if (own === '') return undefined
  const file = isAbsolute(own) ? own : join(dirname(path), own)
  const text = content(
    file,
    readFile,
    () =>
      new FatalError(
        `Couldn't open admission plugin configuration ${file}: &fs.PathError{Op:"open", Path:${goQuote(file)}, Err:0x2}`,
      ),
  )
  const value = parsed(text)
  return isObject(value) ? value : {}
}

function content(path: string, readFile: ReadFileSync, refuse: (why: string) => Error): string {
  try {
    return readFile(path)
  } catch {
    throw refuse(`open ${path}: no such file or directory`)
  }
}

/** The check of a plugin's configuration, by plugin name; throws where the plugin could not be built with it. */
const checks: ReadonlyMap<string, (configOf: ConfigOf, reading: ManifestReading) => void> = new Map([
  ['ImagePolicyWebhook', requireConfiguration],
  ['EventRateLimit', checkEventLimits],
  ['PodTolerationRestriction', checkTolerations],
  ['ResourceQuota', checkLimitedResources],
  ['PodSecurity', checkPodSecurity],
  ...webhookPlugins.map((plugin) => [plugin, checkWebhooks(plugin)] as const),
  ...policyPlugins.map((plugin) => [plugin, checkManifests(plugin)] as const),
])

const readsManifests = (minor: number): boolean => optionsDialect(minor).readsAdmissionManifests

/** In releases that read manifests. */
function checkManifests(plugin: ManifestPlugin): (configOf: ConfigOf, reading: ManifestReading) => void {
  return (configOf, reading) => {
    const config = readsManifests(reading.minor) ? configOf(plugin) : undefined
    if (config === undefined) return
    try {
      checkManifestPlugin(plugin, config, reading)
    } catch (error) {
      throw notMade(plugin, (error as Error).message)
    }
  }
}

/** Upstream: apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go */
function checkWebhooks(plugin: WebhookPlugin): (configOf: ConfigOf, reading: ManifestReading) => void {
  return (configOf, reading) => {
    const config = configOf(plugin)
    if (config === undefined) return
    if (readsManifests(reading.minor)) return checkManifests(plugin)(configOf, reading)
    if (String(config['apiVersion']) === `${group}/v1`)
      checkKind(plugin, config, 'WebhookAdmissionConfiguration', [`${group}/v1`])
    else checkKind(plugin, config, 'WebhookAdmission', [`${group}/v1alpha1`])
    const error = kubeConfigError(kubeConfigFile(config) ?? '')
    if (error !== undefined) throw notMade(plugin, errorText(error))
  }
}

const kubeConfigFile = (config: JsonObject | undefined): string | undefined =>
  typeof config?.['kubeConfigFile'] === 'string' ? config['kubeConfigFile'] : undefined

function requireConfiguration(configOf: ConfigOf): void {
  if (configOf('ImagePolicyWebhook') === undefined) throw notMade('ImagePolicyWebhook', 'no config specified')
}

/** Throws where the configuration is of another kind. */
function checkKind(plugin: string, config: JsonObject | undefined, kind: string, ofVersions: string[]): void {
  if (config === undefined) return
  const [own, version] = [String(config['kind'] ?? ''), String(config['apiVersion'] ?? '')]
  if (own === kind && ofVersions.includes(version)) return
  const scheme = 'in scheme "pkg/runtime/scheme.go:111"'
  throw notMade(plugin, `no kind ${goQuote(own)} is registered for version ${goQuote(version)} ${scheme}`)
}

const limitTypes = ['Server', 'Namespace', 'User', 'SourceAndObject']

function checkEventLimits(configOf: ConfigOf, { minor }: ManifestReading): void {
  const plugin = 'EventRateLimit'
  const config = configOf(plugin)
  checkKind(plugin, config, 'Configuration', ['eventratelimit.admission.k8s.io/v1alpha1'])
  const limits = config?.['limits']
  if (!Array.isArray(limits) || limits.length === 0) {
    const shown = badValue(limits, '[]eventratelimit.Limit', minor)
    throw notMade(plugin, errorText(field.invalid('limits', shown, 'must not be empty')))
  }
  const errors = limits.flatMap((limit, i) =>
    eventLimitErrors(isObject(limit) ? limit : {}, FieldPath.of('limits').index(i)),
  )
  if (errors.length > 0) throw notMade(plugin, aggregate(errors.map(errorText)))
}

function eventLimitErrors(limit: JsonObject, path: FieldPath): FieldError[] {
  const type = String(limit['type'] ?? '')
  const number = (name: string): number => Number(limit[name] ?? 0)
  const positive = (name: string): FieldError[] =>
    number(name) > 0 ? [] : [field.invalid(path.child(name), number(name), 'must be positive')]
  const badCache = type !== 'Server' && number('cacheSize') < 0
  return [
    ...(limitTypes.includes(type) ? [] : [field.notSupported(path.child('type'), type, limitTypes)]),
    ...positive('burst'),
    ...positive('qps'),
    ...(badCache
      ? [field.invalid(path.child('cacheSize'), number('cacheSize'), 'must not be negative')]
      : []),
  ]
}

const tolerationDefaults = (config: JsonObject | undefined): Required<TolerationDefaults> => ({
  default: objects(config?.['default']),
  whitelist: objects(config?.['whitelist']),
})

function checkTolerations(configOf: ConfigOf, { minor }: ManifestReading): void {
  const plugin = 'PodTolerationRestriction'
  const config = configOf(plugin)
  checkKind(plugin, config, 'Configuration', ['podtolerationrestriction.admission.k8s.io/v1alpha1'])
  const { default: defaults, whitelist } = tolerationDefaults(config)
  const path = FieldPath.of('podtolerationrestriction')
  const options = { minor, allowTaintTolerationComparisonOperators: false }
  const errors = [
    ...validateTolerations(defaults, path.child('default'), options),
    ...validateTolerations(whitelist, path.child('whitelist'), options),
  ]
  if (errors.length > 0) throw notMade(plugin, `invalid config: [${errors.map(errorText).join(' ')}]`)
}

function checkLimitedResources(configOf: ConfigOf): void {
  const plugin = 'ResourceQuota'
  const config = configOf(plugin)
  const known = ['v1', 'v1beta1', 'v1alpha1']
  if (String(config?.['apiVersion']).startsWith('resourcequota.admission.k8s.io/'))
    checkKind(
      plugin,
      config,
      'Configuration',
      known.map((v) => `resourcequota.admission.k8s.io/${v}`),
    )
  else checkKind(plugin, config, 'ResourceQuotaConfiguration', [`${group}/v1`])
  const limited = config?.['limitedResources']
  const errors = (Array.isArray(limited) ? limited : []).flatMap((item, i) =>
    isObject(item) && item['resource']
      ? []
      : [field.required(FieldPath.of('limitedResources').index(i).child('resource'), '')],
  )
  if (errors.length > 0) throw notMade(plugin, aggregate(errors.map(errorText)))
}

function nodeSelectors(configOf: ConfigOf): NodeSelectors {
  const own = getOwn(configOf('PodNodeSelector') ?? {}, 'podNodeSelectorPluginConfig')
  if (!isObject(own)) return {}
  return Object.fromEntries(
    Object.entries(own).filter(([, text]) => typeof text === 'string'),
  ) as NodeSelectors
}

const podSecurityVersions = ['v1', 'v1beta1', 'v1alpha1'].map(
  (version) => `pod-security.admission.config.k8s.io/${version}`,
)
const modes = ['enforce', 'warn', 'audit'] as const

function checkPodSecurity(configOf: ConfigOf): void {
  const plugin = 'PodSecurity'
  const config = configOf(plugin)
  checkKind(plugin, config, 'PodSecurityConfiguration', podSecurityVersions)
  const texts = defaultTexts(config)
  const path = FieldPath.of('defaults')
  const errors = modes.flatMap((mode) => {
    const { level, version } = texts[mode]
    return [
      ...(parseLevel(level) ? [] : [field.invalid(path.child(mode), level, wrongLevel)]),
      ...(parseVersion(version) ? [] : [field.invalid(path.child(`${mode}-version`), version, wrongVersion)]),
    ]
  })
  if (errors.length > 0) throw notMade(plugin, aggregate(errors.map(errorText)))
}

function defaultTexts(config: JsonObject | undefined) {
  const defaults = isObject(config?.['defaults']) ? config['defaults'] : {}
  const of = (mode: string) => ({
    level: String(defaults[mode] || 'privileged'),
    version: String(defaults[`${mode}-version`] || 'latest'),
  })
  return { enforce: of('enforce'), audit: of('audit'), warn: of('warn') }
}

function podSecurityConfiguration(config: JsonObject | undefined): PodSecurityConfiguration {
  if (config === undefined) return noPodSecurity
  const texts = defaultTexts(config)
  const defaults = Object.fromEntries(
    modes.map((mode) => {
      const { level, version } = texts[mode]
      return [mode, { level: parseLevel(level), version: parseVersion(version)?.version }]
    }),
  ) as unknown as Policy
  const own = isObject(config['exemptions']) ? config['exemptions'] : {}
  const texted = (name: string): string[] => (Array.isArray(own[name]) ? own[name].map(String) : [])
  const exemptions = {
    usernames: texted('usernames'),
    namespaces: texted('namespaces'),
    runtimeClasses: texted('runtimeClasses'),
  }
  return { defaults, exemptions }
}
