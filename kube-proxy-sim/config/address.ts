// Upstream: pkg/proxy/util/utils.go
import { joinHostPort, parseIP, splitHostPort } from '../../component-base/go/net.ts'

/** `10.0.0.1:PORT` for `10.0.0.1`; a text that has a port or is no address stays unchanged. */
export function appendPortIfNeeded(address: string, port: number): string {
  if (hasPort(address)) return address
  const ip = parseIP(address, { sloppy: true })
  if (ip === undefined) return address
  return joinHostPort(address, port)
}

function hasPort(address: string): boolean {
  try {
    splitHostPort(address)
    return true
  } catch {
    return false
  }
}
