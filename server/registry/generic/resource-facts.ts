// Upstream: pkg/kubeapiserver/default_storage_factory_builder.go (prefixes), the stores of pkg/registry/*/*/storage

/** Where keys do not follow the plural. */
const specialPrefixes: Readonly<Record<string, string>> = {
  '/replicationcontrollers': 'controllers',
  '/endpoints': 'services/endpoints',
  '/nodes': 'minions',
  '/services': 'services/specs',
  'networking.k8s.io/ingresses': 'ingress',
  'apiextensions.k8s.io/customresourcedefinitions': 'apiextensions.k8s.io/customresourcedefinitions',
  'apiregistration.k8s.io/apiservices': 'apiregistration.k8s.io/apiservices',
}

/** The prefix of a resource's keys, without a slash at the end. */
export function defaultKeyPrefix(group: string, resource: string): string {
  return `/registry/${specialPrefixes[`${group}/${resource}`] ?? resource}`
}

const answerDeleted = new Set([
  '/pods',
  '/services',
  '/podtemplates',
  '/persistentvolumes',
  '/persistentvolumeclaims',
  '/serviceaccounts',
  '/resourcequotas',
  'resource.k8s.io/resourceclaims',
  'resource.k8s.io/resourceclaimtemplates',
  'resource.k8s.io/resourceslices',
  'resource.k8s.io/deviceclasses',
  'resource.k8s.io/devicetaintrules',
  'resource.k8s.io/podschedulingcontexts',
  'resource.k8s.io/resourceclasses',
  'storage.k8s.io/csidrivers',
  'storage.k8s.io/csinodes',
  'storage.k8s.io/storageclasses',
  'storage.k8s.io/volumeattachments',
  'storage.k8s.io/volumeattributesclasses',
])

/** DELETE answers with the object. */
export const returnsDeletedObject = (group: string, resource: string): boolean =>
  answerDeleted.has(`${group}/${resource}`)

/** Dependents of these stay when a deletion does not say otherwise, as in the first versions of their APIs. */
export const orphansByDefault = (gr: { group: string; resource: string }): boolean =>
  (gr.group === 'batch' && gr.resource === 'jobs') ||
  (gr.group === '' && gr.resource === 'replicationcontrollers')
