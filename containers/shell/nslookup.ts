// nslookup of BusyBox and of BIND. Upstream: busybox/networking/nslookup.c, bind9/bin/dig/nslookup.c
import { isIP } from 'node:net'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { NameRecord } from '../container-network.ts'
import type { Process } from '../process.ts'
import { candidates } from '../search-list.ts'
import { resolver } from './name-service.ts'

interface Result {
  stdout: string
  stderr: string
  exitCode: number
}

/** Runs nslookup for a name. */
export async function nslookup(process: Process, args: readonly string[], busybox: boolean): Promise<Result> {
  const [name = '', server] = args.filter((arg) => !arg.startsWith('-'))
  const type = /^-(?:query|type|q)=(\w+)$/i
    .exec(args.find((arg) => /^-(?:query|type|q)=/i.test(arg)) ?? '')?.[1]
    ?.toUpperCase()
  const settings = await resolver(process)
  const address = server ?? settings.servers[0] ?? '127.0.0.1'
  const head = busybox
    ? `Server:\t\t${address}\nAddress:\t${joinHostPort(address, 53)}\n\n`
    : `Server:\t\t${address}\nAddress:\t${address}#53\n\n`
  if (isIP(name) !== 0) return reverse(process, name, head)
  const types: readonly NameRecord['type'][] =
    type === undefined ? ['A', 'AAAA'] : [type as NameRecord['type']]
  let tried = name
  // BusyBox's nslookup asks for the name as it stands, and for those of the search list where it has few dots.
  for (const one of candidates(name, settings)) {
    tried = one
    const found: NameRecord[] = []
    let known = false
    for (const each of types) {
      const records = await process.network.resolve(process.pod, one, each)
      known ||= records !== undefined
      found.push(...(records ?? []))
    }
    if (known)
      return { stdout: `${head}${found.map((record) => shown(record)).join('')}\n`, stderr: '', exitCode: 0 }
  }
  const missing = `** server can't find ${busybox ? tried : name}: NXDOMAIN\n\n`
  return { stdout: head + missing, stderr: '', exitCode: 1 }
}

function shown({ name, type, value }: NameRecord): string {
  if (type === 'SRV') return `${name}\tservice = ${value}\n`
  if (type === 'PTR') return `${name}\tname = ${value}\n`
  if (type === 'CNAME') return `${name}\tcanonical name = ${value}\n`
  return `Name:\t${name}\nAddress: ${value}\n`
}

async function reverse(process: Process, address: string, head: string): Promise<Result> {
  const name = `${address.split('.').reverse().join('.')}.in-addr.arpa`
  const records = await process.network.resolve(process.pod, name, 'PTR')
  return records === undefined || records.length === 0
    ? { stdout: `${head}** server can't find ${name}: NXDOMAIN\n\n`, stderr: '', exitCode: 1 }
    : { stdout: `${head}${records.map(shown).join('')}\n`, stderr: '', exitCode: 0 }
}
