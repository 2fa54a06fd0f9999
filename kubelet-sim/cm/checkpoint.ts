// Upstream: pkg/kubelet/checkpointmanager
import { goDump } from '../../apimachinery/go-print/dump.ts'
import { goType } from '../../apimachinery/go-print/go-type.ts'
import { goJSON, marshal } from '../../apimachinery/go-print/marshal.ts'
import { fnv32a } from './fnv32a.ts'

/** Files below the kubelet's root directory. */
export interface StateFiles {
  /** Reads a state file; undefined where there is none. @param name as `cpu_manager_state` */
  read(name: string): Promise<string | undefined>
  write(name: string, content: string): Promise<void>
  /** The path that messages name. */
  path(name: string): string
}

const corrupted = 'checkpoint is corrupted'

/** Of Go's print of the structure, in which the forms of all versions have one name. */
const checksum = (state: object, form: string): number =>
  fnv32a(goDump({ ...state, checksum: 0 }, goType(`*${form}`)).replace(/CheckpointV\d/, 'Checkpoint'))

/** The text of a checkpoint's file. @param form its Go type, as `cpumanager/state.CPUManagerCheckpointV2` */
export const checkpointText = (state: object, form: string): string =>
  goJSON(marshal({ ...state, checksum: checksum(state, form) }, goType(form)))

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

/** Throws an Error with upstream's message where `sum` is the checksum of a state in none of the forms. */
export function verifyChecksum(state: object, forms: readonly string[], sum: unknown): void {
  if (!forms.some((form) => checksum(state, form) === sum)) throw new Error(corrupted)
}
