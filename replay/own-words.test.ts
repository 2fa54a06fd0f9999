// Words that a document means something of its own by.
import { expect, it } from 'vitest'
import { termsOf } from './instructions/components-in.ts'
import { withOwnWords } from './own-words.ts'
import { readNaming } from './proper-names.ts'

const source = `
kubectl create deployment canary --image=nginx
kubectl create deployment test --image=nginx
kind: ValidatingAdmissionPolicy
kind: ValidatingAdmissionPolicyBinding
kind: RoleBinding
kind: CustomResourceDefinition
spec:
  group: example.com
  names:
    plural: shirts
    kind: Shirt
`.split('\n')

it.each([
  ['The policy is there.', 'The validating admission policy is there.'],
  ['Now all policies are gone.', 'Now all validating admission policies are gone.'],
  ['Its policy is `Always`.', 'Its policy is `Always`.'],
  // Of two kinds that end so, neither is meant for sure.
  ['The binding is there.', 'The binding is there.'],
  ['Three shirts are left.', 'Three own-many-shirt.example.com are left.'],
  ['The `shirts` are left.', 'The `shirts` are left.'],
  ['Both canary Pods are running.', 'Both Pods of the deployment `canary` are running.'],
  ['The canary was restarted.', 'the deployment `canary` was restarted.'],
  ['The test was run.', 'The test was run.'],
])('%s', (text, meant) => expect(withOwnWords(text, source).toLowerCase()).toBe(meant.toLowerCase()))

const read = (text: string) => readNaming({ text, line: 1 }, termsOf([]), source)
it('says of objects of a definition what it says of others', () => {
  const { claims, unread, text } = read('All three shirts are still there.')
  expect([claims[0], unread, text]).toEqual([
    expect.objectContaining({ kind: 'count', text: 'All three shirts are still there.' }),
    false,
    'All three shirts are still there.',
  ])
  expect(claims[0]).toMatchObject({ subject: { kind: 'Shirt', resource: 'shirts.example.com', number: 3 } })
})

it('passes over nothing that is said of them', () => {
  expect(read('There is exactly one blue shirt of size M:').unread).toBe(true)
  expect(read('There is exactly one scenario.').unread).toBe(false)
})

it('knows so many words of a document at most that a long one is read soon', () => {
  const name = (at: number): string => `thing${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`
  const lines = Array.from({ length: 60 }, (_, at) => [
    'kind: CustomResourceDefinition',
    `group: example.com`,
    `plural: ${name(at)}s`,
    `kind: ${name(at).replace('t', 'T')}`,
  ]).flat()
  expect(withOwnWords(`Three ${name(0)}s are left.`, lines)).toContain('example.com')
  expect(withOwnWords(`Three ${name(59)}s are left.`, lines)).toBe(`Three ${name(59)}s are left.`)
})
