import { expect, it } from 'vitest'
import { RecordedRegistry } from '../../component-base/metrics/recorded-metrics.ts'
import { loadRelease } from '../../component-base/release.ts'
import type { Authorizer } from '../endpoints/authorization/attributes.ts'
import type { GenericAPIServer } from '../endpoints/generic-apiserver.ts'
import { isSimulatedPlugin, registeredPlugins } from '../options/admission-plugins.ts'
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
