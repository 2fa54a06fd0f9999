/**
 * What people make, by resource. `only`: there is nothing but what somebody makes, or what comes of something that somebody made.
 * `also`: a cluster has some by itself. Of other kinds it may tell something that an object is not there.
 */
export const madeByHand: ReadonlyMap<string, 'only' | 'also'> = new Map([
  ['persistentvolumeclaims', 'only'],
  ['pods', 'only'],
  ['services', 'only'],
  ['configmaps', 'only'],
  ['secrets', 'only'],
  ['deployments.apps', 'only'],
  ['statefulsets.apps', 'only'],
  ['daemonsets.apps', 'only'],
  ['replicasets.apps', 'only'],
  ['jobs.batch', 'only'],
  ['cronjobs.batch', 'only'],
  ['persistentvolumes', 'also'],
  ['namespaces', 'also'],
  ['endpoints', 'also'],
  ['nodes', 'also'],
])
