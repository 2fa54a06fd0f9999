import { expect, it } from 'vitest'
import type { ManagedFieldsEntry } from '../json.ts'
import { ScaleHandler } from './scale-handler.ts'

const handler = new ScaleHandler('apps/v1', { 'apps/v1': ['spec', 'replicas'] })
const time = '2026-01-01T00:00:00Z'
const entry = (manager: string, fieldsV1: object, more: object = {}) =>
  ({
    manager,
    operation: 'Update',
    apiVersion: 'apps/v1',
    time,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...more,
  }) as ManagedFieldsEntry
const parent = [
  entry('a', { 'f:spec': { 'f:replicas': {}, 'f:selector': {} } }),
  entry('b', { 'f:spec': { 'f:paused': {} } }),
]
const scaleEntry = { apiVersion: 'autoscaling/v1' }

it('shows who owns the replicas', () => {
  expect(handler.toSubresource(parent)).toEqual([entry('a', { 'f:spec': { 'f:replicas': {} } }, scaleEntry)])
})

it('hands replicas over to who scales', () => {
  const scaled = [entry('c', { 'f:spec': { 'f:replicas': {} } }, { ...scaleEntry, subresource: 'scale' })]
  const out = handler.toParent(parent, scaled)!
  expect(out.find((e) => e.manager === 'a')!.fieldsV1).toEqual({ 'f:spec': { 'f:selector': {} } })
  expect(out.find((e) => e.manager === 'b')!.fieldsV1).toEqual({ 'f:spec': { 'f:paused': {} } })
  expect(out.find((e) => e.manager === 'c')).toMatchObject({
    apiVersion: 'apps/v1',
    subresource: 'scale',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  })
})
