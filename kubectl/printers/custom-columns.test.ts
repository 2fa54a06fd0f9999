import { expect, it } from 'vitest'
import { columnsOfSpec, columnsOfTemplate, customColumnsPrinter } from './custom-columns.ts'

const objects = [
  { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }, { port: 443 }], on: true } },
  { metadata: { name: 'a' }, spec: { map: { k: 'v' } } },
]

it('prints columns of objects', () => {
  const columns = columnsOfSpec('NAME:.metadata.name,PORTS:.spec.ports[*].port,ON:{.spec.on},MAP:spec.map')
  expect(customColumnsPrinter(columns, true)(objects)).toBe(
    'NAME   PORTS    ON       MAP\nweb    80,443   true     <none>\na      <none>   <none>   map[k:v]\n',
  )
})

it('prints the headers once', () => {
  const print = customColumnsPrinter(columnsOfTemplate('NAME\nmetadata.name\n'), true)
  expect(print([objects[0]]) + print([objects[1]])).toBe('NAME\nweb\na\n')
})

it('refuses what is no specification', () => {
  expect(() => columnsOfSpec('')).toThrow('no custom columns given')
  expect(() => columnsOfSpec('NAME')).toThrow(
    'unexpected custom-columns spec: NAME, expected <header>:<json-path-expr>',
  )
})
