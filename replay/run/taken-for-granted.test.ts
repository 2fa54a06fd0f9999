import { expect, it } from 'vitest'
import { isGranted, type Past } from './taken-for-granted.ts'

const past = (more: Partial<Past> = {}): Past => ({ commands: [], documented: [], ...more })
const made = (resource: string, name: string) =>
  past({ documented: [{ resource, name, namespace: 'default', numbers: [] }] })
it('says of a claim whether the document made anything that it could be about', () => {
  expect(isGranted('there is no such Job', past())).toBe(true)
  expect(isGranted('there is no such Job', made('jobs.batch', 'j'))).toBe(false)
  expect(isGranted('there is no such Pod', made('jobs.batch', 'j'))).toBe(false)
  expect(isGranted('there is no such EndpointSlice', past())).toBe(false)
  expect(isGranted('Job j: Complete', past())).toBe(false)
})
