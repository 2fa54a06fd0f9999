// Upstream: k8s.io/utils/net/ipfamily.go (IPFamilyOfString), pkg/proxy/util/utils.go (OtherIPFamily)

/** An address family, by its name in v1 IPFamily. */
export type IPFamily = 'IPv4' | 'IPv6'
/** Both families, in the order in which rules are printed. */
export const ipFamilies: readonly IPFamily[] = ['IPv4', 'IPv6']

/** The family of an IP address or CIDR, which is not checked. */
export const familyOf = (ip: string): IPFamily => (ip.includes(':') ? 'IPv6' : 'IPv4')
/** IPv6 for IPv4, and IPv4 for IPv6 or any other text. */
export const otherFamily = (family: string): IPFamily => (family === 'IPv4' ? 'IPv6' : 'IPv4')

/** Whether a canonical address is in 127.0.0.0/8 or ::1. */
export const isLoopback = (ip: string): boolean => ip.startsWith('127.') || ip === '::1'
/** Whether a canonical address names a family and no machine: `0.0.0.0`, `::`. */
export const isUnspecified = (ip: string): boolean => ip === '0.0.0.0' || ip === '::'
