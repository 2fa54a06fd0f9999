import { expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { stepsOf } from './steps.ts'

function fieldOf(...lines: string[]): string | undefined {
  const document = parseDocument(
    'x.md',
    ['## Upgrade', '', ...lines.map((line) => `- ${line}`), ''].join('\n'),
  )
  const actions = stepsOf(document, document.sections[0]!).flatMap((step) => step.actions)
  const last = actions.at(-1)
  return last?.kind === 'claim' && last.claim.kind === 'field' ? last.claim.field.name : last?.kind
}

it('takes "the field" for the one that was named last', () => {
  expect(
    fieldOf('Start a cluster', 'The `hostUsers` field is set', 'Restart the kubelet', 'The field is unset'),
  ).toBe('hostUsers')
  expect(fieldOf('Start a cluster with `minReady: 3`', 'Check that the field is still present')).toBe(
    'minReady',
  )
})

it('does not read it where none or two were named', () => {
  expect(fieldOf('Start a cluster', 'The field is unset')).toBe('unread')
  expect(fieldOf('Start a cluster', '`hostUsers` and `hostNetwork` are set', 'The field is unset')).toBe(
    'unread',
  )
})

it('leaves it to a command right below that shows such an object, where it is said to be there', () => {
  const read = (sentence: string, command: string, output = '\nClusterIP'): string | undefined => {
    const document = parseDocument(
      'x.md',
      `## Upgrade\n\nLook:\n\n\`\`\`\n$ kubectl version\n\`\`\`\n\n${sentence}\n\n\`\`\`\n$ ${command}${output}\n\`\`\`\n`,
    )
    const steps = stepsOf(document, document.sections[0]!)
    return steps.flatMap(({ accounts }) => accounts).find(({ text }) => sentence.startsWith(text))?.as
  }
  const get = 'kubectl get svc db -o yaml'
  expect(read('The Service has the field:', get)).toBe('introduction')
  expect(read('The Service `db` has the field:', get)).toBe('introduction')
  for (const [sentence, command, output] of [
    ['The Service has the field:', get, ''],
    ['The Service `web` has the field:', get],
    ['The Service no longer has the field:', get],
    ['The Service still preserves the field:', get],
    ['The Service has the field:', 'kubectl get pods'],
    ['The Service has the field:', 'kubectl version'],
    ['The Service has the field. Look at it:', get],
  ] as const)
    expect([sentence, command, read(sentence, command, output)]).toEqual([
      sentence,
      command,
      'not understood',
    ])
})

it('takes it for the one field that a command right below asks for', () => {
  const claimOf = (sentence: string, command: string) => {
    const text = `## Upgrade\n\n${sentence}\n\n\`\`\`\n$ ${command}\nClusterIP\n\`\`\`\n`
    const document = parseDocument('x.md', text)
    const actions = stepsOf(document, document.sections[0]!).flatMap((step) => step.actions)
    const claim = actions.flatMap((action) => (action.kind === 'claim' ? [action.claim] : []))[0]
    return claim?.kind === 'field' ? [claim.field.name, claim.test.is] : undefined
  }
  const get = "kubectl get svc db -o jsonpath='{.spec.type}'"
  expect(claimOf('Verify that it keeps the field:', get)).toEqual(['spec.type', 'kept'])
  expect(claimOf('The Service no longer has the field:', get)).toEqual(['spec.type', 'unset'])
  expect(claimOf('The Service no longer has the field.', get)).toBeUndefined()
  expect(claimOf('The Service no longer has the field:', `${get}-x`)).toBeUndefined()
})
