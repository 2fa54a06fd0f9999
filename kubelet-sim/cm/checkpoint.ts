// Upstream: pkg/kubelet/checkpointmanager
import { fnv32a } from './fnv32a.ts'

/** Files below the kubelet's root directory. */
export interface StateFiles {
  /** Undefined where there is no such file. @param name as `cpu_manager_state` */
  read(name: string): Promise<string | undefined>
  write(name: string, content: string): Promise<void>
  /** The path that messages name. */
  path(name: string): string
}

/** The text about a checkpoint whose checksum does not fit its content. */
export const corrupted = 'checkpoint is corrupted'

/** The checksum of a checkpoint. @param dump of the structure, as upstream's dump.ForHash writes it */
export const checksum = (dump: string): number => fnv32a(dump)

/** The JSON object of a checkpoint file. Throws an Error with the message of Go's decoder. */
export function parseCheckpoint(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error(
      text.trim() === ''
        ? 'unexpected end of JSON input'
        : `invalid character '${text.trim()[0]}' looking for beginning of value`,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(corrupted)
  return value as Record<string, unknown>
}

/** A map as dump.ForHash writes it, in the order of its keys. */
export function dumpMap<T>(map: Readonly<Record<string, T>>, dumpValue: (value: T) => string): string {
  const keys = Object.keys(map).sort()
  return `map[${keys.map((key) => `${key}:${dumpValue(map[key]!)}`).join(' ')}]`
}
