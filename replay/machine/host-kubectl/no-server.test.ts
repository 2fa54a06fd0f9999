import { expect, it } from 'vitest'
import { withOwnDefault } from './no-server.ts'

it.each([
  [
    'The connection to the server 127.0.0.1:1 was refused',
    'The connection to the server localhost:8080 was refused',
  ],
  ['Get "http://127.0.0.1:1/api"', 'Get "http://localhost:8080/api"'],
  ['is running at https://127.0.0.1:16443', 'is running at https://127.0.0.1:16443'],
])('shows %j as %j', (text, shown) => {
  expect(withOwnDefault(text)).toBe(shown)
})
