// Upstream: k8s.io/pod-security-admission policy/check_{allowPrivilegeEscalation,capabilities_restricted,procMount_restricted,restrictedVolumes,runAsNonRoot,runAsUser,seccompProfile_restricted}.go

import type { Volume } from '../../../api/core-v1.ts'
import { allContainers } from '../../registry/pod/visit.ts'
import { admissionDialect } from '../dialect.ts'
import { procMount, seccompProfiles } from './baseline-checks.ts'
import {
  type Check,
  containersText,
  containersWhere,
  joinQuote,
  type PodCheck,
  plural,
  settersText,
  sortedSet,
  unlessOwnUsers,
  unlessRelaxed,
  unlessWindows,
} from './check.ts'

const privilegeEscalation: PodCheck = ({ spec }) => {
  const bad = containersWhere(spec, (c) => c.securityContext?.allowPrivilegeEscalation !== false)
  if (bad.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

const capabilities: PodCheck = ({ spec }) => {
  const added = (c: ReturnType<typeof allContainers>[number]): string[] =>
    (c.securityContext?.capabilities?.add ?? []).filter((name) => name !== 'NET_BIND_SERVICE')
  const missing = containersWhere(spec, (c) => !(c.securityContext?.capabilities?.drop ?? []).includes('ALL'))
  const adding = containersWhere(spec, (c) => added(c).length > 0)
  const details = [
    ...(missing.length > 0
      ? [`${containersText(missing)} must set securityContext.capabilities.drop=["ALL"]`]
      : []),
    ...(adding.length > 0
      ? [
          `${containersText(adding)} must not include ${joinQuote(sortedSet(allContainers(spec).flatMap(added)))} in securityContext.capabilities.add`,
        ]
      : []),
  ]
  return details.length === 0
    ? undefined
    : { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

/** Volume types that the restricted level forbids, in the order in which upstream looks for them. */
const badVolumeTypes: readonly (readonly [keyof Volume, string])[] = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
].map((name) => [name as keyof Volume, name] as const)
const goodVolumeTypes: readonly (keyof Volume)[] = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]

/** @param images whether volumes of images are allowed, which the release decides, not the standard's version */
const volumes =
  (images: boolean): PodCheck =>
  ({ spec }) => {
    const good = images ? [...goodVolumeTypes, 'image' as keyof Volume] : goodVolumeTypes
    const bad = (spec.volumes ?? []).filter((v) => !good.some((type) => v[type] != null))
    if (bad.length === 0) return undefined
    const types = sortedSet(
      bad.map((v) => badVolumeTypes.find(([type]) => v[type] != null)?.[1] ?? 'unknown'),
    )
    return {
      reason: 'restricted volume types',
      detail: `${plural(bad.length, 'volume', 'volumes')} ${joinQuote(bad.map((v) => v.name ?? ''))} ${plural(bad.length, 'uses', 'use')} ${plural(types.length, 'restricted volume type', 'restricted volume types')} ${joinQuote(types)}`,
    }
  }

const nonRoot: PodCheck = ({ spec }) => {
  const reason = 'runAsNonRoot != true'
  const ofPod = spec.securityContext?.runAsNonRoot
  const setters = settersText(
    ofPod === false,
    containersWhere(spec, (c) => c.securityContext?.runAsNonRoot === false),
  )
  if (setters !== '') return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` }
  const missing = containersWhere(spec, (c) => c.securityContext?.runAsNonRoot == null && ofPod !== true)
  if (missing.length === 0) return undefined
  return { reason, detail: `pod or ${containersText(missing)} must set securityContext.runAsNonRoot=true` }
}

const user: PodCheck = ({ spec }) => {
  const setters = settersText(
    spec.securityContext?.runAsUser === 0,
    containersWhere(spec, (c) => c.securityContext?.runAsUser === 0),
  )
  return setters === '' ? undefined : { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` }
}

const seccomp: PodCheck = (pod) => {
  const bad = seccompProfiles(pod)
  if (bad !== undefined || pod.spec.securityContext?.seccompProfile != null) return bad
  const missing = containersWhere(pod.spec, (c) => c.securityContext?.seccompProfile == null)
  if (missing.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${containersText(missing)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

/** The checks that the restricted level adds to the baseline, by name. @param minor the release of the server */
export const restrictedChecks = (minor: number): readonly Check[] => [
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    versions: [
      { since: 8, check: privilegeEscalation },
      { since: 25, check: unlessWindows(privilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    overrides: 'capabilities_baseline',
    versions: [
      { since: 22, check: capabilities },
      { since: 25, check: unlessWindows(capabilities) },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    overrides: 'procMount',
    versions: [{ since: 35, check: procMount }],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    overrides: 'hostPathVolumes',
    versions: [{ since: 0, check: volumes(admissionDialect(minor).takesImageVolumes) }],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    versions: [
      { since: 0, check: unlessRelaxed(nonRoot) },
      { since: 35, check: unlessOwnUsers(nonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    versions: [
      { since: 23, check: unlessRelaxed(user) },
      { since: 35, check: unlessOwnUsers(user) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    overrides: 'seccompProfile_baseline',
    versions: [
      { since: 19, check: seccomp },
      { since: 25, check: unlessWindows(seccomp) },
    ],
  },
]
