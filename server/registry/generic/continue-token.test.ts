import { expect, it } from 'vitest'
import { decodeContinue, encodeContinue } from './continue-token.ts'

const prefix = '/registry/configmaps/'
const token = (text: string): string => Buffer.from(text).toString('base64url')
const problem = (text: string): string => {
  try {
    decodeContinue(text, prefix, 36)
  } catch (error) {
    return (error as Error).message.replace('invalid continue token: continue key is not valid: ', '')
  }
  return ''
}

it('comes back as it went out', () => {
  expect(decodeContinue(encodeContinue(`${prefix}a/b`, prefix, 5), prefix, 36)).toEqual({
    start: `${prefix}a/b\u0000`,
    revision: 5,
  })
})

it('is refused as Go would, whoever made it up', () => {
  expect(problem('a$')).toBe('illegal base64 data at input byte 1')
  expect(problem(token('x'))).toBe("invalid character 'x' looking for beginning of value")
  expect(problem(token('null'))).toBe('server does not recognize this encoded version ')
  expect(problem(token('[]'))).toBe(
    'json: cannot unmarshal array into Go value of type storage.continueToken',
  )
  expect(problem(token('{"v":"meta.k8s.io/v1","rv":"5","start":"a"}'))).toBe(
    'json: cannot unmarshal string into Go struct field continueToken.rv of type int64',
  )
  expect(problem(token('{"v":"meta.k8s.io/v1","start":"a"}'))).toBe(
    'incorrect encoded start resourceVersion (version meta.k8s.io/v1)',
  )
  expect(problem(token('{"v":"meta.k8s.io/v1","rv":5,"start":"../../secrets/a"}'))).toBe('../../secrets/a')
})
