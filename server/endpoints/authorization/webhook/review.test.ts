import { expect, it } from 'vitest'
import { reviewText } from './review.ts'

it('escapes what HTML would read, as the client of a real server does', () => {
  const spec = { user: 'a<b>', groups: ['&'] }
  for (const version of ['v1', 'v1beta1']) {
    const text = reviewText(spec, version, {})
    expect(text).toContain('"user":"a\\u003cb\\u003e"')
    expect(JSON.parse(text).spec).toMatchObject({ user: 'a<b>' })
    expect(text).not.toMatch(/[<>&]/)
  }
})
