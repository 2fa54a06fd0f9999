// Upstream: pkg/registry/core/pod/strategy.go of releases before 1.27 (applySeccompVersionSkew), KEP-135
import type { Pod, SeccompProfile } from '../../../api/core-v1.ts'
import { getOwn, type ObjectMeta, setOwn } from '../../../apimachinery/json.ts'
import { seccompContainerPrefix, seccompPodAnnotation } from './annotations.ts'
import { podDialect } from './dialect.ts'
import { allContainers } from './visit.ts'

const localhost = 'localhost/'

function fieldOf(annotation: string): SeccompProfile | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' }
  if (annotation === 'runtime/default' || annotation === 'docker/default') return { type: 'RuntimeDefault' }
  const file = annotation.startsWith(localhost) ? annotation.slice(localhost.length) : ''
  return file === '' ? undefined : { type: 'Localhost', localhostProfile: file }
}

function annotationOf({ type, localhostProfile }: SeccompProfile): string {
  if (type === 'Unconfined') return 'unconfined'
  if (type === 'RuntimeDefault') return 'runtime/default'
  return type === 'Localhost' && localhostProfile ? `${localhost}${localhostProfile}` : ''
}

interface SecurityContext {
  seccompProfile?: SeccompProfile
}

/** One profile, of which the annotation and the field say the same afterwards. */
function synchronize(
  metadata: ObjectMeta,
  key: string,
  owner: { securityContext?: SecurityContext },
  writesAnnotations: boolean,
): void {
  const annotation = getOwn(metadata.annotations, key)
  const field = owner.securityContext?.seccompProfile
  if (field != null) {
    const written = writesAnnotations && annotation === undefined ? annotationOf(field) : ''
    if (written === '') return
    metadata.annotations ??= {}
    setOwn(metadata.annotations, key, written)
    return
  }
  const profile = annotation === undefined ? undefined : fieldOf(annotation)
  if (profile === undefined) return
  owner.securityContext ??= {}
  owner.securityContext.seccompProfile = profile
}

/** Brings the seccomp annotations and fields of a new pod together, in place, as the release does. */
export function applySeccompSkew(pod: Pod, minor: number): void {
  const { readsSeccompAnnotations, writesSeccompAnnotations } = podDialect(minor)
  if (!readsSeccompAnnotations || pod.spec === undefined) return
  pod.metadata ??= {}
  const metadata = pod.metadata as ObjectMeta
  synchronize(metadata, seccompPodAnnotation, pod.spec, writesSeccompAnnotations)
  for (const container of allContainers(pod.spec))
    synchronize(
      metadata,
      `${seccompContainerPrefix}${container.name ?? ''}`,
      container,
      writesSeccompAnnotations,
    )
}
