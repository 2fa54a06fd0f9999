import { expect, it } from 'vitest'
import { handleError } from './handle-error.ts'
import { StorageError } from './storage/interface.ts'

it('says what failed, but for a store that is closed', () => {
  const lines: unknown[] = []
  const logger = { log: () => {}, logS: (...line: unknown[]) => void lines.push(line) }
  const handle = handleError(logger, 'Status could not be written')
  handle(new StorageError('closed', 'the storage is closed'))
  handle(new StorageError('conflict', 'changed'))
  handle('text')
  const line = (err: string) => ['E', 'Status could not be written', { err, logger: 'UnhandledError' }]
  expect(lines).toEqual([line('changed'), line('text')])
})
