import { expect, it } from 'vitest'
import { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { loadRelease } from '../../component-base/release.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { isSimulatedPlugin, registeredPlugins } from '../options/admission-plugins.ts'
import type { AdmissionAttributes, AdmissionPlugin, Operation } from './chain.ts'
import { admissionPluginsOf, loadedTexts, type PluginParts } from './plugin-table.ts'
import { noPodSecurity } from './pod-security/policy.ts'

const parts: PluginParts = {
  apiserver: {
    registry: { store: () => undefined },
    context: {
      release: loadRelease(),
      metrics: new RecordedRegistry(36),
      gates: { known: () => false, enabled: () => false, unregistered: () => false },
    },
  } as unknown as GenericAPIServer,
  authorizer: {} as Authorizer,
  configuration: {
    eventLimits: [],
    nodeSelectors: {},
    tolerations: {},
    limitedResources: [],
    podSecurity: noPodSecurity,
    webhookKubeconfigs: { MutatingAdmissionWebhook: undefined, ValidatingAdmissionWebhook: undefined },
    tolerationSeconds: { notReady: 300, unreachable: 300 },
    ignored: [],
    manifestFolders: {},
  },
  manifests: {},
}

it('has a plugin for every name that is not marked as taken without effect', () => {
  for (const minor of [30, 31, 32, 33, 34, 35, 36]) {
    const names = registeredPlugins(minor)
    const made = admissionPluginsOf(names, parts).map(({ name }) => name)
    expect(made).toEqual(names.filter(isSimulatedPlugin))
  }
})

it('tells which plugins it has, as the real server does', () => {
  const names = ['NamespaceLifecycle', 'LimitRanger', 'ResourceQuota', 'ValidatingAdmissionWebhook']
  expect(loadedTexts(admissionPluginsOf(names, parts))).toEqual([
    'Loaded 2 mutating admission controller(s) successfully in the following order: NamespaceLifecycle,LimitRanger.',
    'Loaded 3 validating admission controller(s) successfully in the following order: LimitRanger,ResourceQuota,ValidatingAdmissionWebhook.',
  ])
})

/** Tells when any of its members is asked for. */
const spied = (told: () => void): object => new Proxy({}, { get: told })

/** What a plugin looks into or asks the storage for when it is shown writes of all resources, as `group/resource`. */
async function lookedAt(
  plugin: AdmissionPlugin,
  touched: { was: boolean },
  release: string,
): Promise<Set<string>> {
  const found = new Set<string>()
  const object = spied(() => {
    touched.was = true
  })
  const server = { release: loadRelease(release), gates: parts.apiserver.context.gates }
  for (const { group, version, resources } of releaseFacts(release, 'discovery-all').groupVersions)
    for (const { name, kind, ...own } of resources) {
      const [resource = '', subresource = ''] = name.split('/')
      for (const operation of ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] satisfies Operation[]) {
        if (!plugin.handles(operation)) continue
        const attributes = {
          request: { group, version, resource, subresource, namespace: 'a', name: 'b', user: {}, server },
          operation,
          kind: { group: own.group ?? group, version: own.version ?? version, kind },
          object,
          oldObject: operation === 'UPDATE' ? { metadata: {} } : undefined,
        } as unknown as AdmissionAttributes
        for (const step of ['admit', 'validate'] as const) {
          touched.was = false
          // It may make nothing of such an object: that it looked is enough.
          await (async () => plugin[step]?.(attributes))().catch(() => {})
          if (touched.was) found.add(`${group}/${resource}`)
        }
      }
    }
  return found
}

it.each(['1.30', '1.33', '1.36'])(
  'plugins of %s that name resources look at these and at no others',
  async (release) => {
    const touched = { was: false }
    const storage = spied(() => {
      touched.was = true
    })
    const gates = { known: () => true, enabled: () => true, unregistered: () => true }
    const context = { ...parts.apiserver.context, release: loadRelease(release), storage, gates }
    const apiserver = { ...parts.apiserver, context } as unknown as GenericAPIServer
    const names = registeredPlugins(loadRelease(release).minor)
    const plugins = admissionPluginsOf(names, { ...parts, apiserver }).filter(
      (plugin) => plugin.resources !== undefined,
    )
    expect(plugins.length).toBeGreaterThan(7)
    const served = new Set(
      releaseFacts(release, 'discovery-all').groupVersions.flatMap(({ group, resources }) =>
        resources.map(({ name }) => `${group}/${name}`),
      ),
    )
    for (const plugin of plugins) {
      const named = [...plugin.resources!].filter((one) => served.has(one)).sort()
      expect([plugin.name, [...(await lookedAt(plugin, touched, release))].sort()]).toEqual([
        plugin.name,
        named,
      ])
    }
  },
)
