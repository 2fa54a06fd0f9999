import { expect, it } from 'vitest'
import { Bindings } from './bindings.ts'

it.each([
  ['what the author has written', 'echo 10.0.0.1', [], ['at 10.0.0.2', 'at 10.0.0.1']],
  ['a port that the author has written', 'nodePort: 30080', [], ['at 10.0.0.2:30081', 'at 10.0.0.2:30080']],
  ['a second name within an output', '', ['ip: 10.1.1.1', '- 10.1.1.2'], ['- 10.1.1.3', '- 10.244.0.2']],
])('takes no other literal for %s', (_, typed, before, [shown, printed]) => {
  const bindings = new Bindings(typed)
  expect(bindings.match('ip: 10.1.1.1', 'ip: 10.244.0.2')).toBeDefined()
  bindings.nextOutput()
  if (before.length > 0) expect(bindings.match('ip: 10.1.1.1', 'ip: 10.244.0.2')).toBeDefined()
  expect(bindings.match(shown!, printed!)).toBeUndefined()
})

it('takes no other literal for what the command has asked for', () => {
  const bindings = new Bindings()
  bindings.match('ip: 10.1.1.1', 'ip: 10.244.0.2')
  expect(bindings.type('curl 10.1.1.1')).toBe('curl 10.244.0.2')
  bindings.nextOutput()
  expect(bindings.match('from 10.9.9.9', 'from 10.244.0.2')).toBeUndefined()
})

it("holds what the author copied from an output for none of the author's own words", () => {
  const bindings = new Bindings('')
  bindings.match('a is 10.244.0.6', 'a is 10.244.0.5')
  expect(bindings.type('curl http://10.244.0.6:8080')).toBe('curl http://10.244.0.5:8080')
  bindings.nextOutput()
  expect(bindings.match('b is 10.244.0.8', 'b is 10.244.0.6')).toBeDefined()
})

it('notes builds of another minor', () => {
  const bindings = new Bindings()
  bindings.match('v1.37.0-1349+643e407efef84a', 'v1.36.0-1349+643e407efef84b')
  expect(bindings.takeOtherVersions()).toHaveLength(1)
})

it('puts all at once what literals stand for, each of them whole', () => {
  const swapped = new Bindings()
  swapped.match('a is 10.0.0.193', 'a is 10.0.0.192')
  swapped.match('b is 10.0.0.192', 'b is 10.0.0.193')
  expect(swapped.inReality('10.0.0.193 then 10.0.0.192')).toBe('10.0.0.192 then 10.0.0.193')
  expect(swapped.type('echo 10.0.0.193,10.0.0.192')).toBe('echo 10.0.0.192,10.0.0.193')
  const longer = new Bindings()
  longer.match('a is 10.0.0.1', 'a is 10.96.0.1')
  expect(longer.inReality('10.0.0.1. and 10.0.0.12')).toBe('10.96.0.1. and 10.0.0.12')
  longer.match('b is 10.0.0.12', 'b is 10.96.0.77')
  expect(longer.inReality('10.0.0.1 and 10.0.0.12')).toBe('10.96.0.1 and 10.96.0.77')
  expect(longer.type('curl 10.0.0.12:80 10.0.0.1')).toBe('curl 10.96.0.77:80 10.96.0.1')
})
