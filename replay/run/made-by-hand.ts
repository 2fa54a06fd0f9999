/** Of these there is nothing but what somebody makes, or what comes of something that somebody made. */
export const madeByHand: ReadonlySet<string> = new Set([
  'persistentvolumeclaims',
  'pods',
  'services',
  'configmaps',
  'secrets',
  'deployments.apps',
  'statefulsets.apps',
  'daemonsets.apps',
  'replicasets.apps',
  'jobs.batch',
  'cronjobs.batch',
])
