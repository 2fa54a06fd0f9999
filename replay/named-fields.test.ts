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
