// The axes of a matrix as they are written: `1.33..1.36`, `n-3..n`, `Gate=true,false,unset`.
import { minorOf } from '../../component-base/minor.ts'
import { InputError } from '../input-error.ts'
import type { GateComponent, GateSetting } from './cell.ts'

/** What to vary, as written on the command line or exported by a scenario as `matrix`. */
export interface Matrix {
  apiserver?: string
  kubelet?: string
  kubeProxy?: string
  emulated?: string
  minCompatibility?: string
  gates?: readonly string[]
}

/**
 * Releases of an axis: a list of releases and ranges. `n` is `base`. Throws AxisError for what is not one, and for a
 * release that is written out and not known; relative ones that are not known are left out.
 */
export function releasesOf(
  text: string,
  axis: string,
  base: string | undefined,
  known: (release: string) => boolean,
): string[] {
  const found: string[] = []
  for (const item of text.split(',').map((part) => part.trim())) {
    const [from = '', to = from, more] = item.split('..')
    const first = endOf(from, base)
    const last = endOf(to, base)
    if (first === undefined || last === undefined || more !== undefined)
      throw new AxisError(axis, text, example(base))
    const releases = first === last ? [first] : span(first, last)
    if (releases.length === 0) throw new AxisError(axis, text, `${from} is newer than ${to}`)
    for (const release of releases) {
      if (known(release)) found.push(release)
      else if (!item.includes('n'))
        throw new AxisError(axis, text, `there is no release ${release} to simulate`)
    }
  }
  return [...new Set(found)]
}

/**
 * The servers of each cell, as {@link releasesOf}: mostly one, or several of one control plane, written `1.35+1.36`. Throws AxisError.
 */
export function serversOf(text: string, known: (release: string) => boolean): string[][] {
  const found = text.split(',').flatMap((item) => {
    const parts = item.split('+').map((part) => part.trim())
    const releases = parts.map((part) => releasesOf(part, 'apiserver', undefined, known))
    if (parts.length === 1) return releases[0]!.map((release) => [release])
    if (parts.some((part) => part.includes('..')))
      throw new AxisError('apiserver', text, 'write servers that run together as 1.35+1.36')
    return [releases.flat()]
  })
  return [...new Map(found.map((servers) => [servers.join('+'), servers])).values()]
}

/** A release or gate of a matrix that cannot be used; its message names the option of the command line. */
export class AxisError extends InputError {
  /** `kubelet 1.29: there is no release 1.29 to simulate`: for who wrote no option. */
  readonly withoutOption: string
  constructor(axis: string, text: string, why: string) {
    const withoutOption = `${axis} ${text}: ${why}`
    super('', undefined, `--${withoutOption}`)
    this.withoutOption = withoutOption
  }
}

const example = (base: string | undefined): string =>
  base === undefined
    ? 'write releases as 1.36, 1.33..1.36 or 1.30,1.36'
    : 'write releases as 1.36, 1.33..1.36 or, from the release of kube-apiserver, n-3..n'

function endOf(text: string, base: string | undefined): string | undefined {
  if (/^v?1\.\d+(\.\d+)?$/.test(text)) return text.replace(/^v/, '')
  const relative = /^n([+-]\d+)?$/.exec(text)
  if (relative === null || base === undefined) return undefined
  // `n` alone keeps the patch release.
  return relative[1] === undefined ? base : `1.${minorOf(base) + Number(relative[1])}`
}

/** The ends keep their patch releases, those between have none. */
function span(first: string, last: string): string[] {
  const count = minorOf(last) - minorOf(first)
  if (count < 0) return []
  return Array.from({ length: count + 1 }, (_, i) =>
    i === 0 ? first : i === count ? last : `1.${minorOf(first) + i}`,
  )
}

const componentNames = new Map<string, GateComponent>([
  ['apiserver', 'kube-apiserver'],
  ['kube-apiserver', 'kube-apiserver'],
  ['kubelet', 'kubelet'],
  ['kube-proxy', 'kube-proxy'],
])

/** `[COMPONENT:]Gate=true,false,unset` as the settings to go through. */
export function gateAxis(text: string): GateSetting[] {
  const match = /^(?:([\w-]+):)?(\w+)=([\w,]+)$/.exec(text.trim())
  const component = componentNames.get(match?.[1] ?? '')
  const values = match?.[3]?.split(',').map((value) => settings.get(value.toLowerCase()))
  if (match === null || values?.includes(undefined) || (match[1] !== undefined && component === undefined)) {
    throw new AxisError(
      'gates',
      text,
      'write it as Gate=true,false,unset or, for one component, as kubelet:Gate=true,false',
    )
  }
  return values!.map((value) => ({ component, gate: match[2]!, value: value!.value }))
}

const settings = new Map<string, { value: boolean | undefined }>([
  ['true', { value: true }],
  ['on', { value: true }],
  ['false', { value: false }],
  ['off', { value: false }],
  ['unset', { value: undefined }],
])
