import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { bytesOf, gzipList, type ListAnswer, type ListItem, partsOf } from './compressed-list.ts'

const itemOf = (text: string): ListItem => ({ identity: {}, bytes: [Buffer.from('{'), Buffer.from(text)] })

const listOf = (items: readonly ListItem[], form = 'JSON'): ListAnswer => ({
  form,
  head: Buffer.from('{"items":['),
  items,
  separator: Buffer.from(','),
  tail: Buffer.from(']}\n'),
})

async function gzip(list: ListAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of gzipList(list)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const sent = async (list: ListAnswer): Promise<string> => gunzipSync(await gzip(list)).toString()
const whole = (list: ListAnswer): string => Buffer.concat(partsOf(list)).toString()

const nodes = Array.from({ length: 700 }, (_, i) =>
  itemOf(`"name":"node-${i}","is":"${'ready '.repeat(90)}"}`),
)

it('is the list, whatever comes, goes or changes between two times', async () => {
  const lists = [
    nodes,
    nodes,
    nodes.filter((_, i) => i !== 350),
    nodes.toSpliced(200, 1, itemOf('"name":"node-200","is":"gone"}')),
    [itemOf('"name":"first"}'), ...nodes],
    nodes.slice(100, 101),
    [],
  ].map((items) => listOf(items))
  for (const list of lists) {
    expect(await sent(list)).toBe(whole(list))
    expect(bytesOf(list)).toBe(whole(list).length)
  }
})

it('keeps what was compressed of one form apart from that of another', async () => {
  const others = nodes.map(({ identity }, i) => ({
    identity,
    bytes: [Buffer.from(`{"cells":["node-${i}"]}`)],
  }))
  const [objects, table] = [listOf(nodes), listOf(others, 'Table')]
  expect(await sent(objects)).toBe(whole(objects))
  expect(await sent(table)).toBe(whole(table))
})

it('compresses again only what is near to a change', async () => {
  const before = await gzip(listOf(nodes))
  const after = await gzip(listOf(nodes.toSpliced(350, 1, itemOf('"name":"another"}'))))
  const same = before.findIndex((byte, i) => byte !== after[i])
  expect(same).toBeGreaterThan(before.length / 4)
  expect(before.subarray(-before.length / 4, -10)).toEqual(after.subarray(-before.length / 4, -10))
})

it('sends items of any size, one beside many lists at the same time', async () => {
  const large = [itemOf('x'.repeat(5_000_000)), ...nodes, itemOf('y'.repeat(70_000))]
  const lists = Array.from({ length: 30 }, (_, i) => listOf(large.slice(i % 3)))
  const texts = await Promise.all(lists.map(sent))
  expect(texts.every((text, i) => text === whole(lists[i]!))).toBe(true)
})

it('sends a head of more bytes than a block may have', async () => {
  const list = { ...listOf(nodes), head: Buffer.from(`{"metadata":"${'m'.repeat(200_000)}","items":[`) }
  expect(await sent(list)).toBe(whole(list))
})
