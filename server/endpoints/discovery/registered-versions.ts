import type { Release } from '../../../component-base/release.ts'
import { allGroupVersions, lifecycleOf } from './release-apis.ts'
import type { RegisteredVersions } from './runtime-config.ts'
import { byVersionPriority } from './version-priority.ts'

/** Group versions that the scheme registers and that neither serve resources nor have lifecycle data. */
const alsoRegistered = [
  '/v1',
  'admission.k8s.io/v1',
  'imagepolicy.k8s.io/v1alpha1',
  'rbac.authorization.k8s.io/v1alpha1',
  'scheduling.k8s.io/v1alpha1',
]

const known = new WeakMap<Release, RegisteredVersions>()

/** Every group version that a release can decode, served or not: group → versions by priority. */
export function registeredVersions(release: Release): RegisteredVersions {
  const versions = known.get(release) ?? registeredIn(release)
  known.set(release, versions)
  return versions
}

function registeredIn(release: Release): RegisteredVersions {
  const keys = new Set(alsoRegistered)
  for (const kind of Object.keys(lifecycleOf(release))) {
    const parts = kind.split('/')
    if (parts.length === 3 && parts[0] !== 'apidiscovery.k8s.io') keys.add(`${parts[0]}/${parts[1]}`)
  }
  for (const { group, version } of allGroupVersions(release)) keys.add(`${group}/${version}`)
  const out = new Map<string, string[]>()
  for (const key of keys) {
    const [group = '', version = ''] = key.split('/')
    out.set(group, [...(out.get(group) ?? []), version])
  }
  for (const versions of out.values()) versions.sort(byVersionPriority)
  return out
}
