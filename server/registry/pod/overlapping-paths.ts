// Upstream: pkg/api/pod/warnings.go (warningsForOverlappingVirtualPaths)

import type { Volume, VolumeProjection } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { trimRight } from '../../../component-base/go/quote.ts'
import { podDialect } from './dialect.ts'

interface Path {
  readonly path: string
  readonly source: string
}
const show = ({ path, source }: Path): string =>
  source === '' ? goQuote(path) : `${goQuote(path)} (${source})`
const pathsOf = (items: readonly { path?: string }[] | undefined, source = ''): Path[] =>
  (items ?? []).map((item) => ({ path: item.path ?? '', source }))

/** The warnings about files of a volume whose paths overlap. */
export function overlappingPathWarnings(volumes: readonly Volume[], minor: number): string[] {
  return volumes.flatMap((volume) => {
    const name = volume.name ?? ''
    const warn = (what: string, paths: readonly Path[]): string[] =>
      collisions(paths).map((text) => `volume ${goQuote(name)} (${what}): overlapping paths: ${text}`)
    return [
      ...warn(`ConfigMap ${goQuote(volume.configMap?.name ?? '')}`, pathsOf(volume.configMap?.items)),
      ...warn(`Secret ${goQuote(volume.secret?.secretName ?? '')}`, pathsOf(volume.secret?.items)),
      ...warn('DownwardAPI', pathsOf(volume.downwardAPI?.items)),
      ...(volume.projected ? projectedWarnings(name, volume.projected.sources ?? [], warn, minor) : []),
    ]
  })
}

function projectedWarnings(
  name: string,
  sources: readonly VolumeProjection[],
  warn: (what: string, paths: readonly Path[]) => string[],
  minor: number,
): string[] {
  const empty = sources
    .filter((s) => Object.keys(s).length === 0)
    .map(() => `volume ${goQuote(name)} (Projected) has no sources provided`)
  return [
    ...empty,
    ...warn(
      'Projected',
      sources.flatMap((source) => projectedPaths(source, minor)),
    ),
  ]
}

function projectedPaths(source: VolumeProjection, minor: number): Path[] {
  if (source.configMap?.items)
    return pathsOf(source.configMap.items, `ConfigMap ${goQuote(source.configMap.name ?? '')}`)
  if (source.secret?.items) return pathsOf(source.secret.items, `Secret ${goQuote(source.secret.name ?? '')}`)
  if (source.downwardAPI?.items) return pathsOf(source.downwardAPI.items, 'DownwardAPI')
  if (source.serviceAccountToken) return pathsOf([source.serviceAccountToken], 'ServiceAccountToken')
  const bundle = source.clusterTrustBundle
  if (bundle)
    return pathsOf([bundle], `ClusterTrustBundle ${goQuote(bundle.name ?? bundle.signerName ?? '')}`)
  const certificate = source.podCertificate
  if (!certificate || !podDialect(minor).comparesCertificatePaths) return []
  const parts = [
    ['certificateChainPath', 'chain'],
    ['keyPath', 'key'],
    ['credentialBundlePath', 'credential bundle'],
  ] as const
  return parts
    .filter(([key]) => certificate[key])
    .map(([key, what]) => ({ path: certificate[key]!, source: `PodCertificate ${what}` }))
}

function collisions(paths: readonly Path[]): string[] {
  const seen: Path[] = []
  return paths.flatMap((given) => {
    const own = { ...given, path: trimRight(given.path, '/') }
    const found =
      own.path === ''
        ? []
        : seen.filter(
            (other) =>
              other.path !== '' &&
              (`${other.path}/`.startsWith(`${own.path}/`) || `${own.path}/`.startsWith(`${other.path}/`)),
          )
    seen.push(own)
    return found.map((other) => `${show(own)} with ${show(other)}`)
  })
}
