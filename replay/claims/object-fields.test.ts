import { expect, it } from 'vitest'
import { fieldValues } from './object-fields.ts'

const object = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'app', labels: { app: 'app' } },
  spec: { replicas: 2 },
  status: { replicas: 1 },
}

it.each<[string | undefined, unknown[]]>([
  ['status', [1]],
  ['spec', [2]],
  // A label's key, which is no part.
  ['app', [2, 1]],
])('replicas in %s', (within, values) =>
  expect(fieldValues(object, { name: 'replicas', within }).values).toEqual(values),
)
