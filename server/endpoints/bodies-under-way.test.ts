import { expect, it } from 'vitest'
import { BodiesUnderWay } from './bodies-under-way.ts'

it('gives up the body that takes longest where all take too much', () => {
  const bodies = new BodiesUnderWay(100)
  const gone: string[] = []
  const begin = (name: string) => bodies.begin(() => gone.push(name))
  const [slow, quick, late] = [begin('slow'), begin('quick'), begin('late')]
  expect([slow.add(40), quick.add(50), slow.add(5)]).toEqual([40, 50, 45])
  quick.end()
  expect(late.add(50)).toBe(50)
  expect(gone).toEqual([])
  expect(late.add(30)).toBe(80)
  expect(gone).toEqual(['slow'])
  // What still comes of it does not count.
  slow.add(1000)
  slow.end()
  late.end()
  expect(begin('next').add(100)).toBe(100)
  expect(gone).toEqual(['slow'])
})
