import { expect, it } from 'vitest'
import { podMetadata } from './pod-template.ts'

it('gives pods the labels, annotations and finalizers of their template, and no name', () => {
  const metadata = { name: 'fixed', generateName: 'x-', labels: { a: 'b' }, finalizers: ['a/b'] }
  expect(podMetadata(metadata)).toEqual({ labels: { a: 'b' }, finalizers: ['a/b'] })
  expect(podMetadata(undefined)).toEqual({})
})
