import { expect, it } from 'vitest'
import { ServerDocuments } from './server-documents.ts'

it('parses a document once for each of its versions', async () => {
  const documents = new ServerDocuments()
  const asked: (string | undefined)[] = []
  let [parsed, current] = [0, 'a']
  const read = () =>
    documents.read(
      'x',
      async (etag) => {
        asked.push(etag)
        return { text: etag === current ? undefined : `text ${current}`, etag: current }
      },
      (text) => {
        parsed++
        return text
      },
    )
  expect([await read(), await read()]).toEqual(['text a', 'text a'])
  current = 'b'
  expect([await read(), await read()]).toEqual(['text b', 'text b'])
  expect([parsed, asked]).toEqual([2, [undefined, 'a', 'a', 'b']])
})
