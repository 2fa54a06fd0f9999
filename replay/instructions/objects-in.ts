// Kinds of objects as documents name them.

/** A word → what kubectl calls it. */
const kinds: Readonly<Record<string, string>> = {
  pod: 'pod',
  job: 'job',
  deployment: 'deployment',
  deploy: 'deployment',
  statefulset: 'statefulset',
  sts: 'statefulset',
  daemonset: 'daemonset',
  ds: 'daemonset',
  replicaset: 'replicaset',
  cronjob: 'cronjob',
  service: 'service',
  svc: 'service',
  endpointslice: 'endpointslice',
  configmap: 'configmap',
  cm: 'configmap',
  secret: 'secret',
  namespace: 'namespace',
  pvc: 'persistentvolumeclaim',
  persistentvolumeclaim: 'persistentvolumeclaim',
  pv: 'persistentvolume',
  persistentvolume: 'persistentvolume',
  volume: 'persistentvolume',
  hpa: 'horizontalpodautoscaler',
  horizontalpodautoscaler: 'horizontalpodautoscaler',
  pdb: 'poddisruptionbudget',
  poddisruptionbudget: 'poddisruptionbudget',
  storageclass: 'storageclass',
  sc: 'storageclass',
  vac: 'volumeattributesclass',
  volumeattributesclass: 'volumeattributesclass',
  node: 'node',
  crd: 'customresourcedefinition',
  customresourcedefinition: 'customresourcedefinition',
  networkpolicy: 'networkpolicy',
  ingress: 'ingress',
  lease: 'lease',
  priorityclass: 'priorityclass',
  runtimeclass: 'runtimeclass',
  serviceaccount: 'serviceaccount',
  resourceclaim: 'resourceclaim',
  resourceclaimtemplate: 'resourceclaimtemplate',
  resourceslice: 'resourceslice',
  deviceclass: 'deviceclass',
  podgroup: 'podgroup',
  mutatingadmissionpolicy: 'mutatingadmissionpolicy',
  validatingadmissionpolicy: 'validatingadmissionpolicy',
  servicecidr: 'servicecidr',
  ipaddress: 'ipaddress',
  clusterrole: 'clusterrole',
  rolebinding: 'rolebinding',
  event: 'event',
}
const ends = [/^$/, /s$/, /es$/, /ies$/]
const singular = (word: string): string[] => [
  word,
  ...ends
    .slice(1)
    .flatMap((end) => (end.test(word) ? [word.replace(end, end.source === 'ies$' ? 'y' : '')] : [])),
]

/** kubectl's name of the kind that a word means; undefined for another word. */
export function kindOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  for (const one of singular(lower)) if (Object.hasOwn(kinds, one)) return kinds[one]
  // "IndexedJob"
  return /[a-z]Jobs?$/.test(word) ? 'job' : undefined
}

/** The kinds that a text names, each once, in its order. "Network Policy" and "stateful set" are one word each. */
export function kindsIn(text: string): string[] {
  const joined = text.replace(
    /\b(stateful|daemon|replica|config|cron|endpoint|resource|network|storage|device|pod)[- ](set|map|job|slice|claim|policy|policies|class|classes|group)/gi,
    '$1$2',
  )
  const found = new Set<string>()
  for (const [word] of joined.matchAll(/[A-Za-z]+/g)) {
    const kind = kindOf(word)
    if (kind !== undefined) found.add(kind)
  }
  return [...found]
}

/** Objects' own names: in backticks, or beside their kind ("Job A", "pod test-1"). */
export function namesIn(text: string): string[] {
  const names = new Set<string>()
  for (const [, name] of text.matchAll(/`([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)`/g))
    if (kindOf(name!) === undefined && /[a-z]/.test(name!) && !/^\.|^(?:spec|status|metadata)\b/.test(name!))
      names.add(name!)
  for (const [, kind, name] of text.matchAll(/\b([A-Za-z]+)\s+([a-z][a-z0-9]*(?:-[a-z0-9]+)+)\b/g))
    if (kindOf(kind!) !== undefined) names.add(name!)
  return [...names]
}
