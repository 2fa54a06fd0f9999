import { expect, it } from 'vitest'
import { FakeClock } from '../../component-base/clock.ts'
import type { AuditBackend } from './backend.ts'
import { type BatchOptions, BufferedBackend } from './buffered-backend.ts'
import type { AuditEvent } from './event.ts'

const event = (auditID: number) => ({ auditID: `${auditID}`, annotations: {} }) as unknown as AuditEvent

/** What promises have to do is done. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function start(own: Partial<BatchOptions>, answer: () => boolean | Promise<boolean> = () => true) {
  const clock = new FakeClock()
  const [sent, errors]: [string[], string[]] = [[], []]
  const backend: AuditBackend = {
    process(events) {
      sent.push(events.map(({ auditID }) => auditID).join())
      return answer()
    },
    async close() {
      sent.push('closed')
    },
  }
  const options = { concurrent: true, bufferSize: 100, maxBatchSize: 3, maxBatchWait: 1000, ...own }
  const buffered = new BufferedBackend(backend, options, clock, (text) => errors.push(text))
  const give = (from: number, to: number): void => {
    for (let i = from; i <= to; i++) expect(buffered.process([event(i)])).toBe(true)
  }
  return { clock, sent, errors, buffered, give }
}

it('sends a batch when it is full, or when it has waited', async () => {
  const { clock, sent, give } = start({})
  give(1, 4)
  await settled()
  expect(sent).toEqual(['1,2,3'])
  clock.advance(999)
  expect(sent).toHaveLength(1)
  clock.advance(1)
  await settled()
  expect(sent).toEqual(['1,2,3', '4'])
})

it('keeps events as they were, and sends what is left at the end', async () => {
  const { sent, buffered } = start({ maxBatchSize: 5 })
  const changing = event(1) as { auditID: string }
  buffered.process([changing as AuditEvent])
  changing.auditID = 'changed'
  await buffered.close()
  expect(sent).toEqual(['1', 'closed'])
})

it('sends so many batches a second, and drops what finds the buffer full meanwhile', async () => {
  const { clock, sent, errors, give, buffered } = start({
    maxBatchSize: 1,
    bufferSize: 2,
    throttle: { qps: 2, burst: 2 },
  })
  for (let i = 1; i <= 6; i++) {
    give(i, i)
    await settled()
  }
  // Two at once, a third that waits for its turn, two in the buffer.
  expect(sent).toEqual(['1', '2'])
  expect(errors).toEqual([
    "Error in audit plugin 'buffered' affecting 1 audit events: audit buffer queue blocked",
  ])
  for (const expected of ['3', '4', '5']) {
    clock.advance(500)
    await settled()
    expect(sent.at(-1)).toBe(expected)
  }
  await buffered.close()
  expect(sent.at(-1)).toBe('closed')
})

it.each([
  [true, ['1', '2']],
  [false, ['1']],
])('asks for several batches at once: %s', async (concurrent, expected) => {
  let answer = (_: boolean): void => {}
  const slow = () =>
    new Promise<boolean>((resolve) => {
      answer = resolve
    })
  const { sent, give } = start({ maxBatchSize: 1, concurrent }, slow)
  give(1, 2)
  await settled()
  expect(sent).toEqual(expected)
  answer(true)
  await settled()
  expect(sent).toEqual(['1', '2'])
})
