// Parts of objects.
import { range } from './hostile-request.ts'

export const named = (name: string, more: Record<string, unknown> = {}) => ({ metadata: { name, ...more } })
export const container = (more: Record<string, unknown> = {}) => ({ name: 'a', image: 'a', ...more })
export const service = (spec: Record<string, unknown>) => ({ ...named('hostile'), spec })
export const ports = (count: number) =>
  range(count, (i) => ({ name: `p${i}`, port: (i % 65_000) + 1, protocol: i < 65_000 ? 'TCP' : 'UDP' }))
