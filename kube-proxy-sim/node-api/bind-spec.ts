// Where the API listens, in docker's syntax: `tcp://127.0.0.1:12345` or `unix:///run/kubernetes/proxy.sock`.
import { joinHostPort, splitHostPort } from '../../component-base/go/net.ts'
import { isLoopback } from '../../component-base/ip-family.ts'
import { canonicalIP } from '../rules/model/ip-range.ts'

/** The default address of the API, from KEP-2104. */
export const defaultBindSpec = 'tcp://127.0.0.1:12345'

/** An address to listen at. `path`: the file of a unix socket. */
export type BindAddress = { protocol: 'tcp'; host: string; port: number } | { protocol: 'unix'; path: string }

/** An address that names no place to listen at, or one that is open to other machines. */
export class BindSpecError extends Error {}

/** Reads `protocol://address`; without a host the loopback. Throws BindSpecError. @param allowRemote takes addresses that other machines reach */
export function parseBindSpec(spec: string, allowRemote = false): BindAddress {
  const at = spec.indexOf('://')
  if (at < 0)
    throw new BindSpecError(`invalid listen spec: expected protocol://address format but got ${spec}`)
  const protocol = spec.slice(0, at)
  const address = spec.slice(at + 3)
  if (protocol === 'unix') return unixAddress(address)
  if (protocol !== 'tcp') throw new BindSpecError(`listen ${protocol}: unknown network ${protocol}`)
  return tcpAddress(address, allowRemote)
}

function unixAddress(path: string): BindAddress {
  if (path === '') throw new BindSpecError('listen unix: the path of the socket is missing')
  return { protocol: 'unix', path }
}

function tcpAddress(address: string, allowRemote: boolean): BindAddress {
  let parts: { host: string; port: string }
  try {
    parts = splitHostPort(address)
  } catch (error) {
    throw new BindSpecError(`listen tcp: ${(error as Error).message}`)
  }
  const port = Number(parts.port)
  if (!/^[0-9]+$/.test(parts.port) || port > 65_535)
    throw new BindSpecError(`listen tcp: address ${address}: invalid port`)
  const host = parts.host === '' ? '127.0.0.1' : parts.host
  if (!allowRemote && !onLoopback(host))
    throw new BindSpecError(`listen tcp: ${address} is not on the loopback; --allow-remote permits it`)
  return { protocol: 'tcp', host, port }
}

function onLoopback(host: string): boolean {
  const ip = canonicalIP(host)
  return ip === undefined ? host === 'localhost' : isLoopback(ip)
}

/** The address in the syntax of gRPC's servers and clients. */
export const grpcAddress = (address: BindAddress): string =>
  address.protocol === 'unix' ? `unix:${address.path}` : joinHostPort(address.host, address.port)

/** gRPC's syntax for `tcp://…` and `unix://…`; other texts stay unchanged. Without a host the loopback. */
export function dialTarget(target: string): string {
  const address = target.startsWith('tcp://') ? target.slice('tcp://'.length) : target
  if (address.startsWith(':')) return `127.0.0.1${address}`
  if (address !== target) return address
  return target.startsWith('unix://') ? `unix:${target.slice('unix://'.length)}` : target
}
