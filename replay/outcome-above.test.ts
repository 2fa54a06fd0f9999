// What is said above a command of how it ends.
import { describe, expect, it } from 'vitest'
import { outcomeAbove } from './outcome-above.ts'

const refusal = ['The ConfigMap "a" is invalid: data: Forbidden: field is immutable']
const success = ['configmap/a patched']
const patch = 'kubectl patch cm a -p {}'
const read = (text: string, shown: readonly string[], command = patch) => {
  const { claim } = outcomeAbove({ text, line: 1 }, [command], shown) ?? {}
  return claim?.kind === 'exit' ? claim.fails : undefined
}

describe('a sentence above a command says that it', () => {
  it.each([
    ['fails', 'Another value is refused:', refusal, true],
    ['fails, whatever is shown', 'Another value is rejected now:', success, true],
    ['fails, as it cannot be done', 'The label cannot be changed either:', refusal, true],
    ['fails, before what announces it', 'An unknown value is refused.', refusal, true],
    ['fails, against what is shown', 'An unknown value is refused.', success, true],
    ['fails, in this release', 'Another value is rejected by this release:', refusal, true],
    ['fails, by whom', 'A wrong one is rejected by validation:', refusal, true],
    ['fails, in a title', '**Step 3: a wrong value is refused.**', refusal, true],
    [
      'fails, of a list',
      'Now the list is not found:',
      ['No resources found in default namespace.'],
      true,
      'kubectl get jobs',
    ],
    ['fails, in so many words', 'A wrong one fails as well:', refusal, true],
    ['succeeds', 'Labels can be changed nevertheless:', success, false],
    [
      'fails, which only looks',
      'A wrong selector is refused:',
      ['Error from server (BadRequest): Unable to find "/v1, Resource=pods"'],
      true,
      'kubectl get pods --field-selector=a=b',
    ],
    [
      'fails, as there is no such resource',
      'The resource is not there:',
      ['error: the server doesn\'t have a resource type "foos"'],
      true,
      'kubectl get foos',
    ],
    ['succeeds, against what is shown', 'Another value is accepted:', refusal, false],
  ])('%s', (_what, text, shown, fails, command = patch) => {
    expect(read(text, shown, command)).toBe(fails)
  })

  it.each([
    ['of what the error says that there is', '"Default", "Unmasked"', 'It is there:'],
    ['not of less', '"Default", "Unmasked", "None"', 'Other values than `Unmasked` and `Default` is there:'],
  ])('%s', (_what, known, left) => {
    const text = 'Other values than `Unmasked` and `Default` are refused:'
    const shown = [`The Pod "a" is invalid: x: Unsupported value: "y": supported values: ${known}`]
    expect(outcomeAbove({ text, line: 1 }, ['kubectl apply -f a.yaml'], shown)?.left).toBe(left)
  })
})

describe('it says nothing of how a command ends', () => {
  it.each([
    ['where a Pod fails that a command made', 'The Pod fails:', success, 'kubectl run a --image=b'],
    ['where a command only looks', 'The Pod is created:', success, 'kubectl get pods'],
    ['where what it looks at is refused', 'The Pod is rejected:', ['a 0/1 OutOfcpu'], 'kubectl get pods'],
    ['where nothing is shown', 'Another value is refused:', [], patch],
    ['where it supposes', 'If another value is refused:', refusal, patch],
    ['where it announces nothing', 'Another value is changed.', refusal, patch],
    [
      'where something else is said beside',
      'Another value is refused, and the Pod is deleted.',
      refusal,
      patch,
    ],
    ['where it is of nothing', 'No value is accepted:', refusal, patch],
  ])('%s', (_what, text, shown, command) => {
    expect(read(text, shown, command)).toBeUndefined()
  })
})

it.each([
  ['The first change goes through, the second is refused:', [false, true]],
  ['The first is refused and the second accepted:', undefined],
  ['The first one fails, but the other works:', [true, false]],
  ['The first Pod is accepted, but the second is refused:', [false, true]],
])('tells of two commands: %s', (text, fails) => {
  const found = outcomeAbove({ text, line: 1 }, ['kubectl apply -f a.yaml', patch], refusal)
  const claims = found && [found.claim, found.beside].map((one) => one?.kind === 'exit' && one.fails)
  expect(claims).toEqual(fails)
})

it('does not tell of which of three commands two outcomes are', () => {
  const text = 'The first change goes through, the second is refused:'
  expect(outcomeAbove({ text, line: 1 }, [patch, `${patch} -n b`, `${patch} -n c`], refusal)).toBeUndefined()
})

it('leaves who refuses it', () => {
  const text = 'Another value is rejected by the API server:'
  expect(outcomeAbove({ text, line: 1 }, [patch], refusal)?.left).toBe('Another value is there:')
})

it.each([
  ['A smaller one is refused while the gate is off:', { kind: 'gate', enabled: false }, undefined],
  ['A smaller one is refused, as the class forbids it:', undefined, true],
  ['A smaller one is refused as well:', undefined, undefined],
])('tells what it is said under: %s', (text, beside, unread) => {
  const found = outcomeAbove({ text, line: 1 }, [patch], refusal)
  expect(found?.claim).toMatchObject({ kind: 'exit', fails: true })
  expect([found?.beside, found?.unread]).toEqual([beside && expect.objectContaining(beside), unread])
})

it.each<[string, (boolean | undefined)[]]>([
  ['A Deployment with 3 replicas is admitted, one with 6 is denied:', [false, true]],
  ['A Deployment with 3 replicas is denied, another one with 6 is admitted:', [true, false]],
  ['A Deployment with 6 replicas is admitted, one with 3 is denied:', [undefined, undefined]],
])('%s', (text, ends) => {
  const commands = [
    'sleep 2',
    ...[3, 6].map((many) => `kubectl create deployment d${many} --image=a --replicas=${many}`),
  ]
  const { claim, beside } = outcomeAbove({ text, line: 1 }, commands, ['error: denied']) ?? {}
  const fails = [claim, beside].map((one) =>
    one?.kind === 'exit' && one.command !== undefined ? one.fails : undefined,
  )
  expect(fails).toEqual(ends)
})
