// getent, as scripts ask it for hosts. Upstream: glibc/nss/getent.c

import { isIP } from 'node:net'
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'
import { lookUp, namesOfHosts } from './name-service.ts'
import type { ShellResult } from './shell-command.ts'

interface Host {
  addresses: readonly string[]
  /** The name in full, and what else the host is called. */
  names: readonly string[]
}

/** Runs `getent hosts|ahosts|ahostsv4|ahostsv6 NAME…`: exit code 2 where a name is not found. @throws CannotRun for other databases */
export async function getent(
  process: Process,
  [database = '', ...keys]: readonly string[],
): Promise<ShellResult> {
  if (!/^(?:hosts|ahosts(?:v[46])?)$/.test(database) || keys.length === 0)
    throw new CannotRun(`getent ${[database, ...keys].join(' ')} is not simulated`)
  let stdout = ''
  let exitCode = 0
  for (const key of keys) {
    const lines = database === 'hosts' ? await hosts(process, key) : await sockets(process, key, database)
    if (lines.length === 0) exitCode = 2
    stdout += lines.map((line) => `${line}\n`).join('')
  }
  return { stdout, stderr: '', exitCode }
}

/** As gethostbyname2 has it: addresses of IPv6, and those of IPv4 where there are none. */
async function hosts(process: Process, key: string): Promise<string[]> {
  const found =
    isIP(key) === 0
      ? ((await hostOf(process, key, 6)) ?? (await hostOf(process, key, 4)))
      : await hostAt(process, key)
  return found?.addresses.map((one) => `${one.padEnd(15)} ${found.names.join(' ')}`) ?? []
}

/** As getaddrinfo has it: each address for each kind of socket, the name beside the first. */
async function sockets(process: Process, key: string, database: string): Promise<string[]> {
  const families = ([6, 4] as const).filter((one) => database === 'ahosts' || database.endsWith(`v${one}`))
  let name = ''
  const addresses: string[] = []
  for (const family of families) {
    const found =
      isIP(key) === 0
        ? await hostOf(process, key, family)
        : { addresses: isIP(key) === family ? [key] : [], names: [key] }
    name ||= found?.names[0] ?? ''
    addresses.push(...(found?.addresses ?? []))
  }
  return addresses.flatMap((one, at) => [
    `${one.padEnd(15)} STREAM ${at === 0 ? name : ''}`,
    `${one.padEnd(15)} DGRAM  `,
    `${one.padEnd(15)} RAW    `,
  ])
}

async function hostOf(process: Process, name: string, family: 4 | 6): Promise<Host | undefined> {
  const own = (await namesOfHosts(process)).filter(
    ({ address, names }) => isIP(address) === family && names.includes(name),
  )
  if (own.length > 0)
    return {
      addresses: own.map(({ address }) => address),
      names: [...new Set(own.flatMap(({ names }) => names))],
    }
  const type = family === 4 ? 'A' : 'AAAA'
  const records = (await lookUp(process, name, type))?.filter((one) => one.type === type) ?? []
  return records.length === 0
    ? undefined
    : { addresses: records.map(({ value }) => value), names: [records[0]!.name] }
}

async function hostAt(process: Process, address: string): Promise<Host | undefined> {
  const own = (await namesOfHosts(process)).find((one) => one.address === address)
  if (own !== undefined) return { addresses: [address], names: own.names }
  if (isIP(address) === 6) return undefined
  const reversed = `${address.split('.').reverse().join('.')}.in-addr.arpa`
  const [record] = (await process.network.resolve(process.pod, reversed, 'PTR')) ?? []
  return record === undefined ? undefined : { addresses: [address], names: [record.value.replace(/\.$/, '')] }
}
