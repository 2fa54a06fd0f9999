// Names as the resolver of a container looks them up: /etc/hosts, then the search list of /etc/resolv.conf (resolv.conf(5)).
import { isIP } from 'node:net'
import type { NameRecord } from '../container-network.ts'
import type { Process } from '../process.ts'
import { candidates } from '../search-list.ts'

type Around = Pick<Process, 'files' | 'network' | 'pod'>

/** The addresses of a host, in the order in which they are tried; empty: there is no such name. */
export async function hostAddresses(process: Around, host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const own = await fromHosts(process, host)
  if (own.length > 0) return own
  for (const type of ['A', 'AAAA'] as const) {
    const records = await lookUp(process, host, type)
    const found = records?.filter((one) => one.type === type).map(({ value }) => value) ?? []
    if (found.length > 0) return found
  }
  return []
}

async function fromHosts(process: Around, host: string): Promise<string[]> {
  const lines = await namesOfHosts(process)
  return lines.flatMap(({ address, names }) => (names.includes(host) && isIP(address) === 4 ? [address] : []))
}

/** The lines of a container's /etc/hosts in their order, without comments; empty where it has none. */
export async function namesOfHosts({
  files,
}: Pick<Process, 'files'>): Promise<{ address: string; names: string[] }[]> {
  const text = await files.readFile('/etc/hosts').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address === '' ? [] : [{ address, names }]
  })
}

/** The settings of /etc/resolv.conf. */
export interface Resolver {
  servers: readonly string[]
  search: readonly string[]
  ndots: number
}

/** Reads /etc/resolv.conf of a container. */
export async function resolver({ files }: Pick<Process, 'files'>): Promise<Resolver> {
  const text = await files.readFile('/etc/resolv.conf').catch(() => '')
  const words = (key: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith(`${key} `))
      .flatMap((line) => line.split(/\s+/).slice(1))
  return {
    servers: words('nameserver'),
    search: words('search'),
    ndots: Number(/\bndots:(\d+)/.exec(text)?.[1] ?? 1),
  }
}

/** The records of the first name of the search list that there is. */
export async function lookUp(
  process: Around,
  name: string,
  type: NameRecord['type'],
): Promise<readonly NameRecord[] | undefined> {
  for (const one of candidates(name, await resolver(process))) {
    const records = await process.network.resolve(process.pod, one, type)
    if (records !== undefined && records.length > 0) return records
  }
  return undefined
}
