// Upstream: cmd/kube-apiserver/app/options/{completion,validation}.go
import { parseCIDR } from '../../component-base/go/net.ts'
import { StartupError } from './startup-error.ts'

/** A network of --service-cluster-ip-range. */
export interface ServiceCIDR {
  /** Masked: `10.0.0.0/24`. */
  readonly text: string
  readonly v6: boolean
  readonly bits: number
}

/** `--service-cluster-ip-range`: at most two ranges are looked at. Throws a StartupError. */
export function completeServiceCIDRs(flag: string): ServiceCIDR[] {
  if (flag === '') return [{ text: '10.0.0.0/24', v6: false, bits: 24 }]
  const [first = '', second] = flag.split(',')
  const primary = read(first)
  if (primary === undefined) throw new StartupError('service-cluster-ip-range[0] is not a valid cidr')
  if (isTooSmall(primary))
    throw new StartupError(
      'error determining service IP ranges for primary service cidr: the service cluster IP range must be at least 8 IP addresses',
    )
  if (second === undefined) return [primary]
  const secondary = read(second)
  if (secondary === undefined) throw new StartupError('service-cluster-ip-range[1] is not an ip net')
  return [primary, secondary]
}

/** @note A range of 2^31 addresses or more counts as none in upstream's RangeSize; those of IPv6, of 2^127. */
function isTooSmall({ v6, bits }: ServiceCIDR): boolean {
  const size = (v6 ? 128 : 32) - bits
  return size < 3 || size >= (v6 ? 127 : 31)
}

function read(text: string): ServiceCIDR | undefined {
  try {
    parseCIDR(text, { sloppy: true })
  } catch {
    return undefined
  }
  const [address = '', mask = ''] = text.split('/')
  const v6 = address.includes(':')
  const bits = Number(mask)
  return { text: `${v6 ? maskV6(address, bits) : maskV4(address, bits)}/${bits}`, v6, bits }
}

function maskV4(address: string, bits: number): string {
  const value = address.split('.').reduce((n, part) => n * 256 + Number(part), 0)
  const masked = bits === 0 ? 0 : (value & (-1 << (32 - bits))) >>> 0
  return [24, 16, 8, 0].map((shift) => (masked >>> shift) & 255).join('.')
}

function maskV6(address: string, bits: number): string {
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  const masked = groups.map((g, i) => {
    const keep = Math.max(0, Math.min(16, bits - i * 16))
    return Number.parseInt(g, 16) & (0xffff & (0xffff << (16 - keep)))
  })
  return new URL(`http://[${masked.map((g) => g.toString(16)).join(':')}]`).hostname.slice(1, -1)
}

/** @param wide ranges of any size are allowed (the allocator keeps them in IPAddress objects) */
export function validateServiceCIDRs(flag: string, ranges: readonly ServiceCIDR[], wide: boolean): string[] {
  const errors: string[] = []
  if (flag.split(',').length > 2)
    errors.push('--service-cluster-ip-range must not contain more than two entries')
  const tooLarge = (range: ServiceCIDR, name: string): void => {
    const total = range.v6 ? 128 : 32
    if (!wide && total - range.bits > 20)
      errors.push(
        `specified ${name} is too large; for ${total}-bit addresses, the mask must be >= ${total - 20}`,
      )
  }
  const [primary, secondary] = ranges
  tooLarge(primary!, '--service-cluster-ip-range')
  if (secondary === undefined) return errors
  if (primary!.v6 === secondary.v6)
    errors.push(
      '--service-cluster-ip-range[0] and --service-cluster-ip-range[1] must be of different IP family',
    )
  tooLarge(secondary, '--service-cluster-ip-range[1]')
  return errors
}

/** The address of the kubernetes service: the first of the range. */
export function firstServiceAddress(range: ServiceCIDR): string {
  const network = range.text.split('/')[0]!
  if (range.v6)
    return new URL(
      `http://[${network.endsWith('::') ? `${network}1` : network.replace(/:0$/, ':1')}]`,
    ).hostname.slice(1, -1)
  const parts = network.split('.').map(Number)
  return [...parts.slice(0, 3), parts[3]! + 1].join('.')
}
