// What Linux tells of a process. Upstream: github.com/prometheus/client_golang prometheus/process_collector_linux.go
import { readdirSync, readFileSync } from 'node:fs'
import type { RecordedRegistry } from './recorded-metrics.ts'

const pageBytes = 4096

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function openFiles(): number | undefined {
  try {
    // Reading the folder opens one more.
    return readdirSync('/proc/self/fd').length - 1
  } catch {
    return undefined
  }
}

/** The bound of a limit: `unlimited` is the greatest number of 64 bits. */
function limitOf(name: string): number | undefined {
  const soft = new RegExp(`^${name}\\s+(\\S+)`, 'm').exec(read('/proc/self/limits') ?? '')?.[1]
  return soft === 'unlimited' ? 2 ** 64 : soft === undefined ? undefined : Number(soft)
}

/** Bytes that the machine's network namespace received or sent. */
function networkBytes(column: 'InOctets' | 'OutOctets'): number | undefined {
  const lines = (read('/proc/self/net/netstat') ?? '').split('\n').filter((line) => line.startsWith('IpExt:'))
  const at = lines[0]?.split(' ').indexOf(column) ?? -1
  const value = at < 0 ? undefined : lines[1]?.split(' ')[at]
  return value === undefined ? undefined : Number(value)
}

/** The values of process metrics by name; undefined where the machine does not tell. */
const processValues: Readonly<Record<string, () => number | undefined>> = {
  process_open_fds: openFiles,
  process_max_fds: () => limitOf('Max open files'),
  process_virtual_memory_bytes() {
    const pages = read('/proc/self/statm')?.split(' ')[0]
    return pages === undefined ? undefined : Number(pages) * pageBytes
  },
  process_virtual_memory_max_bytes: () => limitOf('Max address space'),
  process_network_receive_bytes_total: () => networkBytes('InOctets'),
  process_network_transmit_bytes_total: () => networkBytes('OutOctets'),
}

/** Sets what the process of a server is told of, where its release does. */
export function setProcessMetrics(registry: RecordedRegistry): void {
  for (const [name, told] of Object.entries(processValues)) {
    const value = told()
    if (value !== undefined) registry.family(name).set({}, value)
  }
}
