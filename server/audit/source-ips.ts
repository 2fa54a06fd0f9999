// Upstream: staging/src/k8s.io/apimachinery/pkg/util/net/http.go (SourceIPs)
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'

const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '')

/** The addresses that a request comes from, each once: those that proxies name, then X-Real-Ip, then the connection's. */
export function sourceIPs(headers: IncomingHttpHeaders, remote: string | undefined): string[] {
  const found: string[] = []
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  for (const part of forwarded.split(',')) if (isIP(part.trim()) !== 0) found.push(plain(part.trim()))
  const real = String(headers['x-real-ip'] ?? '')
  if (isIP(real) !== 0 && !found.includes(plain(real))) found.push(plain(real))
  const last = remote === undefined ? undefined : plain(remote)
  if (last !== undefined && isIP(last) !== 0 && found.at(-1) !== last) found.push(last)
  return found
}
