import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../component-base/package-root.ts'
import { RecordError } from './record-error.ts'

/** releases/, where nothing else is asked for. */
export const releasesFolder = join(packageRoot, 'releases')

/** A file of facts that is in `to`, or else in releases/. Throws RecordError where there is neither it nor an `otherwise`. */
export function readFact<T>(to: string, path: string, otherwise?: T): T {
  const file = [to, releasesFolder].map((one) => join(one, path)).find(existsSync)
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as T
  if (otherwise === undefined) throw new RecordError(`there is no ${path} yet: record it first`)
  return otherwise
}
