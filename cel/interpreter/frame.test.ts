import { expect, it } from 'vitest'
import { baseEnvironment } from '../environment.ts'
import { programOf } from '../program.ts'
import { stringType } from '../types/type.ts'

const environment = baseEnvironment(36, 'new').extend({
  variables: new Map([
    ['text', stringType],
    ['pattern', stringType],
  ]),
})

function evaluate(expression: string, text: string) {
  const compiled = environment.compile(expression)
  if (compiled.error !== undefined) throw new Error(compiled.error)
  const program = programOf(compiled.checked, environment.declarations)
  if ('error' in program) throw new Error(program.error)
  return program.evaluate({ text, pattern: '(a?){500}b{500}' })
}

it.each([
  'text.matches("(a?){500}b{500}")',
  'text.matches(pattern)',
  'text.find("(a?){500}b{500}") == ""',
  'text.findAll(pattern, 3).size() == 0',
  '[1, 2, 3, 4].all(x, !text.matches(string(x) + "{900}"))',
])('ends %s of a long text, which would match for minutes', (expression) => {
  expect(evaluate(expression, '1'.repeat(90_000))).toMatchObject({
    error: 'operation cancelled: actual cost limit exceeded',
    exceeded: true,
  })
})

it('matches what is short', () => {
  expect(evaluate('text.matches("(a?){500}b{500}")', 'b'.repeat(600))).toMatchObject({ value: true })
})
