import { expect, it } from 'vitest'
import { errorText, FieldPath } from '../../../apimachinery/field-error.ts'
import recorded from './recorded-selectors.json' with { type: 'json' }
import { validateSelectors } from './selectors.ts'

/** What kube-apiserver of these releases, with these gates, said of a DeviceClass with the expression; null: nothing. */
const servers: readonly { minor: number; gates: readonly string[] }[] = [
  { minor: 36, gates: ['DRAConsumableCapacity'] },
  { minor: 36, gates: ['DRAConsumableCapacity', 'DRAListTypeAttributes'] },
  { minor: 33, gates: [] },
]
const gatesOf = (on: readonly string[]) => ({
  known: () => true,
  enabled: (gate: string) => on.includes(gate),
  unregistered: () => false,
})

it.each(recorded as [string, ...(string | null)[]][])(
  '%s is judged as recorded',
  (expression, ...messages) => {
    const path = FieldPath.of('spec').child('selectors')
    const said = servers.map(({ minor, gates }) =>
      validateSelectors([{ cel: { expression } }], path, { minor, gates: gatesOf(gates), stored: false })
        .map(errorText)
        .join(),
    )
    expect(said).toEqual(messages.map((message) => message ?? ''))
  },
)
