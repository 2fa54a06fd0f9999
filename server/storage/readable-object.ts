import type { KubeObject } from '../../apimachinery/json.ts'
import { DecodeError } from '../../apimachinery/scheme/decode-error.ts'
import { StatusError } from '../../apimachinery/status-error.ts'
import { type StoredRecord, TransformError } from './interface.ts'
import { rawBytes } from './raw-bytes.ts'

/** Whether an error says that what is stored cannot be decoded, decrypted or converted. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof DecodeError || error instanceof TransformError || error instanceof StatusError

/** The object of a record; undefined where this server cannot read what is stored. */
export function readableObject(record: Pick<StoredRecord, 'object'>): KubeObject | undefined {
  try {
    const { object } = record
    return rawBytes(object) === undefined ? object : undefined
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return undefined
  }
}
