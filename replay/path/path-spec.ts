import { minorOf } from '../../component-base/minor.ts'
import { InputError } from '../input-error.ts'

/** A component that a hop changes. */
export type Mover = 'apiserver' | 'kubelet' | 'kube-proxy'

/** The releases of `1.30 → 1.31 → 1.30`; `->` and `,` are arrows too. Throws InputError. */
export function releasesOfPath(text: string, known: (release: string) => boolean): string[] {
  const releases = text.split(/→|->|,/).map((part) => part.trim().replace(/^v/, ''))
  if (releases.length < 2)
    throw new InputError('', undefined, `"${text}" is no path: write it as "1.30 → 1.33 → 1.30"`)
  for (const release of releases)
    if (!/^1\.\d+(\.\d+)?$/.test(release) || !known(release))
      throw new InputError('', undefined, `"${text}": there is no release "${release}" to simulate`)
  return releases
}

const patchOf = (release: string): number => Number(release.split('.')[2] ?? Number.POSITIVE_INFINITY)

/** Whether a hop goes to the same or a newer release. */
export const isUpgrade = (from: string, to: string): boolean =>
  minorOf(to) > minorOf(from) || (minorOf(to) === minorOf(from) && patchOf(to) >= patchOf(from))

/**
 * The order of components that the upgrade documents prescribe: kube-apiserver first up and last down, kubelets before
 * kube-proxies.
 */
export const prescribed = (from: string, to: string): readonly Mover[] =>
  isUpgrade(from, to) ? ['apiserver', 'kubelet', 'kube-proxy'] : ['kube-proxy', 'kubelet', 'apiserver']

/** All orders in which the components of a hop can be moved; the supported one first. */
export const everyOrder: readonly (readonly Mover[])[] = [
  ['apiserver', 'kubelet', 'kube-proxy'],
  ['apiserver', 'kube-proxy', 'kubelet'],
  ['kubelet', 'apiserver', 'kube-proxy'],
  ['kube-proxy', 'apiserver', 'kubelet'],
  ['kubelet', 'kube-proxy', 'apiserver'],
  ['kube-proxy', 'kubelet', 'apiserver'],
]
