// dig of BIND, as scripts ask it. Upstream: bind9/bin/dig/dig.c
import { isIP } from 'node:net'
import type { NameRecord } from '../container-network.ts'
import type { Process } from '../process.ts'
import { candidates } from '../search-list.ts'
import { resolver } from './name-service.ts'

interface Result {
  stdout: string
  stderr: string
  exitCode: number
}

const types = new Set(['A', 'AAAA', 'SRV', 'PTR', 'CNAME'])

interface Question {
  name: string
  type: NameRecord['type']
  /** The flags as they were given: `+short`, `+noall`, `+answer`, … */
  flags: ReadonlySet<string>
}

function question(args: readonly string[]): Question {
  const flags = new Set<string>()
  let name = ''
  let type: NameRecord['type'] | undefined
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!
    if (arg.startsWith('+')) flags.add(arg.slice(1))
    else if (arg === '-x') [name, type] = [reverseName(args[++i] ?? ''), 'PTR']
    else if (arg === '-t') type = args[++i]?.toUpperCase() as NameRecord['type']
    else if (types.has(arg.toUpperCase())) type = arg.toUpperCase() as NameRecord['type']
    else if (!arg.startsWith('@') && !arg.startsWith('-') && arg !== 'IN') name = arg
  }
  return { name, type: type ?? 'A', flags }
}

const reverseName = (address: string): string =>
  isIP(address) === 4 ? `${address.split('.').reverse().join('.')}.in-addr.arpa` : address

/** Runs dig for one name. Without `+search` a name is one in full. */
export async function dig(process: Process, args: readonly string[]): Promise<Result> {
  const { name, type, flags } = question(args)
  const settings = await resolver(process)
  const names = flags.has('search') ? candidates(name, settings) : [name.replace(/\.$/, '')]
  let records: readonly NameRecord[] | undefined
  let asked = name
  for (const one of names) {
    asked = one
    records = await process.network.resolve(process.pod, one, type)
    if (records !== undefined && records.length > 0) break
  }
  const found = records ?? []
  if (flags.has('short')) return printed(found.map(({ value, type: of }) => `${shown(value, of)}\n`).join(''))
  const answer = found.map(line).join('')
  if (flags.has('noall')) return printed(flags.has('answer') ? answer : '')
  const status = records === undefined ? 'NXDOMAIN' : 'NOERROR'
  const server = settings.servers[0] ?? '127.0.0.1'
  return printed(
    `\n; <<>> DiG 9.18.27 <<>> ${args.join(' ')}\n;; global options: +cmd\n;; Got answer:\n;; ->>HEADER<<- opcode: QUERY, status: ${status}, id: 1\n` +
      `;; flags: qr aa rd; QUERY: 1, ANSWER: ${found.length}, AUTHORITY: 0, ADDITIONAL: 1\n\n;; QUESTION SECTION:\n;${asked}.\t\tIN\t${type}\n\n` +
      `${answer === '' ? '' : `;; ANSWER SECTION:\n${answer}\n`};; SERVER: ${server}#53(${server}) (UDP)\n\n`,
  )
}

const printed = (stdout: string): Result => ({ stdout, stderr: '', exitCode: 0 })

/** A name of an answer ends with a dot. */
const shown = (value: string, type: NameRecord['type']): string =>
  type === 'A' || type === 'AAAA' ? value : `${value}.`

const line = ({ name, type, value }: NameRecord): string =>
  `${name}.\t\t5\tIN\t${type}\t${shown(value, type)}\n`
