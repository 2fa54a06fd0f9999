import { expect, it } from 'vitest'
import { isGranted, type Past } from './taken-for-granted.ts'

const past = (more: Partial<Past> = {}): Past => ({ commands: [], documented: [], ...more })
const made = (resource: string, name: string) =>
  past({ documented: [{ resource, name, namespace: 'default', numbers: [] }] })
it('says of a claim whether the document made anything that it could be about', () => {
  expect(isGranted('Job', past())).toBe(true)
  expect(isGranted('Job', made('jobs.batch', 'j'))).toBe(false)
  expect(isGranted('Pod', made('jobs.batch', 'j'))).toBe(false)
  expect(isGranted('EndpointSlice', past())).toBe(false)
  expect(isGranted(undefined, past())).toBe(false)
})
