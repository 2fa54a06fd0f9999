import { describe, expect, it } from 'vitest'
import type { KubeObject } from '../../apimachinery/json.ts'
import { unsimulatedProgram } from './unsimulated-program.ts'

const pod = (...containers: object[]) =>
  ({ metadata: { name: 'a' }, spec: { containers } }) as unknown as KubeObject

describe('programs that are not run', () => {
  it.each([
    [pod({ image: 'python:3.12', command: ['python3', '-c', 'serve()'] }), 'python3'],
    [pod({ image: 'nginx' }, { image: 'x', args: ['serve'] }), 'serve'],
    [pod({ image: 'busybox', command: ['sleep', '60'] }), undefined],
    [pod({ image: 'nginx' }), undefined],
    [{ metadata: { name: 'a' } } as KubeObject, undefined],
  ])('of %j', (of, program) => expect(unsimulatedProgram(of)).toBe(program))
})
