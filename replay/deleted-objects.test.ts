import { expect, it } from 'vitest'
import { deletedObjects } from './deleted-objects.ts'

it('is what a deletion names', () => {
  expect(deletedObjects(['pod "a" deleted from default namespace', 'deployment.apps "b" deleted', ''])).toBe(
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: b\n',
  )
  expect(deletedObjects(['service "c" force deleted from web namespace'])).toContain('  namespace: web\n')
})

it.each([
  [[]],
  [['pod "a" deleted', '...']],
  [['deviceclass.resource.k8s.io "a" deleted']],
  [['widget "a" deleted']],
])('says nothing of %j', (lines) => expect(deletedObjects(lines)).toBeUndefined())
