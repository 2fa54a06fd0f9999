// What webhooks of a server may reach.
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { joinHostPort } from '../../component-base/go/net.ts'

/** The addresses and Services that webhooks may be called at; a server without a reach calls none. */
export interface WebhookReach {
  /** URLs (without a path) that answer for Services in place of their endpoints, by `namespace/name` or `namespace/name:port`. */
  readonly services: ReadonlyMap<string, string>
  /** Addresses that are dialled: `loopback` those of this machine alone, `any` all. */
  readonly addresses: 'loopback' | 'any'
}

/** Whether an address leads to this machine itself: `127.0.0.1`, `::1`. */
export const isLoopback = (address: string): boolean =>
  /^127\./.test(address) || address === '::1' || /^::ffff:127\./i.test(address)

/** Whether an interface of this machine has the address. */
export const isOwnAddress = (address: string): boolean =>
  isLoopback(address) ||
  Object.values(networkInterfaces()).some((list) => list?.some((own) => own.address === address))

const isLocalName = (host: string): boolean => /^(.*\.)?localhost$/i.test(host)

/** Why a host of an URL is not dialled, as the end of a Go error; undefined: it may be. */
export function refusedHost(reach: WebhookReach | undefined, host: string, port: number): string | undefined {
  const shown = joinHostPort(host, port)
  if (reach === undefined) return `dial tcp ${shown}: webhooks of this simulated cluster reach no network`
  if (reach.addresses === 'any' || isLocalName(host) || (isIP(host) !== 0 && isLoopback(host)))
    return undefined
  const hint =
    'webhooks reach loopback addresses only (start the server with --webhook-addresses=any to widen it)'
  return isIP(host) === 0 ? `dial tcp: lookup ${host}: ${hint}` : `dial tcp ${shown}: ${hint}`
}

/** Reads options as `default/hooks=https://127.0.0.1:9443` and `default/hooks:8443=…`. Throws FlagError. */
export function parseWebhookServices(options: readonly string[]): ReadonlyMap<string, string> {
  return new Map(options.map(parseOne))
}

function parseOne(option: string): [string, string] {
  const at = option.indexOf('=')
  const [name, url] = [option.slice(0, Math.max(at, 0)), option.slice(at + 1)]
  if (!/^[a-z0-9-]+\/[a-z0-9-]+(:\d+)?$/.test(name))
    throw new FlagError(
      `--webhook ${option}: want NAMESPACE/NAME[:PORT]=URL, as default/hooks=https://127.0.0.1:9443`,
    )
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/')
    throw new FlagError(
      `--webhook ${option}: ${JSON.stringify(url)} is no URL of a server, as https://127.0.0.1:9443 (the path comes from the webhook)`,
    )
  return [name, parsed.origin]
}
