// Parts of objects.
import { range } from './hostile-request.ts'

/** An object's metadata with a name. */
export const named = (name: string, more: Record<string, unknown> = {}) => ({ metadata: { name, ...more } })
/** A valid container, with more fields. */
export const container = (more: Record<string, unknown> = {}) => ({ name: 'a', image: 'a', ...more })
/** A Service named hostile. */
export const service = (spec: Record<string, unknown>) => ({ ...named('hostile'), spec })
/** Valid Service ports with different names. */
export const ports = (count: number) =>
  range(count, (i) => ({ name: `p${i}`, port: (i % 65_000) + 1, protocol: i < 65_000 ? 'TCP' : 'UDP' }))
